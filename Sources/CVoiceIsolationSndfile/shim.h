#include <sndfile.h>
#include <sys/types.h>

#ifdef __linux__
// Copies what is in one pipe to another; the system's headers hide it from Swift.
extern ssize_t tee(int from, int to, size_t count, unsigned int flags);
#endif
