#!/bin/bash -eu
# Compiles the fuzz targets of the core as OSS-Fuzz wants them: a program, a corpus and a dictionary for each in $OUT.
# Runs in the root of the repository, with CC, CXX, their flags and LIB_FUZZING_ENGINE set.
core=src/ridgeline/_native
fuzz=tests/native/fuzz
objects=$(mktemp -d)

# core.c is the glue to Python; exact_memory.c, in the place of memory.c, gives every block exact bounds.
for source in "$core"/*.c "$fuzz"/{inputs,checks,uses,exact_memory}.c "$fuzz"/fuzz_*.c; do
    case "$source" in */core.c | */memory.c) continue ;; esac
    $CC $CFLAGS -std=c11 -D_POSIX_C_SOURCE=200809L -DRIDGELINE_CHECKS -I"$core" -I"$fuzz" \
        -c "$source" -o "$objects/$(basename "$source" .c).o" &
done
wait

shared=$(ls "$objects"/*.o | grep -v /fuzz_)
for source in "$fuzz"/fuzz_*.c; do
    target=$(basename "$source" .c)
    $CXX $CXXFLAGS "$objects/$target.o" $shared $LIB_FUZZING_ENGINE -lm -o "$OUT/$target"
    cp "$fuzz/corpus/${target#fuzz_}.zip" "$OUT/${target}_seed_corpus.zip"
    cp "$fuzz/html.dict" "$OUT/$target.dict"
done
