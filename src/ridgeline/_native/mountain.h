/* Information Cells of the Mountain Model (mountain.c): what `ridgeline.extractors.mountain.cells` asks the page. */
#ifndef RIDGELINE_MOUNTAIN_H
#define RIDGELINE_MOUNTAIN_H

#include "page.h"

/* What is known of a cell, in the order of `cells.COLUMNS`. */
enum {
    RL_CELL_NODE,
    RL_CELL_LENGTH,       /* visible characters */
    RL_CELL_SHOWN,        /* characters but for the white space at both ends */
    RL_CELL_PUNCTUATION,  /* sentence ends, commas, semicolons */
    RL_CELL_ENDS,         /* sentence ends */
    RL_CELL_SPACELESS,    /* ideographs and kana */
    RL_CELL_ANCHOR,       /* whether it is in an `a` that has an address */
    RL_CELL_COLUMNS,
};

typedef int32_t rl_cell[RL_CELL_COLUMNS];

typedef struct {
    int32_t count;
    rl_cell *items;
} rl_cells;

/* The texts of the page that are neither code nor data, in document order. */
void rl_find_cells(const rl_columns *columns, rl_pool *pool, rl_cells *cells);

#endif
