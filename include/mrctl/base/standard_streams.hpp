#pragma once

namespace mrctl {

// Opens /dev/null in place of the standard streams that are closed, so that no file or connection
// that is opened later takes their numbers, and gets what is written to them. Using such a stream
// still fails, as using a closed one does.
void occupy_standard_streams();

} // namespace mrctl
