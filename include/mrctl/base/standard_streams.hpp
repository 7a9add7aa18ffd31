#pragma once

namespace mrctl {

// Opens /dev/null for each closed standard stream. Otherwise a file or connection opened later
// would get its number, and receive what is written to it. Using such a stream still fails, like
// using a closed one.
void occupy_standard_streams();

} // namespace mrctl
