#pragma once

#include "mrctl/body/body.hpp"
#include "mrctl/document/document.hpp"

namespace mrctl::body {

// Returns whether a text is a curl command, with or without the prompt "$ ".
[[nodiscard]] bool is_curl_command(const document::Document& document);

// Returns the body of the command as a document that has been read: its JSON text, mapped to where
// it stands in the command, or the file that the command names. Values of headers and other
// credentials are not in the document any more. Fails with the one problem that stops reading.
[[nodiscard]] tl::expected<document::Document, Problem>
read_curl_command(const document::Document& command, const ReadFile& read_file);

} // namespace mrctl::body
