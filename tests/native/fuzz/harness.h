/* What the fuzz targets, the fault injection and the threads share: inputs, pages, a model, and checks of all three.
   A check that fails ends the process with abort(), which every fuzzer and sanitizer reports. */
#ifndef RIDGELINE_FUZZ_HARNESS_H
#define RIDGELINE_FUZZ_HARNESS_H

#include "kept.h"
#include "model.h"
#include "outline.h"
#include "parser.h"
#include "reading.h"
#include "selection.h"
#include "structure.h"
#include "text.h"
#include "tidying.h"
#include "visibility.h"

/* An input: two bytes that choose limits and options, then the page. */
enum { INPUT_HEADER = 2, FUZZ_STYLE_BYTES = 8192 };
typedef struct {
    rl_limits limits;
    double doubt;         /* of rl_predict */
    uint8_t keep_choice;  /* which leaves the writer keeps */
    const uint8_t *source;
    size_t size;
} fuzz_input;

fuzz_input read_input(const uint8_t *data, size_t size);

#define CHECK(condition) check((condition), #condition, __FILE__, __LINE__)
void check(bool holds, const char *condition, const char *file, int line);
_Noreturn void fail_for_memory(void);  /* no page may need more than its pool may take */

bool is_utf8(const uint8_t *bytes, size_t size);

/* What a pool may take for a page of this size: as in core.c. */
size_t most_bytes(size_t source_size);

/* Parse and derive, as core.c does; false where a pool ran out. The caller ends the pool of the page in both cases. */
bool parse_page(const fuzz_input *input, size_t most, rl_page *page);

/* The same, with a copy of the source that ends where its memory ends; then the columns are checked. */
typedef struct {
    rl_page page;
    uint8_t *copy;
} fuzz_page;
void open_page(const fuzz_input *input, fuzz_page *opened);
void close_page(fuzz_page *opened);

/* What a target does with a page, in an armed pool; and a target that does it with the page of its input. */
typedef void (*page_use)(const fuzz_input *input, const rl_page *page, rl_pool *pool);
int fuzz_page_use(const uint8_t *data, size_t size, page_use use);

/* The parts behind the parser, each with all of its checks (uses.c). */
void use_reader(const fuzz_input *input, const rl_page *page, rl_pool *pool);  /* lines, networks, choice */
void use_writer(const fuzz_input *input, const rl_page *page, rl_pool *pool);  /* tidying, text */
void use_visibility(const fuzz_input *input, const rl_page *page, rl_pool *pool);

/* A word of a name of elements: of two letters and more, or a kind. */
void check_name_word(void *state, const uint8_t *word, size_t size);

/* A model of pseudo-random weights and a small vocabulary, in `pool`, which is armed. */
enum { MODEL_NETWORKS = 3 };
const rl_model *make_random_model(rl_pool *pool);
int32_t model_class_words(void);
int32_t model_line_words(void);

void check_page(const rl_page *page, const rl_limits *limits);
void check_derived(const rl_page *page);  /* what follows from its columns */
void check_reading(const rl_page *page, const rl_reading *reading);
void check_prediction(const rl_reading *reading, const rl_prediction *prediction);
void check_selection(const rl_reading *reading, const rl_selection *selection, rl_pool *pool);
void check_tidied(const rl_kept_leaves *kept, const rl_tidied *tidied);
void check_text(const rl_page *page, const rl_text *text);
void check_written(const rl_page *page, rl_view text);  /* Markdown or HTML: UTF-8, where the source is */
void check_blocks(const rl_page *page, const rl_blocks *blocks, rl_view markdown);  /* spans in a row, between characters */

/* The whole way of a page, as core.c goes it, with nothing left behind. False where memory ran out. */
typedef struct {
    uint64_t hash;  /* of everything that was computed */
} whole_way_result;
bool whole_way(const fuzz_input *input, const rl_model *model, size_t most, whole_way_result *result);

/* What follows a parse: predict, select, write. Threads may do it on one page. */
bool use_page(const rl_page *page, const fuzz_input *input, const rl_model *model, size_t most, uint64_t *hash);

/* A whole file, in a block of exactly its size that the caller frees; ends the process where it cannot be read. */
uint8_t *read_file(const char *path, size_t *size);

/* Bytes one after the other; zeros where there are no more. */
typedef struct {
    const uint8_t *at, *end;
} byte_stream;

static inline uint8_t next_byte(byte_stream *stream) { return stream->at < stream->end ? *stream->at++ : 0; }

/* The next bytes, `most` of them or as many as there are. */
static inline rl_view next_bytes(byte_stream *stream, size_t most) {
    size_t left = (size_t)(stream->end - stream->at), size = most < left ? most : left;
    rl_view view = {stream->at, size};
    stream->at += size;
    return view;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
