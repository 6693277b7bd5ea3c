#define _GNU_SOURCE
#include "CRealTimeProbe.h"

#include <pthread.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

void real_time_probe_lock(void) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}

static __thread struct real_time_counts counts;
static __thread bool armed;

void real_time_probe_arm(void) {
  counts = (struct real_time_counts){0, 0};
  armed = true;
}

struct real_time_counts real_time_probe_disarm(void) {
  armed = false;
  return counts;
}

#if defined(__linux__) && defined(__GLIBC__) && !defined(SANITIZED)

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>

// The C library's own, under its other names.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *old);

bool real_time_probe_works(void) { return true; }

static void allocation(void) {
  if (armed) counts.allocations++;
}

void *malloc(size_t size) {
  allocation();
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocation();
  return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
  allocation();
  return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  allocation();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  allocation();
  void *memory = __libc_memalign(alignment, size);
  if (!memory) return ENOMEM;
  *result = memory;
  return 0;
}

// To free is as slow as to allocate.
void free(void *old) {
  if (old) allocation();
  __libc_free(old);
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  static int (*real)(pthread_mutex_t *);
  if (armed) counts.locks++;
  if (!real) real = (int (*)(pthread_mutex_t *))dlsym(RTLD_NEXT, "pthread_mutex_lock");
  return real(mutex);
}

#else

bool real_time_probe_works(void) { return false; }

#endif
