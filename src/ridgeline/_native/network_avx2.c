/* The networks with vectors of eight floats, for x86-64 with AVX2 and FMA. All files are compiled with the same flags,
   so this one itself says what its functions may use. */
#include "network.h"

#if defined(__x86_64__)
/* With clang-cl, the header declares what the options of the whole command allow, unless it is told otherwise. */
#if defined(_MSC_VER) && !defined(__AVX2__)
#define __AVX__ 1
#define __AVX2__ 1
#define __FMA__ 1
#endif
#include <immintrin.h>
#include <string.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif

#define LANES 8
#define SPLAT(x) ((floats)_mm256_set1_ps(x))
#define MULTIPLY_ADD(sum, a, b) ((floats)_mm256_fmadd_ps((__m256)(a), (__m256)(b), (__m256)(sum)))
#define GREATER(a, b) ((floats)_mm256_max_ps((__m256)(a), (__m256)(b)))
#define LESSER(a, b) ((floats)_mm256_min_ps((__m256)(a), (__m256)(b)))
#define KERNEL rl_kernel_avx2
#define INSTRUCTIONS "AVX2"
#include "network_kernel.h"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#else
typedef int rl_no_avx2;  /* a file is not to be empty */
#endif
