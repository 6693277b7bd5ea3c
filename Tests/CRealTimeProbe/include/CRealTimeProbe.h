// Counts what a real-time thread must not do: allocations and locks of the calling thread while the
// probe is armed. For tests only: it takes the place of malloc and pthread_mutex_lock.
#pragma once
#include <stdbool.h>

struct real_time_counts {
  long allocations;
  long locks;
};

// Whether this build can count.
bool real_time_probe_works(void);
// Starts counting on this thread, from 0.
void real_time_probe_arm(void);
// Stops, and says what was counted.
struct real_time_counts real_time_probe_disarm(void);
// Locks and unlocks a mutex, as a control.
void real_time_probe_lock(void);
