// Nothing but a reason for the target, whose weight file `ModelLocation` finds. It is one of C,
// because the package manager gives a Swift target that has resources an accessor, never used here,
// that links all of Foundation: 64 MB on Linux.
#pragma once
