// Tells ThreadSanitizer of the one thing that it cannot see: a mutex of Swift's Synchronization that
// was taken after waiting for it. Its fast path is compiled into the program, and instrumented with
// it; the slow one waits in the library with a futex, which is not. Without this, whatever a contended
// mutex protects is reported as a race.
//
//     clang -shared -fPIC mutex.c -o mutex.so && LD_PRELOAD=mutex.so tidings …
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));

SWIFT void lock_slow(uint32_t thread, SELF void *handle) __asm__(LOCK);
SWIFT bool try_lock_slow(SELF void *handle) __asm__(TRY);
SWIFT void unlock_slow(SELF void *handle) __asm__(UNLOCK);

SWIFT void lock_slow(uint32_t thread, SELF void *handle) {
  SWIFT void (*real)(uint32_t, SELF void *) = dlsym(RTLD_NEXT, LOCK);
  real(thread, handle);
  if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT bool try_lock_slow(SELF void *handle) {
  SWIFT bool (*real)(SELF void *) = dlsym(RTLD_NEXT, TRY);
  const bool is_taken = real(handle);
  if (is_taken && __tsan_acquire) __tsan_acquire(handle);
  return is_taken;
}

SWIFT void unlock_slow(SELF void *handle) {
  SWIFT void (*real)(SELF void *) = dlsym(RTLD_NEXT, UNLOCK);
  if (__tsan_release) __tsan_release(handle);
  real(handle);
}
