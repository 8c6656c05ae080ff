/* Any bytes, any leaves of the page: these tidied, and their text. */
#include "harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return fuzz_page_use(data, size, use_writer); }
