/* What the core asks the operating system for, beside memory: two clocks. */
#ifndef RIDGELINE_PLATFORM_H
#define RIDGELINE_PLATFORM_H

#include <stdint.h>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

static inline uint64_t rl_join_halves(FILETIME time) { return (uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime; }

/* The processor time of this thread. Windows counts it in steps of a tick, about 16 milliseconds. */
static inline double rl_thread_seconds(void) {
    FILETIME created, ended, kernel = {0, 0}, user = {0, 0};
    GetThreadTimes(GetCurrentThread(), &created, &ended, &kernel, &user);
    return 1e-7 * (double)(rl_join_halves(kernel) + rl_join_halves(user));
}

/* A fast clock that only goes forward, in units of its own. */
static inline uint64_t rl_ticks(void) {
    LARGE_INTEGER now = {.QuadPart = 0};
    QueryPerformanceCounter(&now);
    return (uint64_t)now.QuadPart;
}
#else
#include <time.h>

static inline struct timespec rl_read_clock(clockid_t clock) {
    struct timespec now = {0, 0};
    clock_gettime(clock, &now);
    return now;
}

/* The processor time of this thread. */
static inline double rl_thread_seconds(void) {
    struct timespec now = rl_read_clock(CLOCK_THREAD_CPUTIME_ID);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* A fast clock that only goes forward, in units of its own. */
static inline uint64_t rl_ticks(void) {
    struct timespec now = rl_read_clock(CLOCK_MONOTONIC);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
#endif

#endif
