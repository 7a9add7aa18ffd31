#!/bin/sh
# packaging/build-packages [DIR]
# Builds the deb, the rpm, the tarball of static programs, an SPDX document and SHA256SUMS into DIR (default:
# build/packages/out) from the last commit: the same bytes wherever and whenever that is done with the same packages
# of the distribution (docs/releasing.md). Installs what it needs, as packaging/quickstart does.
set -eu
umask 022
export LC_ALL=C.UTF-8 TZ=UTC
unset CFLAGS CXXFLAGS CPPFLAGS LDFLAGS DESTDIR MRCTL_COMMIT
out=${1:+$(mkdir -p "$1" && cd "$1" && pwd)}
cd "$(dirname "$0")/.."

fail() {
  echo "build-packages: $*" >&2
  exit 1
}

# A shell that tests a function's outcome does not stop at the failures inside it: hence no `||` here.
step() {
  echo "==> $1 ($(date +%T))"
  shift
  log=$work/log
  set +e
  (
    set -e
    "$@"
  ) >"$log" 2>&1
  code=$?
  set -e
  if [ $code -ne 0 ]; then
    tail -n 60 "$log" >&2
    fail "failed: $*"
  fi
  grep 'warning: .* is used' "$log" || true
}

work=$PWD/build/packages
out=${out:-$work/out}
mkdir -p "$work" "$out"
commit=$(git describe --always --abbrev=40 --exclude='*' --dirty=+) || fail "this is no clone: the commit is not known"
case $commit in *+) echo "build-packages: warning: files differ from the last commit" >&2 ;; esac
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
version=$(sed -n 's/^project(mrctl VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
maintainer=${MRCTL_MAINTAINER:-mrctl maintainers <mrctl@example.com>}

# One tree for both kinds of programs: all they share is compiled once.
tree=$PWD/build/release
configure() { # OPTION...
  cmake --preset release -B "$tree" -DMRCTL_COMMIT="$commit" -DMRCTL_MAINTAINER="$maintainer" \
 \
    -DCMAKE_INSTALL_PREFIX=/usr -DMRCTL_DOCUMENTS="$work/documents" "$@"
}

# Builds the programs and keeps a copy of mrctl as $work/mrctl-KIND, which tells what is inside.
build() { # KIND OPTION...
  kind=$1
  shift
  configure -DMRCTL_PACKAGED= "$@"
  env -u LC_ALL cmake --build "$tree" --target mrctl mrctl-emulator
  cp "$tree/mrctl" "$work/mrctl-$kind"
}

new_folder() {
  rm -rf "$1"
  mkdir -p "$1"
}

changelog() {
  echo "mrctl ($version) stable; urgency=medium"
  echo
  echo "  * Version $version; CHANGELOG.md.gz says what is new."
  echo
  echo " -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")"
}

documents_of_deb() {
  new_folder "$work/documents"
  packaging/copyright "$work/mrctl-dynamic" >"$work/documents/copyright"
  changelog | gzip -9n >"$work/documents/changelog.gz"
  gzip -9nc CHANGELOG.md >"$work/documents/CHANGELOG.md.gz"
}

make_deb() {
  documents_of_deb
  configure -DMRCTL_PACKAGED=deb
  new_folder "$work/deb"
  cpack --config "$tree/CPackConfig.cmake" -G DEB -B "$work/deb"
  mv "$work/deb/mrctl_${version}_amd64.deb" "$out/"
  make_dbgsym
}

# Debug information under the build ids of the programs, as debhelper packs it. CPack 3.25 could make this package,
# but writes absolute paths into it.
make_dbgsym() {
  root=$work/deb/dbgsym
  ids=
  for program in mrctl mrctl-emulator; do
    id=$(readelf -n "$tree/$program" | sed -n 's/^ *Build ID: //p')
    [ -n "$id" ] || fail "$program has no build id"
    ids="$ids $id"
    folder=$root/usr/lib/debug/.build-id/$(echo "$id" | cut -c1-2)
    mkdir -p "$folder"
    objcopy --only-keep-debug --compress-debug-sections "$tree/$program" \
      "$folder/$(echo "$id" | cut -c3-).debug"
    chmod 644 "$folder"/*.debug
  done
  mkdir -p "$root/usr/share/doc" "$root/DEBIAN"
  ln -s mrctl "$root/usr/share/doc/mrctl-dbgsym"
  (cd "$root" && find usr -type f | sort | xargs md5sum) >"$root/DEBIAN/md5sums"
  {
    echo "Package: mrctl-dbgsym"
    echo "Version: $version"
    echo "Architecture: amd64"
    echo "Maintainer: $maintainer"
    echo "Installed-Size: $(find "$root/usr" -type f -printf "%s\n" | awk "{ sum += \$1 } END { print int((sum + 1023) / 1024) }")"
    echo "Depends: mrctl (= $version)"
    echo "Auto-Built-Package: debug-symbols"
    echo "Section: debug"
    echo "Priority: optional"
    echo "Description: debug symbols for mrctl"
    echo "Build-Ids:$ids"
  } >"$root/DEBIAN/control"
  find "$root" -exec touch --no-dereference -d "@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --root-owner-group -Zxz --threads-max=1 -b "$root" "$out/mrctl-dbgsym_${version}_amd64.deb"
}

# Prints the names of packaging/opened in rpm's words.
opened() { # PRIORITY
  sed -n "s/^lib[^ ]* *$1 *[^ ]* *//p" packaging/opened | paste -sd, | sed 's/,/, /g'
}

make_rpm() {
  configure -DMRCTL_PACKAGED=rpm
  new_folder "$work/rpm"
  DESTDIR="$work/rpm/staged" cmake --install "$tree" --strip
  licenses=$work/rpm/staged/usr/share/licenses/mrctl
  mkdir -p "$licenses"
  install -m 644 LICENSE "$licenses/"
  install -D -m 644 CHANGELOG.md "$work/rpm/staged/usr/share/doc/mrctl/CHANGELOG.md"
  packaging/copyright "$work/mrctl-dynamic" >"$licenses/copyright"
  rpmbuild -bb --target x86_64-linux --define "_topdir $work/rpm" --define "version $version" \
    --define "staged $work/rpm/staged" --define "maintainer $maintainer" \
    --define "day $(date -u -d "@$SOURCE_DATE_EPOCH" '+%a %b %d %Y')" --define "required $(opened required)" \
    --define "recommended $(opened recommended)" --define "_buildhost localhost" \
    --define "use_source_date_epoch_as_buildtime 1" --define "clamp_mtime_to_source_date_epoch 1" \
    --define "source_date_epoch_from_changelog 0" --define "debug_package %{nil}" --define "_build_id_links none" \
    --define "__os_install_post %{nil}" --define "_binary_payload w9.xzdio" --define "_prefix /usr" packaging/mrctl.spec
  mv "$work/rpm/RPMS/x86_64/mrctl-$version-1.x86_64.rpm" "$out/"
}

# The license texts that the notices name by the path of a Debian system.
copy_licenses() { # FOLDER
  mkdir -p "$1/licenses"
  install -m 644 LICENSE "$1/"
  install -m 644 /usr/share/common-licenses/Apache-2.0 /usr/share/common-licenses/GPL-2 /usr/share/common-licenses/GPL-3 \
    /usr/share/common-licenses/LGPL-2.1 /usr/share/common-licenses/CC0-1.0 "$1/licenses/"
}

make_tarball() {
  name=mrctl-$version-linux-amd64
  new_folder "$work/documents"
  packaging/copyright "$work/mrctl-static" "$work/libraries/notices" >"$work/documents/copyright"
  cp CHANGELOG.md "$work/documents/"
  copy_licenses "$work/documents"
  configure -DMRCTL_PACKAGED=tarball
  new_folder "$work/tarball"
  cmake --install "$tree" --prefix "$work/tarball/$name" --strip
  tar --sort=name --format=gnu --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
    --mode=u=rwX,go=rX -C "$work/tarball" -cf "$work/tarball/$name.tar" "$name"
  xz -9e -T1 "$work/tarball/$name.tar"
  mv "$work/tarball/$name.tar.xz" "$out/"
}

make_sbom() {
  packaging/sbom "$out" "$work/mrctl-dynamic" "$work/mrctl-static" >"$out/mrctl-$version.spdx.json"
}

make_sums() {
  (cd "$out" && sha256sum mrctl_"$version"_amd64.deb mrctl-dbgsym_"$version"_amd64.deb \
    mrctl-"$version"-1.x86_64.rpm mrctl-"$version"-linux-amd64.tar.xz mrctl-"$version".spdx.json >SHA256SUMS)
}

step "Packages for building" packaging/install-packages build package
step "libcurl and libjq as archives" packaging/build-static-libraries "$work/libraries"
step "The programs of deb and rpm" build dynamic -DMRCTL_FULLY_STATIC=OFF
rm -f "$out"/mrctl_* "$out"/mrctl-* "$out/SHA256SUMS"
step "deb" make_deb
step "rpm" make_rpm
step "The static programs" build static -DMRCTL_FULLY_STATIC=ON -DMRCTL_STATIC_LIBRARIES="$work/libraries"
step "Tarball" make_tarball
step "SPDX document and sums" make_sbom
make_sums
echo "==> In $out:"
cat "$out/SHA256SUMS"
