"""Proof that the compiled core is safe in memory: fuzz targets, fault injection, threads, valgrind.

    python -m tests.native.fuzz reader --seconds 600      a fuzz target (parser, reader, writer; default: all)
    python -m tests.native.fuzz --valgrind                all targets over the seeds, under valgrind
    python -m tests.native.fuzz --memory-sanitizer        the same under clang's MemorySanitizer
    python -m tests.native.fuzz --faults                  every allocation fails in turn
    python -m tests.native.fuzz --threads                 eight threads at once, under ThreadSanitizer

The targets are fuzz_*.c. With clang they run under libFuzzer, else under driver.c, always with AddressSanitizer and
UndefinedBehaviorSanitizer, and with exact_memory.c in the place of memory.c, so that nothing hides inside a pool.
`seeds/` are small pages written for this purpose; an input of a target is two bytes that choose limits, then a page.
"""
