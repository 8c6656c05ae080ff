/* The networks with vectors of four floats: SSE2 on x86-64, NEON on aarch64, whatever the compiler makes of them
   elsewhere. */
#include "network.h"

#if defined(__SSE__)
#include <xmmintrin.h>
#define INSTRUCTIONS "SSE2"
#define MULTIPLY_ADD(sum, a, b) ((sum) + (a) * (b))
#define GREATER(a, b) ((floats)_mm_max_ps((__m128)(a), (__m128)(b)))
#define LESSER(a, b) ((floats)_mm_min_ps((__m128)(a), (__m128)(b)))
#elif defined(__aarch64__)
#include <arm_neon.h>
#define INSTRUCTIONS "NEON"
#define MULTIPLY_ADD(sum, a, b) ((floats)vfmaq_f32((float32x4_t)(sum), (float32x4_t)(a), (float32x4_t)(b)))
#define GREATER(a, b) ((floats)vmaxq_f32((float32x4_t)(a), (float32x4_t)(b)))
#define LESSER(a, b) ((floats)vminq_f32((float32x4_t)(a), (float32x4_t)(b)))
#else
#define INSTRUCTIONS "portable instructions"
typedef int32_t mask_type __attribute__((vector_size(16)));
#define SELECT(mask, a, b) ((floats)(((mask_type)(a) & (mask_type)(mask)) | ((mask_type)(b) & ~(mask_type)(mask))))
#define MULTIPLY_ADD(sum, a, b) ((sum) + (a) * (b))
#define GREATER(a, b) SELECT((a) > (b), (a), (b))
#define LESSER(a, b) SELECT((a) < (b), (a), (b))
#endif

#define LANES 4
#define SPLAT(x) ((floats){(x), (x), (x), (x)})
#define KERNEL rl_kernel_base
#include "network_kernel.h"
