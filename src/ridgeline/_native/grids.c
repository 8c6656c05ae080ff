/* Tables of an outline: tells tables of data from those that lay out a page, and puts the cells of the former on a grid.

   A cell that spans several columns or rows stands in the first of its places; the others are empty. To repeat a heading
   over all of its columns would say words twice that the page says once; who reads columns by their names asks for it. */
#include <string.h>

#include "characters.h"
#include "lowering.h"
#include "outline.h"
#include "utf8.h"

enum { REPEATED = RL_NO_PART - 1 };
enum {
    MAX_CELL_LENGTH = 500,  /* characters; a cell with more is prose */
    MAX_CODE_LENGTH = 200,  /* … of a code block that is still one line of a table */
    SAMPLE_SIZE = 200,      /* cells whose text is looked at */
    MAX_SPANNED = 10000,    /* places of one table that are empty only because of another cell's span */
    SAMPLE_ROWS = 20,       /* that are looked at for a header */
    MIN_NUMBER_ROWS = 2,    /* the least of them that make a column of numbers */
};

/* ---- Data or layout ---- */

static bool is_cell(const rl_part *part) { return part->kind == RL_PART_TD || part->kind == RL_PART_TH; }

/* What stands in cells of a layout, hardly ever in cells of data. A header may be a heading, that of a data sheet. */
static bool is_layout_content(int32_t kind, bool in_header) {
    switch (kind) {
    case RL_PART_TABLE: case RL_PART_BLOCKQUOTE: case RL_PART_FIGURE: case RL_PART_HR: case RL_PART_DETAILS: return true;
    case RL_PART_H1: case RL_PART_H2: case RL_PART_H3: return !in_header;
    default: return false;
    }
}

static bool has_layout_content(const rl_outline *outline, const rl_part *element, bool in_header) {
    for (RL_EACH_CHILD(outline, element, part))
        if (is_layout_content(part->kind, in_header) ||
            (!rl_is_paragraph(part) && has_layout_content(outline, part, in_header)))
            return true;
    return false;
}

/* Whether a row has text, and all of it is bold. */
static bool is_bold(const rl_outline *outline, const rl_part *row) {
    rl_paragraphs paragraphs;
    bool has_text = false;
    rl_paragraphs_begin(&paragraphs, (int32_t)(row - outline->parts));
    for (const rl_part *part; (part = rl_paragraphs_next(outline, &paragraphs, NULL));) {
        for (int32_t i = part->first; i < part->end; i++) {
            if (!outline->leaves[i].text.size) continue;
            if (!rl_has_mark(outline, outline->leaves[i].mark, RL_MARK_STRONG)) return false;
            has_text = true;
        }
    }
    return has_text;
}

static bool is_compound(const rl_outline *outline, const rl_part *cell) {
    const rl_part *first = rl_first_child(outline, cell);
    return first && (first->next >= 0 || !rl_is_paragraph(first));
}

typedef struct {
    int32_t rows, cells, compound, sampled, filled;
    bool has_caption, has_header, has_layout_content, has_prose, has_code, has_listing;
    const rl_part *first_row;
} census;

static void count_cell(const rl_outline *outline, const rl_part *cell, census *counted) {
    counted->cells++;
    counted->has_header = counted->has_header || cell->kind == RL_PART_TH;
    if (is_compound(outline, cell)) {
        counted->compound++;
        counted->has_layout_content =
            counted->has_layout_content || has_layout_content(outline, cell, cell->kind == RL_PART_TH);
    }
    if (counted->sampled == SAMPLE_SIZE) return;
    int32_t length = 0;
    for (RL_EACH_CHILD(outline, cell, part)) {
        const rl_part *code = part->kind == RL_PART_PRE ? rl_first_child(outline, part) : NULL;
        counted->has_code = counted->has_code || code;
        if (code && rl_paragraph_length(outline, code, MAX_CODE_LENGTH + 1) > MAX_CODE_LENGTH) counted->has_listing = true;
    }
    for (RL_EACH_CHILD(outline, cell, part))
        if (rl_is_paragraph(part)) length += rl_paragraph_length(outline, part, MAX_CELL_LENGTH + 1);
    counted->sampled++;
    counted->filled += length > 0;
    counted->has_prose = counted->has_prose || length > MAX_CELL_LENGTH;
}

static bool equals(rl_view value, const char *word) {
    static const rl_view none = {NULL, 0};
    rl_view stripped = value.size ? rl_strip(value) : none;
    rl_word one = {word, (uint8_t)strlen(word)};
    return stripped.size == one.size && rl_has_word_in_any_case(stripped, (rl_word_list){&one, 1});
}

bool rl_is_layout(const rl_outline *outline, const rl_part *table) {
    if (table->node >= 0) {
        rl_view role = rl_value(&outline->page->columns, table->node, RL_ATTRIBUTE_ROLE);
        if (equals(role, "presentation") || equals(role, "none")) return true;
    }
    census counted = {0};
    for (RL_EACH_CHILD(outline, table, part)) {
        if (part->kind != RL_PART_TR) {
            counted.has_caption = true;
            continue;
        }
        if (!counted.rows++) counted.first_row = part;
        for (RL_EACH_CHILD(outline, part, cell)) count_cell(outline, cell, &counted);
    }
    if (counted.cells == counted.rows || counted.has_layout_content) return true;  /* one a row: rows without any are gone */
    bool has_headers = counted.has_header || (counted.rows > 1 && is_bold(outline, counted.first_row));
    if (counted.has_listing || (counted.has_code && !has_headers)) return true;
    if (counted.has_caption || has_headers) return 2 * counted.compound > counted.cells;
    bool is_data = !counted.has_prose && 2 * counted.filled > counted.sampled;
    return counted.rows == 1 || counted.compound > 0 || !is_data;
}

/* ---- Headers ---- */

static const rl_part *next_row(const rl_outline *outline, const rl_part *part) {
    while (part && part->kind != RL_PART_TR) part = rl_next(outline, part);
    return part;
}

static const rl_part *first_row_of(const rl_outline *outline, const rl_part *table) {
    return next_row(outline, rl_first_child(outline, table));
}

static const rl_part *row_after(const rl_outline *outline, const rl_part *row) {
    return next_row(outline, rl_next(outline, row));
}

static int32_t count_cells(const rl_outline *outline, const rl_part *row) {
    int32_t count = 0;
    for (RL_EACH_CHILD(outline, row, cell)) count += is_cell(cell);
    return count;
}

static rl_view cell_text(const rl_outline *outline, const rl_part *cell, rl_pool *pool) {
    rl_buffer text = {NULL, 0, 0};
    rl_paragraphs paragraphs;
    rl_paragraphs_begin(&paragraphs, (int32_t)(cell - outline->parts));
    for (const rl_part *part; (part = rl_paragraphs_next(outline, &paragraphs, NULL)) && text.size < 4 * MAX_CELL_LENGTH;) {
        if (text.size) rl_buffer_put(pool, &text, (const uint8_t *)" ", 1);
        rl_view own = rl_paragraph_text(outline, part, pool);
        rl_buffer_put(pool, &text, own.bytes, own.size);
    }
    return (rl_view){text.bytes, text.size};
}

static bool has_digit(rl_view text) {
    for (const uint8_t *at = text.bytes, *end = rl_end_of(text); at < end;)
        if (rl_kind(rl_decode(&at, end)) & RL_KIND_DIGIT) return true;
    return false;
}

static bool is_space(uint32_t point) { return (rl_kind(point) & RL_KIND_SPACE) != 0; }
static bool is_sign(uint32_t point) { return !rl_is_word_character(point) && !is_space(point); }

/* A number with at most three signs before it and two signs or short words after it: "$ 1,200", "5 km", "12–14 %". */
static bool is_number(rl_view text) {
    const uint8_t *at = text.bytes, *end = rl_end_of(text), *start = at;
    int signs = 0, after = 0, letters = 0;
    for (; at < end && is_sign(rl_decode(&at, end)); start = at) signs++;
    at = start;
    if (signs > 3) return false;
    if (at < end && !is_space(rl_decode(&at, end))) at = start;
    if (at == end || !(rl_kind(rl_decode(&at, end)) & RL_KIND_DIGIT)) return false;
    for (start = at; at < end; start = at) {
        uint32_t point = rl_decode(&at, end);
        bool is_part = (rl_kind(point) & RL_KIND_DIGIT) || is_space(point) || point == 0x2013 ||
                       (point < 0x80 && strchr(".,:/-", (int)point) && point);
        if (!is_part) break;
    }
    for (at = start; at < end;) {
        uint32_t point = rl_decode(&at, end);
        if (is_space(point) || (rl_kind(point) & RL_KIND_DIGIT)) return false;
        if (is_sign(point)) {
            letters = 0;
            after++;
        } else if (letters++ % 3 == 0) {
            after++;
        }
    }
    return after <= 2;
}

/* Whether no cell of the first row has a digit, and below one of them, but for the first, are numbers alone. The rows are
   of the same width, so that the columns are known without counting spans. */
static bool stands_above_numbers(const rl_outline *outline, const rl_part *first, int32_t width, rl_pool *pool) {
    enum { MOST_COLUMNS = 64 };
    bool are_numbers[MOST_COLUMNS];
    int32_t rows = 0, columns = width < MOST_COLUMNS ? width : MOST_COLUMNS;
    for (int32_t i = 0; i < columns; i++) are_numbers[i] = i > 0;
    for (const rl_part *row = row_after(outline, first); row && rows < SAMPLE_ROWS; row = row_after(outline, row), rows++) {
        int32_t column = 0;
        if (count_cells(outline, row) != width) return false;
        for (RL_EACH_CHILD(outline, row, cell)) {
            if (column < columns && are_numbers[column]) are_numbers[column] = is_number(cell_text(outline, cell, pool));
            column++;
        }
    }
    if (rows < MIN_NUMBER_ROWS) return false;
    for (RL_EACH_CHILD(outline, first, cell))
        if (has_digit(cell_text(outline, cell, pool))) return false;
    for (int32_t i = 1; i < columns; i++)
        if (are_numbers[i]) return true;
    return false;
}

static bool is_declared_header(const rl_outline *outline, const rl_part *row) {
    const rl_columns *columns = &outline->page->columns;
    int32_t around = row->node >= 0 ? columns->parent[row->node] : -1;
    if (around >= 0 && columns->tag[around] == RL_TAG_THEAD) return true;
    for (RL_EACH_CHILD(outline, row, cell))
        if (cell->kind != RL_PART_TH) return false;
    return true;
}

bool rl_has_header(const rl_outline *outline, const rl_part *table, rl_pool *pool) {
    const rl_part *first = first_row_of(outline, table), *second = first ? row_after(outline, first) : NULL;
    if (!first) return false;
    if (is_declared_header(outline, first)) return true;
    int32_t width = count_cells(outline, first);
    if (!second || width < 2 || width < count_cells(outline, second) - 1) return false;
    if (is_bold(outline, first)) {
        int32_t rows = 0;
        for (const rl_part *row = second; row && rows < SAMPLE_ROWS; row = row_after(outline, row), rows++)
            if (!is_bold(outline, row)) return true;
        return false;
    }
    return stands_above_numbers(outline, first, width, pool);
}

/* ---- Calendars ---- */

/* A day of a month, 0 where a text is none. */
static int day_of(rl_view text) {
    if (!text.size || text.size > 2) return 0;
    int number = 0;
    for (size_t i = 0; i < text.size; i++) {
        if (text.bytes[i] < '0' || text.bytes[i] > '9') return 0;
        number = 10 * number + (text.bytes[i] - '0');
    }
    return number <= 31 ? number : 0;
}

bool rl_is_calendar(const rl_outline *outline, const rl_part *table, rl_pool *pool) {
    enum { MIN_DAYS = 28, MAX_DAYS = 42, MAX_CELLS_BEFORE = 24, MOST_CELLS = 8 };  /* a week, and its number */
    int days = 0, last = 0, cells = 0;
    for (const rl_part *row = first_row_of(outline, table); row; row = row_after(outline, row)) {
        if (count_cells(outline, row) > MOST_CELLS) return false;
        for (RL_EACH_CHILD(outline, row, cell)) {
            rl_view text = cell_text(outline, cell, pool);
            int day = day_of(text);
            if (!days && ++cells > MAX_CELLS_BEFORE) return false;
            if (!day) {
                if (text.size && days && days < MIN_DAYS) return false;
                continue;
            }
            bool follows = !days || day == last + 1 || (day == 1 && last >= MIN_DAYS);
            if (!follows || ++days > MAX_DAYS) return false;
            last = day;
        }
    }
    return days >= MIN_DAYS;
}

/* ---- The grid ---- */

bool rl_parse_integer(rl_view value, int64_t *number) {
    enum { MOST_DIGITS = 9 };
    const uint8_t *at = value.bytes, *end = rl_end_of(value);
    while (at < end) {
        const uint8_t *here = at;
        if (!(rl_kind(rl_decode(&here, end)) & RL_KIND_SPACE)) break;
        at = here;
    }
    bool is_negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+')) at++;
    if (at == end || *at < '0' || *at > '9') return false;
    while (at < end && *at == '0') at++;
    int64_t found = 0;
    int digits = 0;
    for (; at < end && *at >= '0' && *at <= '9'; at++)
        if (digits++ < MOST_DIGITS) found = 10 * found + (*at - '0');
    if (digits > MOST_DIGITS) found = 1000000000;
    *number = is_negative ? -found : found;
    return true;
}

int32_t rl_span(const rl_columns *columns, int32_t cell, int32_t attribute, int32_t most) {
    int64_t number;
    if (cell < 0 || !rl_parse_integer(rl_value(columns, cell, attribute), &number) || number < 1) return 1;
    return number < most ? (int32_t)number : most;
}

int32_t *rl_row_numbers(const rl_outline *outline, const rl_part *table, int32_t *rows, rl_pool *pool) {
    const rl_columns *columns = &outline->page->columns;
    int32_t count = 0, number = 0, node = table->node;
    for (RL_EACH_CHILD(outline, table, part)) count += part->kind == RL_PART_TR;
    int32_t *numbers = RL_TAKE(pool, int32_t, (size_t)count + 1);
    int32_t place = 0;
    for (const rl_part *row = first_row_of(outline, table); row; row = row_after(outline, row)) {
        if (row->node < 0 || node < 0) {
            number++;
        } else {
            for (; node <= row->node && node < columns->count; node++) number += columns->tag[node] == RL_TAG_TR;
        }
        numbers[place++] = number;
    }
    *rows = count;
    return numbers;
}

int32_t rl_row_height(const int32_t *row_numbers, int32_t rows, int32_t row, int32_t span) {
    int32_t last = row;
    while (last < rows && row_numbers[last] < row_numbers[row] + span) last++;
    return last - row;
}

typedef struct {
    const rl_outline *outline;
    rl_pool *pool;
    rl_grid *grid;
    int32_t room;
    int32_t *taken_until;  /* by column: the row before which a cell from above covers it … */
    int32_t *taken_by;     /* … and that cell */
    int32_t taken_room;
    int32_t *repeats;
    int32_t spanned;       /* that are left */
} layout;

static void add_cell(layout *work, int32_t *size, int32_t cell) {
    if (*size == work->room) {
        work->room = (int32_t)rl_room(work->pool, (size_t)work->room, (size_t)*size + 1);
        RL_RESIZE(work->pool, work->grid->cells, int32_t, (size_t)work->room);
    }
    work->grid->cells[(*size)++] = cell;
}

static void reserve_columns(layout *work, int32_t columns) {
    if (columns <= work->taken_room) return;
    int32_t room = (int32_t)rl_room(work->pool, (size_t)work->taken_room, (size_t)columns);
    RL_RESIZE(work->pool, work->taken_until, int32_t, (size_t)room);
    RL_RESIZE(work->pool, work->taken_by, int32_t, (size_t)room);
    memset(work->taken_until + work->taken_room, 0, (size_t)(room - work->taken_room) * sizeof(int32_t));
    work->taken_room = room;
}

/* What stands in a place that a cell covers beside its first: nothing, or a short cell once more, as REPEATED - cell. */
static int32_t repeated(layout *work, int32_t cell) {
    enum { MAX_REPEATED_LENGTH = 100 };
    if (cell < 0 || !*work->repeats || is_compound(work->outline, &work->outline->parts[cell])) return RL_NO_PART;
    const rl_part *first = rl_first_child(work->outline, &work->outline->parts[cell]);
    if (!first || rl_paragraph_length(work->outline, first, MAX_REPEATED_LENGTH + 1) > MAX_REPEATED_LENGTH) return RL_NO_PART;
    --*work->repeats;
    return REPEATED - cell;
}

/* Put a cell of the page into its row; `part` is RL_NO_PART where it was not kept. */
static void place_cell(layout *work, int32_t start, int32_t *size, int32_t node, int32_t part, int32_t number) {
    const rl_columns *columns = &work->outline->page->columns;
    while (work->spanned && *size - start < work->taken_room && work->taken_until[*size - start] > number) {
        add_cell(work, size, repeated(work, work->taken_by[*size - start]));
        work->spanned--;
    }
    int32_t first = *size - start, width = 1;
    add_cell(work, size, part);
    int32_t extra = rl_span(columns, node, RL_ATTRIBUTE_COLSPAN, RL_MAX_COLUMNS) - 1;
    int32_t free_columns = RL_MAX_COLUMNS - (first + 1);
    if (extra > free_columns) extra = free_columns > 0 ? free_columns : 0;
    if (extra > work->spanned) extra = work->spanned;
    for (; width <= extra; width++) add_cell(work, size, repeated(work, part));
    work->spanned -= extra;
    int32_t height = rl_span(columns, node, RL_ATTRIBUTE_ROWSPAN, RL_MAX_ROWS);
    if (height < 2) return;
    reserve_columns(work, first + width);
    for (int32_t i = first; i < first + width; i++) work->taken_until[i] = number + height, work->taken_by[i] = part;
}

/* The cells of a row, also those without kept leaves, which stand between the kept ones. */
static void place_row(layout *work, const rl_part *row, int32_t number, int32_t *size) {
    const rl_outline *outline = work->outline;
    const rl_columns *columns = &outline->page->columns;
    int32_t start = *size;
    const rl_part *kept = rl_first_child(outline, row);
    if (row->node < 0) {
        for (; kept; kept = rl_next(outline, kept)) place_cell(work, start, size, kept->node, (int32_t)(kept - outline->parts), number);
        return;
    }
    for (int32_t node = row->node + 1; node < columns->end[row->node]; node = columns->end[node]) {
        if (!(rl_properties(columns->tag[node]) & RL_CELL)) continue;
        while (kept && kept->node < node) kept = rl_next(outline, kept);
        int32_t part = kept && kept->node == node ? (int32_t)(kept - outline->parts) : RL_NO_PART;
        place_cell(work, start, size, node, part, number);
    }
}

/* Leave columns out that have no kept cell of their own; rows end with their last cell. */
static void drop_empty_columns(rl_grid *grid, rl_pool *pool) {
    int32_t width = 0, used = 0, size = 0;
    for (int32_t row = 0; row < grid->rows; row++) {
        int32_t length = grid->starts[row + 1] - grid->starts[row];
        if (length > width) width = length;
    }
    int32_t *place = RL_TAKE_ZEROED(pool, int32_t, (size_t)width + 1);
    for (int32_t row = 0; row < grid->rows; row++)
        for (int32_t i = grid->starts[row]; i < grid->starts[row + 1]; i++)
            if (grid->cells[i] >= 0) place[i - grid->starts[row]] = 1;
    for (int32_t i = 0; i < width; i++) used += place[i];
    grid->width = 0;
    for (int32_t row = 0, from = 0; row < grid->rows; row++) {
        int32_t start = size, last = size, end = grid->starts[row + 1];
        for (int32_t i = from; i < end; i++) {
            if (!place[i - from]) continue;
            grid->cells[size++] = grid->cells[i] <= REPEATED ? REPEATED - grid->cells[i] : grid->cells[i];
            if (grid->cells[size - 1] >= 0) last = size;
        }
        size = last;
        from = end;
        grid->starts[row] = start;
        if (size - start > grid->width) grid->width = size - start;
    }
    grid->starts[grid->rows] = size;
}

void rl_grid_read(const rl_outline *outline, const rl_part *table, int32_t *repeats, rl_pool *pool, rl_grid *grid) {
    *grid = (rl_grid){0, NULL, NULL, 0};
    layout work = {.outline = outline, .pool = pool, .grid = grid, .spanned = MAX_SPANNED, .repeats = repeats};
    int32_t *numbers = rl_row_numbers(outline, table, &grid->rows, pool), size = 0, row = 0;
    grid->starts = RL_TAKE(pool, int32_t, (size_t)grid->rows + 1);
    grid->starts[0] = 0;
    for (const rl_part *part = first_row_of(outline, table); part; part = row_after(outline, part), row++) {
        place_row(&work, part, numbers[row], &size);
        grid->starts[row + 1] = size;
    }
    drop_empty_columns(grid, pool);
}

/* ---- Lists ---- */

int32_t *rl_item_numbers(const rl_outline *outline, const rl_part *list, int32_t *count, rl_pool *pool) {
    enum { MAX_NUMBER = 999999999 };  /* CommonMark reads nine digits */
    const rl_columns *columns = &outline->page->columns;
    int64_t current = 0, given;
    *count = 0;
    for (RL_EACH_CHILD(outline, list, item)) (void)item, ++*count;
    int32_t *numbers = RL_TAKE(pool, int32_t, (size_t)*count + 1), place = 0;
    if (list->node >= 0 && rl_parse_integer(rl_value(columns, list->node, RL_ATTRIBUTE_START), &given)) current = given - 1;
    int32_t row = list->node + 1, end = list->node >= 0 ? columns->end[list->node] : 0;
    int64_t last = 0;
    for (RL_EACH_CHILD(outline, list, item)) {
        bool is_found = false;
        for (; row < end && row <= item->node && !is_found; row = columns->end[row]) {
            if (columns->tag[row] != RL_TAG_LI) continue;
            current = rl_parse_integer(rl_value(columns, row, RL_ATTRIBUTE_VALUE), &given) ? given : current + 1;
            is_found = row == item->node;
        }
        last = is_found ? current : last + 1;  /* no child of its list: it counts on from the item before */
        last = last < 0 ? 0 : last > MAX_NUMBER ? MAX_NUMBER : last;
        numbers[place++] = (int32_t)last;
    }
    return numbers;
}
