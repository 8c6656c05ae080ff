/* Any bytes: lines, what the networks read of them, what they predict, and the choice. */
#include "harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return fuzz_page_use(data, size, use_reader); }
