/* The networks with vectors of sixteen floats, for x86-64 with AVX-512; see network_avx2.c. */
#include "network.h"

#if defined(__x86_64__)
/* With clang-cl, the header declares what the options of the whole command allow, unless it is told otherwise. */
#if defined(_MSC_VER) && !defined(__AVX512F__)
#define __AVX__ 1
#define __AVX2__ 1
#define __FMA__ 1
#define __AVX512F__ 1
#endif
#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx2,fma,prefer-vector-width=512")
#endif

#define LANES 16
#define SPLAT(x) ((floats)_mm512_set1_ps(x))
#define MULTIPLY_ADD(sum, a, b) ((floats)_mm512_fmadd_ps((__m512)(a), (__m512)(b), (__m512)(sum)))
#define GREATER(a, b) ((floats)_mm512_max_ps((__m512)(a), (__m512)(b)))
#define LESSER(a, b) ((floats)_mm512_min_ps((__m512)(a), (__m512)(b)))
#define KERNEL rl_kernel_avx512
#define INSTRUCTIONS "AVX-512"
#include "network_kernel.h"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#else
typedef int rl_no_avx512;  /* a file is not to be empty */
#endif
