# fish completion for mrctl. `mrctl __complete` knows what may follow: docs/decisions/0017-completion-by-the-program.md

# Lines that $argv[1] may follow. Fish adds a space after a single match, unless it ends in "=", so there are two.
function __mrctl_open -S
    set -l left (string match -r -- '^'(string escape --style=regex -- $cur)'.*' $argv[2..-1])
    string join \n -- $argv[2..-1]
    if test (count $left) = 1; and not string match -qr '^[^\t]*=(\t|$)' -- $left
        string replace -r '(\t|$)' "$argv[1]\$1" -- $left
    end
end

# Paths behind the first $argv[1] characters; with one of the endings that follow, if such paths exist.
function __mrctl_paths -S
    set -l start (string sub -l $argv[1] -- $cur)
    set -l paths (complete -C "'' "(string sub -s (math $argv[1] + 1) -- $cur))
    set -l endings (string join '|' -- $argv[2..-1])
    set -l fitting (string match -r -- '^.*(?:/|\.(?:'$endings'))$' $paths)
    if set -q argv[2]; and set -q fitting[1]
        set paths $fitting
    end
    string join \n -- $start$paths
end

function __mrctl_complete
    set -l typed (commandline -opc)[2..-1]
    set -l cur (string replace -r '^["\']' '' -- (commandline -ct))
    set -l word (string unescape -- "$cur"; or string join '' -- "$cur")
    set -l lines (command mrctl __complete -- $typed $word 2>/dev/null)
    set -l how (string split ' ' -- $lines[1])
    switch "$how[1]"
        case words
            string join \n -- $lines[2..-1]
        case open
            __mrctl_open $how[2] $lines[2..-1]
        case files
            __mrctl_paths $how[2..-1]
        case folders
            __mrctl_paths $how[2] | string match -r '^.*/$'
        case command
            complete -C (string join ' ' -- (string escape -- $typed[(math $how[2] + 1)..-1]) $cur)
    end
end

complete -c mrctl -e
complete -c mrctl -f -a '(__mrctl_complete)'
