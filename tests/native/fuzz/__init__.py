"""Proof that the compiled core is safe in memory: fuzz targets, fault injection, threads, valgrind.

    python -m tests.native.fuzz reader --seconds 600      a fuzz target for ten minutes (default: all, a minute each)
    python -m tests.native.fuzz --hours 8 --folder F      a campaign: all targets in turn
    python -m tests.native.fuzz --harvest F               its inputs, minimised, and its figures into the repository
    python -m tests.native.fuzz --valgrind                all targets over the seeds, under valgrind
    python -m tests.native.fuzz --memory-sanitizer        the same under clang's MemorySanitizer
    python -m tests.native.fuzz --faults                  every allocation fails in turn
    python -m tests.native.fuzz --threads                 eight threads at once, under ThreadSanitizer

The targets are fuzz_*.c. With clang they run under libFuzzer, else under driver.c, always with AddressSanitizer and
UndefinedBehaviorSanitizer, and with exact_memory.c in the place of memory.c, so that nothing hides inside a pool.
`seeds/` are small pages written for this purpose; an input of a target is two bytes that choose limits, then a page.
`corpus/` are inputs that fuzzing made of them, and that together reach every edge that was ever reached:

    parser    bytes to columns, leaves, breaks, places in the source
    reader    lines, features, words, networks, choice
    writer    tidying of kept leaves, plain text, counting
    built     the same two on rows that no parser makes, as `Page.build` takes them
    words     texts by themselves: lower case, names, vocabularies
    model     vocabularies, arrays and weights of a model as a file may have them
"""
