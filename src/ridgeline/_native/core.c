/* The glue: the compiled core as the Python module `ridgeline._native._core`.

   Only this file knows Python, through the limited API, so that one binary serves every Python from 3.11 on. Nothing
   of a page becomes a Python object until somebody asks for it. Everything that takes time runs without the GIL. */
#ifndef Py_GIL_DISABLED
#define Py_LIMITED_API 0x030B0000
#endif
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <math.h>
#include <string.h>

#include "answer.h"
#include "characters.h"
#include "counting.h"
#include "finding.h"
#include "glance.h"
#include "inline.h"
#include "json_blocks.h"
#include "naming.h"
#include "notation.h"
#include "offsets.h"
#include "outline.h"
#include "parser.h"
#include "post_bodies.h"
#include "post_candidates.h"
#include "post_signs.h"
#include "post_tables.h"
#include "posts.h"
#include "reading.h"
#include "structure.h"
#include "text.h"
#include "utf8.h"
#include "visibility.h"
#include "word_pairs.h"

/* What a page may cost beside its source: more than any page within the limits needs. */
enum { LEAST_BYTES = 256 << 20, BYTES_PER_CHARACTER = 64 };
enum { MANY_LEAVES = 5000 };

typedef struct {
    PyTypeObject *page, *column, *texts, *attributes, *lexicon, *model, *reading, *outline, *signs;
} State;

static State *state_of(PyObject *module) { return PyModule_GetState(module); }

/* --- A page, and the objects that show parts of it and keep it alive. */

typedef struct PageObject {
    PyObject_HEAD
    PyObject *source;           /* the str or bytes that the columns point into; of a built page, what it was built from */
    struct PageObject *whole;   /* the page that this one is the beginning of, whose memory it shares */
    rl_limits limits;           /* that it was parsed with */
    rl_page page;
} PageObject;

typedef struct {
    PyObject_HEAD
    PageObject *owner;
} ViewObject;  /* of the texts, or of the attributes, of all rows */

typedef struct {
    PyObject_HEAD
    PyObject *owner;  /* of the memory */
    const void *items;
    Py_ssize_t size;  /* bytes */
} ColumnObject;

static PyObject *new_object(PyTypeObject *type) {
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    return allocate(type, 0);
}

static void free_object(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static void page_dealloc(PyObject *self) {
    PageObject *page = (PageObject *)self;
    rl_pool_end(&page->page.pool);
    Py_XDECREF(page->source);
    Py_XDECREF((PyObject *)page->whole);
    free_object(self);
}

static void view_dealloc(PyObject *self) {
    Py_XDECREF((PyObject *)((ViewObject *)self)->owner);
    free_object(self);
}

static void column_dealloc(PyObject *self) {
    Py_XDECREF(((ColumnObject *)self)->owner);
    free_object(self);
}

static int column_buffer(PyObject *self, Py_buffer *view, int flags) {
    ColumnObject *column = (ColumnObject *)self;
    return PyBuffer_FillInfo(view, self, (void *)column->items, column->size, 1, flags);
}

static PyObject *make_string(const rl_columns *columns, rl_slice slice) {
    /* Only the source of a fuzzer is not UTF-8 already. */
    return PyUnicode_DecodeUTF8((const char *)rl_bytes(columns, slice), (Py_ssize_t)slice.length, "replace");
}

static PyObject *string_of_view(rl_view text) {
    return PyUnicode_DecodeUTF8((const char *)text.bytes, (Py_ssize_t)text.size, "replace");
}

/* --- Parsing. */

static size_t most_bytes(size_t source_size) {
    if (source_size >= SIZE_MAX / 4 / BYTES_PER_CHARACTER) return SIZE_MAX / 2;
    return LEAST_BYTES + source_size * BYTES_PER_CHARACTER;
}

static bool parse_page(PageObject *self, const char *bytes, size_t size, const rl_limits *limits) {
    rl_page *page = &self->page;
    rl_pool scratch;
    volatile bool done = false;
    size_t most = most_bytes(size);
    rl_pool_begin(&page->pool, most);
    rl_pool_begin(&scratch, most);
    if (RL_TRY(&page->pool)) {
        if (RL_TRY(&scratch)) {
            rl_columns_begin(&page->columns, &page->pool, (const uint8_t *)bytes, size);
            rl_parse(&page->columns, &scratch, limits);
            rl_drop_carriers(&page->columns);
            rl_pool_end(&scratch);  /* the links between rows are a third of all, and no longer needed */
            rl_derive(&page->columns, &scratch, &page->derived);
            done = true;
        }
    }
    rl_pool_end(&scratch);
    return done;
}

static PyObject *core_parse(PyObject *module, PyObject *arguments) {
    PyObject *source;
    int depth, attributes, nodes;
    double seconds;
    if (!PyArg_ParseTuple(arguments, "Oiiid", &source, &depth, &attributes, &nodes, &seconds)) return NULL;
    Py_ssize_t size;
    const char *bytes;
    if (PyBytes_CheckExact(source)) {  /* UTF-8 already */
        bytes = PyBytes_AsString(source);
        size = PyBytes_Size(source);
    } else {
        bytes = PyUnicode_AsUTF8AndSize(source, &size);
    }
    if (!bytes) return NULL;
    PageObject *self = (PageObject *)new_object(state_of(module)->page);
    if (!self) return NULL;
    self->source = Py_NewRef(source);
    self->limits = (rl_limits){depth, attributes, nodes, seconds};
    bool done;
    Py_BEGIN_ALLOW_THREADS
    done = parse_page(self, bytes, (size_t)size, &self->limits);
    Py_END_ALLOW_THREADS
    if (!done) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    return (PyObject *)self;
}

/* --- The beginning of a page: its first rows, of which everything stays as it is. */

static int32_t leaves_before(const rl_derived *derived, int32_t row) {
    int32_t first = 0, end = derived->leaf_count;
    while (first < end) {
        int32_t middle = first + (end - first) / 2;
        if (derived->leaves[middle] < row) first = middle + 1;
        else end = middle;
    }
    return first;
}

static bool begin_page(rl_page *page, const rl_page *whole, int32_t rows) {
    volatile bool done = false;
    rl_pool_begin(&page->pool, SIZE_MAX / 2);
    page->columns = whole->columns;
    page->derived = whole->derived;
    page->columns.count = rows;
    page->derived.leaf_count = leaves_before(&whole->derived, rows);
    if (RL_TRY(&page->pool)) {
        int32_t *end = RL_TAKE(&page->pool, int32_t, (size_t)rows);
        for (int32_t row = 0; row < rows; row++) end[row] = whole->columns.end[row] < rows ? whole->columns.end[row] : rows;
        page->columns.end = end;
        done = true;
    }
    return done;
}

static PyObject *core_beginning(PyObject *module, PyObject *arguments) {
    PyObject *whole;
    int rows;
    State *state = state_of(module);
    if (!PyArg_ParseTuple(arguments, "O!i", state->page, &whole, &rows)) return NULL;
    const rl_page *page = &((PageObject *)whole)->page;
    if (rows < 1 || rows > page->columns.count) return PyErr_Format(PyExc_ValueError, "the page has no %d rows", rows);
    PageObject *self = (PageObject *)new_object(state->page);
    if (!self) return NULL;
    self->whole = (PageObject *)Py_NewRef(whole);
    if (begin_page(&self->page, page, rows)) return (PyObject *)self;
    Py_DECREF(self);
    return PyErr_NoMemory();
}

/* --- A page that is built from columns: those of augmented pages and of tests. Nothing of it has a place in a source. */

typedef struct {
    rl_columns *columns;
    PyObject *numbers;  /* of names of attributes: a dict */
    PyObject *names;    /* of tags beyond those of HTML, attributes and texts by row: tuples */
    PyObject *attributes, *texts;
    Py_buffer parents, tags;
    Py_ssize_t rows;
} Given;

/* A piece of text in the columns; false with an exception. */
static bool put_text(rl_columns *columns, PyObject *text, rl_slice *slice) {
    Py_ssize_t size;
    const char *bytes = PyUnicode_Check(text) ? PyUnicode_AsUTF8AndSize(text, &size) : NULL;
    if (bytes) *slice = rl_extra_put(columns, (const uint8_t *)bytes, (size_t)size);
    else if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "names and texts are strings");
    return bytes != NULL;
}

/* The number of a name of attributes; -1 with an exception. */
static int32_t number_of_name(const Given *given, PyObject *name) {
    PyObject *known = PyDict_GetItemWithError(given->numbers, name);
    if (known) return (int32_t)PyLong_AsLong(known);
    rl_slice slice;
    if (PyErr_Occurred() || !put_text(given->columns, name, &slice)) return -1;
    int32_t number = rl_attribute_name_add(given->columns, slice);
    PyObject *value = PyLong_FromLong(number);
    int failed = !value || PyDict_SetItem(given->numbers, name, value) < 0;
    Py_XDECREF(value);
    return failed ? -1 : number;
}

static bool put_attributes(const Given *given, int32_t row, PyObject *own) {
    PyObject *name, *value;
    Py_ssize_t at = 0;
    int32_t first = given->columns->attribute_count;
    if (!PyDict_Check(own)) {
        PyErr_SetString(PyExc_TypeError, "the attributes of a row are a dict");
        return false;
    }
    while (PyDict_Next(own, &at, &name, &value)) {
        rl_slice slice = {0, RL_NO_VALUE};
        int32_t number = number_of_name(given, name);
        if (number < 0 || (value != Py_None && !put_text(given->columns, value, &slice))) return false;
        rl_attribute_add(given->columns, number, slice);
    }
    given->columns->content[row] = (rl_slice){(uint32_t)first, (uint32_t)(given->columns->attribute_count - first)};
    return true;
}

/* Put a row under its parent, which has to be the row before or an element around that; `end` of what it closes. */
static bool put_place(rl_columns *columns, int32_t row, int32_t parent, int32_t tag, Py_ssize_t names) {
    bool is_right = row ? parent >= 0 : parent == -1 && tag != RL_TAG_TEXT;
    int32_t open = row - 1;
    while (is_right && open != parent) {
        columns->end[open] = row;
        open = columns->parent[open];
        is_right = open >= 0;
    }
    is_right = is_right && tag >= 0 && tag < RL_UNKNOWN + names && (!row || columns->tag[parent] != RL_TAG_TEXT);
    if (!is_right) PyErr_SetString(PyExc_ValueError, "rows are in document order, each below an element, with known tags");
    columns->parent[row] = parent;
    columns->tag[row] = tag;
    columns->start[row] = columns->stop[row] = RL_NO_PLACE;
    return is_right;
}

static bool put_row(const Given *given, int32_t row) {
    rl_columns *columns = given->columns;
    int32_t parent = ((const int32_t *)given->parents.buf)[row], tag = ((const int32_t *)given->tags.buf)[row];
    rl_row_add(columns);
    if (!put_place(columns, row, parent, tag, PyTuple_Size(given->names))) return false;
    if (tag != RL_TAG_TEXT) return put_attributes(given, row, PyTuple_GetItem(given->attributes, row));
    rl_slice slice;
    if (!put_text(columns, PyTuple_GetItem(given->texts, row), &slice)) return false;
    columns->content[row] = slice;
    columns->blank[row] = rl_is_blank(rl_bytes(columns, slice), slice.length);
    return true;
}

static bool put_rows(const Given *given) {
    rl_columns *columns = given->columns;
    for (int32_t i = 0; i < RL_KNOWN_ATTRIBUTES; i++) {
        PyObject *number = PyLong_FromLong(i);
        int failed = !number || PyDict_SetItemString(given->numbers, RL_ATTRIBUTE_NAMES[i], number) < 0;
        Py_XDECREF(number);
        if (failed) return false;
    }
    for (Py_ssize_t i = 0; i < PyTuple_Size(given->names); i++) {
        rl_slice slice;
        if (!put_text(columns, PyTuple_GetItem(given->names, i), &slice)) return false;
        rl_tag_name_add(columns, slice);
    }
    for (int32_t row = 0; row < given->rows; row++)
        if (!put_row(given, row)) return false;
    for (int32_t open = columns->count - 1; open >= 0; open = columns->parent[open]) columns->end[open] = columns->count;
    return true;
}

static bool are_fitting(const Given *given) {
    Py_ssize_t size = given->rows * (Py_ssize_t)sizeof(int32_t);
    return given->rows > 0 && given->rows < INT32_MAX / 2 && given->parents.len == size && given->tags.len == size &&
           PyTuple_Size(given->attributes) == given->rows;
}

/* Whether the page was built; else there is an exception, or no memory was left. */
static bool build_page(PageObject *self, Given *given) {
    rl_page *page = &self->page;
    rl_pool scratch;
    volatile bool done = false;
    rl_pool_begin(&page->pool, SIZE_MAX / 2);
    rl_pool_begin(&scratch, SIZE_MAX / 2);
    if (RL_TRY(&page->pool)) {
        if (RL_TRY(&scratch)) {
            rl_columns_begin(&page->columns, &page->pool, (const uint8_t *)"", 0);
            given->columns = &page->columns;
            if (put_rows(given)) {
                rl_derive(&page->columns, &scratch, &page->derived);
                done = true;
            }
        }
    }
    rl_pool_end(&scratch);
    return done;
}

static PyObject *build(State *state, PyObject *arguments, Given *given) {
    if (!are_fitting(given)) {
        PyErr_SetString(PyExc_ValueError, "columns are int32 and tuples of the same length, and not empty");
        return NULL;
    }
    given->numbers = PyDict_New();
    PageObject *self = given->numbers ? (PageObject *)new_object(state->page) : NULL;
    if (self) {
        self->source = Py_NewRef(arguments);
        if (!build_page(self, given)) {
            Py_CLEAR(self);
            if (!PyErr_Occurred()) PyErr_NoMemory();
        }
    }
    Py_XDECREF(given->numbers);
    return (PyObject *)self;
}

static PyObject *core_build(PyObject *module, PyObject *arguments) {
    PyObject *parents, *tags, *built = NULL;
    Given given = {0};
    if (!PyArg_ParseTuple(arguments, "OOO!O!O!", &parents, &tags, &PyTuple_Type, &given.names, &PyTuple_Type,
                          &given.attributes, &PyTuple_Type, &given.texts))
        return NULL;
    if (PyObject_GetBuffer(parents, &given.parents, PyBUF_SIMPLE) < 0) return NULL;
    if (PyObject_GetBuffer(tags, &given.tags, PyBUF_SIMPLE) == 0) {
        given.rows = PyTuple_Size(given.texts);
        built = build(state_of(module), arguments, &given);
        PyBuffer_Release(&given.tags);
    }
    PyBuffer_Release(&given.parents);
    return built;
}

/* --- Columns as buffers. */

/* A column by name of one of the objects that own some. */
typedef struct {
    const char *name;
    const void *items;
    size_t size;  /* bytes */
} Known;

static PyObject *column_of(PyObject *owner, PyTypeObject *defining, const Known *known, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(known[i].name, name)) continue;
        State *state = PyType_GetModuleState(defining);
        ColumnObject *column = state ? (ColumnObject *)new_object(state->column) : NULL;
        if (!column) return NULL;
        column->owner = Py_NewRef(owner);
        column->items = known[i].items ? known[i].items : "";
        column->size = (Py_ssize_t)known[i].size;
        return (PyObject *)column;
    }
    return PyErr_Format(PyExc_KeyError, "no column is called %s", name);
}

static const char *column_name(PyObject *const *arguments, Py_ssize_t count, PyObject *keywords) {
    if (count == 1 && !keywords && PyUnicode_Check(arguments[0])) return PyUnicode_AsUTF8AndSize(arguments[0], NULL);
    PyErr_SetString(PyExc_TypeError, "column takes the name of a column");
    return NULL;
}

static PyObject *page_column(PyObject *self, PyTypeObject *defining, PyObject *const *arguments, Py_ssize_t count,
                             PyObject *keywords) {
    const char *name = column_name(arguments, count, keywords);
    if (!name) return NULL;
    PageObject *page = (PageObject *)self;
    const rl_columns *columns = &page->page.columns;
    const rl_derived *derived = &page->page.derived;
    const size_t rows = (size_t)columns->count, leaves = (size_t)derived->leaf_count;
    const Known known[] = {
        {"parent", columns->parent, rows * sizeof(int32_t)},
        {"end", columns->end, rows * sizeof(int32_t)},
        {"tag", columns->tag, rows * sizeof(int32_t)},
        {"blank", columns->blank, rows},
        {"depth", derived->depth, rows * sizeof(int32_t)},
        {"block", derived->block, rows * sizeof(int32_t)},
        {"preformatted", derived->preformatted, rows * sizeof(int32_t)},
        {"hidden", derived->hidden, rows},
        {"leaves", derived->leaves, leaves * sizeof(int32_t)},
        {"breaks", derived->breaks, leaves * sizeof(int32_t)},
        {"leaf_lengths", derived->characters, leaves * sizeof(int32_t)},
    };
    return column_of(self, defining, known, sizeof known / sizeof known[0], name);
}

/* --- Texts and attributes, made when they are asked for. */

static Py_ssize_t view_length(PyObject *self) { return ((ViewObject *)self)->owner->page.columns.count; }

static PyObject *text_at(const rl_columns *columns, int32_t row) {
    bool is_text = columns->tag[row] == RL_TAG_TEXT;
    return is_text ? make_string(columns, columns->content[row]) : PyUnicode_FromStringAndSize("", 0);
}

static PyObject *value_at(const rl_columns *columns, uint32_t attribute) {
    rl_slice value = columns->attribute_value[attribute];
    return value.length == RL_NO_VALUE ? Py_NewRef(Py_None) : make_string(columns, value);
}

static PyObject *attributes_at(const rl_columns *columns, int32_t row) {
    PyObject *found = PyDict_New();
    if (!found || columns->tag[row] == RL_TAG_TEXT) return found;
    rl_slice own = columns->content[row];
    for (uint32_t i = own.offset; i < own.offset + own.length; i++) {
        PyObject *name = make_string(columns, columns->attribute_names[columns->attribute_name[i]]);
        PyObject *value = name ? value_at(columns, i) : NULL;
        int failed = !value || PyDict_SetItem(found, name, value) < 0;
        Py_XDECREF(name);
        Py_XDECREF(value);
        if (failed) {
            Py_DECREF(found);
            return NULL;
        }
    }
    return found;
}

typedef PyObject *(*ItemAt)(const rl_columns *, int32_t);

static PyObject *item_of(PyObject *self, Py_ssize_t index, ItemAt at) {
    const rl_columns *columns = &((ViewObject *)self)->owner->page.columns;
    if (index < 0 || index >= columns->count) {
        PyErr_SetString(PyExc_IndexError, "the page has no such row");
        return NULL;
    }
    return at(columns, (int32_t)index);
}

static PyObject *slice_of(PyObject *self, PyObject *key, ItemAt at) {
    Py_ssize_t start, stop, step;
    if (PySlice_Unpack(key, &start, &stop, &step) < 0) return NULL;
    Py_ssize_t count = PySlice_AdjustIndices(view_length(self), &start, &stop, step);
    PyObject *found = PyTuple_New(count);
    for (Py_ssize_t i = 0; found && i < count; i++) {
        PyObject *item = item_of(self, start + i * step, at);
        if (!item || PyTuple_SetItem(found, i, item) < 0) Py_CLEAR(found);
    }
    return found;
}

static PyObject *subscript_of(PyObject *self, PyObject *key, ItemAt at) {
    if (PySlice_Check(key)) return slice_of(self, key, at);
    Py_ssize_t index = PyNumber_AsSsize_t(key, PyExc_IndexError);
    if (index == -1 && PyErr_Occurred()) return NULL;
    return item_of(self, index < 0 ? index + view_length(self) : index, at);
}

static PyObject *texts_item(PyObject *self, Py_ssize_t index) { return item_of(self, index, text_at); }
static PyObject *texts_subscript(PyObject *self, PyObject *key) { return subscript_of(self, key, text_at); }
static PyObject *attributes_item(PyObject *self, Py_ssize_t index) { return item_of(self, index, attributes_at); }
static PyObject *attributes_subscript(PyObject *self, PyObject *key) { return subscript_of(self, key, attributes_at); }

/* Compares and shows itself as the tuple of its items. */
static PyObject *view_compare(PyObject *self, PyObject *other, int operation) {
    if (!PyTuple_Check(other) && Py_TYPE(other) != Py_TYPE(self)) return Py_NewRef(Py_NotImplemented);
    PyObject *ours = PySequence_Tuple(self), *theirs = ours ? PySequence_Tuple(other) : NULL;
    PyObject *answer = theirs ? PyObject_RichCompare(ours, theirs, operation) : NULL;
    Py_XDECREF(ours);
    Py_XDECREF(theirs);
    return answer;
}

static PyObject *view_repr(PyObject *self) {
    PyObject *items = PySequence_Tuple(self);
    PyObject *shown = items ? PyObject_Repr(items) : NULL;
    Py_XDECREF(items);
    return shown;
}

static PyObject *new_view(PyObject *self, PyTypeObject *type) {
    ViewObject *view = (ViewObject *)new_object(type);
    if (view) view->owner = (PageObject *)Py_NewRef(self);
    return (PyObject *)view;
}

static PyObject *view_of(PyObject *module, PyObject *page, PyTypeObject *type) {
    if (PyObject_TypeCheck(page, state_of(module)->page)) return new_view(page, type);
    PyErr_SetString(PyExc_TypeError, "a page of the compiled core is needed");
    return NULL;
}

static PyObject *core_texts(PyObject *module, PyObject *page) { return view_of(module, page, state_of(module)->texts); }

static PyObject *core_attributes(PyObject *module, PyObject *page) {
    return view_of(module, page, state_of(module)->attributes);
}

/* --- Pickling: a page is parsed again in the other process, and views are made of it. */

static PyObject *reduced(PyObject *self, const char *function, PyObject *arguments) {
    PyObject *module = arguments ? PyType_GetModule(Py_TYPE(self)) : NULL;  /* borrowed */
    PyObject *make = module ? PyObject_GetAttrString(module, function) : NULL;
    if (make) return Py_BuildValue("NN", make, arguments);
    Py_XDECREF(arguments);
    return NULL;
}

static PyObject *page_reduce(PyObject *self, PyObject *unused) {
    (void)unused;
    const PageObject *page = (PageObject *)self;
    const rl_limits *limits = &page->limits;
    if (page->whole) return reduced(self, "beginning", Py_BuildValue("Oi", page->whole, (int)page->page.columns.count));
    if (PyTuple_Check(page->source)) return reduced(self, "build", Py_NewRef(page->source));
    return reduced(self, "parse", Py_BuildValue("Oiiid", page->source, (int)limits->depth, (int)limits->attributes,
                                                (int)limits->nodes, limits->seconds));
}

static PyObject *texts_reduce(PyObject *self, PyObject *unused) {
    (void)unused;
    return reduced(self, "texts", Py_BuildValue("(O)", ((ViewObject *)self)->owner));
}

static PyObject *attributes_reduce(PyObject *self, PyObject *unused) {
    (void)unused;
    return reduced(self, "attributes", Py_BuildValue("(O)", ((ViewObject *)self)->owner));
}

static PyObject *page_leaf_texts(PyObject *self, PyObject *unused) {
    (void)unused;
    const rl_page *page = &((PageObject *)self)->page;
    PyObject *texts = PyTuple_New(page->derived.leaf_count);
    for (int32_t i = 0; texts && i < page->derived.leaf_count; i++) {
        PyObject *text = text_at(&page->columns, page->derived.leaves[i]);
        if (!text || PyTuple_SetItem(texts, i, text) < 0) Py_CLEAR(texts);
    }
    return texts;
}

static PyObject *strings(const rl_columns *columns, const rl_slice *slices, int32_t count) {
    PyObject *found = PyTuple_New(count);
    for (int32_t i = 0; found && i < count; i++) {
        PyObject *text = make_string(columns, slices[i]);
        if (!text || PyTuple_SetItem(found, i, text) < 0) Py_CLEAR(found);
    }
    return found;
}

static PyObject *page_tag_names(PyObject *self, PyObject *unused) {
    (void)unused;
    const rl_columns *columns = &((PageObject *)self)->page.columns;
    return strings(columns, columns->tag_names, columns->tag_name_count);
}

static PyObject *page_attribute_names(PyObject *self, PyObject *unused) {
    (void)unused;
    const rl_columns *columns = &((PageObject *)self)->page.columns;
    return strings(columns, columns->attribute_names, columns->attribute_name_count);
}

/* --- Questions about the rows, so that nobody has to read all of them. */

static int append_row(PyObject *rows, int32_t row) {
    PyObject *number = PyLong_FromLong(row);
    int failed = !number || PyList_Append(rows, number) < 0;
    Py_XDECREF(number);
    return failed ? -1 : 0;
}

static bool is_name(const rl_columns *columns, int32_t name, const char *bytes, size_t size) {
    rl_slice known = columns->attribute_names[name];
    return known.length == size && !memcmp(rl_bytes(columns, known), bytes, size);
}

static int32_t position_of(const rl_columns *columns, const char *name, size_t size) {
    for (int32_t i = 0; i < columns->attribute_name_count; i++)
        if (is_name(columns, i, name, size)) return i;
    return -1;
}

/* The position of a name among those of the attributes; -1 where no element has it. */
static int32_t find_name(const rl_columns *columns, const char *name) { return position_of(columns, name, strlen(name)); }

/* The same, of a string; -2 with an exception. */
static int32_t name_position(const rl_columns *columns, PyObject *name) {
    Py_ssize_t size;
    const char *bytes = PyUnicode_AsUTF8AndSize(name, &size);
    return bytes ? position_of(columns, bytes, (size_t)size) : -2;
}

/* (name) → the rows that have this attribute: a list, in document order. */
static PyObject *page_having(PyObject *self, PyObject *name) {
    const rl_columns *columns = &((PageObject *)self)->page.columns;
    int32_t position = name_position(columns, name);
    PyObject *rows = position == -2 ? NULL : PyList_New(0);
    for (int32_t row = 0; rows && position >= 0 && row < columns->count; row++)
        if (rl_attribute(columns, row, position) && append_row(rows, row) < 0) Py_CLEAR(rows);
    return rows;
}

static rl_view cut_characters(rl_view text, size_t most) {
    if (text.size <= most) return text;
    const uint8_t *at = text.bytes, *end = rl_end_of(text);
    while (at < end && most--) rl_decode(&at, end);
    return (rl_view){text.bytes, (size_t)(at - text.bytes)};
}

/* (row, name, most) → the value of an attribute, "" where it has none, None where it is not there; of at most so many
   characters where that is given and not negative. */
static PyObject *page_value(PyObject *self, PyObject *const *arguments, Py_ssize_t count) {
    const rl_columns *columns = &((PageObject *)self)->page.columns;
    if (count != 2 && count != 3) return PyErr_Format(PyExc_TypeError, "value takes a row, the name of an attribute, a length");
    Py_ssize_t row = PyNumber_AsSsize_t(arguments[0], PyExc_IndexError), size, most = -1;
    if (row == -1 && PyErr_Occurred()) return NULL;
    if (count == 3 && (most = PyNumber_AsSsize_t(arguments[2], NULL)) == -1 && PyErr_Occurred()) return NULL;
    if (row < 0 || row >= columns->count) return PyErr_Format(PyExc_IndexError, "the page has no such row");
    const char *name = PyUnicode_AsUTF8AndSize(arguments[1], &size);
    if (!name) return NULL;
    if (columns->tag[row] == RL_TAG_TEXT) return Py_NewRef(Py_None);
    rl_slice own = columns->content[row];
    for (uint32_t i = own.offset; i < own.offset + own.length; i++) {
        if (!is_name(columns, columns->attribute_name[i], name, (size_t)size)) continue;
        rl_slice value = columns->attribute_value[i];
        if (value.length == RL_NO_VALUE) return PyUnicode_FromStringAndSize("", 0);
        rl_view text = {rl_bytes(columns, value), value.length};
        return string_of_view(most < 0 ? text : cut_characters(text, (size_t)most));
    }
    return Py_NewRef(Py_None);
}

/* Strings to look for, all at once: by their first byte, and by their second, in lower case or not, those that have it
   there, as bits. A string of one byte may have any second. */
enum { MOST_PARTS = 64 };
typedef struct {
    const char *bytes[MOST_PARTS];
    size_t sizes[MOST_PARTS];
    uint64_t first[256], second[256];
} Parts;

static void add_byte(uint64_t *having, char byte, uint64_t part) {
    having[(uint8_t)byte] |= part;
    if (byte >= 'a' && byte <= 'z') having[(uint8_t)byte ^ 0x20] |= part;
}

static int read_parts(PyObject *tuple, Parts *parts) {
    Py_ssize_t count = PyTuple_Size(tuple);
    memset(parts->first, 0, sizeof parts->first);
    memset(parts->second, 0, sizeof parts->second);
    for (Py_ssize_t i = 0; i < count && i < MOST_PARTS; i++) {
        Py_ssize_t size;
        parts->bytes[i] = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(tuple, i), &size);
        if (!parts->bytes[i]) return -1;
        parts->sizes[i] = (size_t)size;
        if (size) add_byte(parts->first, parts->bytes[i][0], UINT64_C(1) << i);
        if (size > 1) add_byte(parts->second, parts->bytes[i][1], UINT64_C(1) << i);
        for (int byte = 0; size == 1 && byte < 256; byte++) parts->second[byte] |= UINT64_C(1) << i;
    }
    if (count >= 0 && count <= MOST_PARTS) return 0;
    if (count >= 0) PyErr_SetString(PyExc_ValueError, "too many strings to look for");
    return -1;
}

static uint8_t lowered(uint8_t byte) { return byte >= 'A' && byte <= 'Z' ? (uint8_t)(byte | 0x20) : byte; }

static bool starts_with(const uint8_t *bytes, size_t size, const char *part, size_t part_size) {
    if (part_size > size) return false;
    for (size_t i = 0; i < part_size; i++)
        if (lowered(bytes[i]) != (uint8_t)part[i]) return false;
    return true;
}

/* The parts that a text contains, as bits; once one of `enough` is found, the others are not looked for. */
static uint64_t parts_in(const uint8_t *bytes, size_t size, const Parts *parts, uint64_t enough) {
    uint64_t found = 0;
    for (size_t at = 0; at < size; at++) {
        uint64_t candidates = parts->first[bytes[at]];
        if (candidates) candidates &= parts->second[at + 1 < size ? bytes[at + 1] : 0] & ~found;
        for (; candidates; candidates &= candidates - 1) {
            int i = __builtin_ctzll(candidates);
            if (starts_with(bytes + at, size - at, parts->bytes[i], parts->sizes[i])) found |= UINT64_C(1) << i;
        }
        if (found & enough) return found;
    }
    return found;
}

static bool has_part(const uint8_t *bytes, size_t size, const Parts *parts) {
    return parts_in(bytes, size, parts, UINT64_MAX) != 0;
}

/* Values that were looked at, by a few of their bytes: most classes of a page stand there many times. */
enum { REMEMBERED = 256 };
typedef struct {
    rl_slice value;
    bool is_known;
    uint64_t parts;
} Remembered;

static uint64_t parts_in_value(const rl_columns *columns, rl_slice value, const Parts *parts, uint64_t enough, Remembered *known) {
    if (value.length == 0) return 0;
    const uint8_t *bytes = rl_bytes(columns, value);
    uint32_t key = value.length * 31 + bytes[0] * 7 + bytes[value.length / 2] * 13 + bytes[value.length - 1];
    Remembered *own = &known[key % REMEMBERED];
    if (!own->is_known || own->value.length != value.length || memcmp(rl_bytes(columns, own->value), bytes, value.length))
        *own = (Remembered){value, true, parts_in(bytes, value.length, parts, enough)};
    return own->parts;
}

/* (name, parts) → the rows whose attribute contains one of these strings, ASCII in lower case; its case is ignored. */
static PyObject *page_containing(PyObject *self, PyObject *arguments) {
    const rl_columns *columns = &((PageObject *)self)->page.columns;
    PyObject *name, *tuple;
    Parts parts;
    if (!PyArg_ParseTuple(arguments, "O!O!", &PyUnicode_Type, &name, &PyTuple_Type, &tuple)) return NULL;
    int32_t position = name_position(columns, name);
    if (position == -2 || read_parts(tuple, &parts) < 0) return NULL;
    Remembered known[REMEMBERED] = {0};
    PyObject *rows = PyList_New(0);
    for (int32_t row = 0; rows && position >= 0 && row < columns->count; row++) {
        const rl_slice *value = rl_attribute(columns, row, position);
        if (!value || value->length == RL_NO_VALUE) continue;
        if (parts_in_value(columns, *value, &parts, UINT64_MAX, known) && append_row(rows, row) < 0) Py_CLEAR(rows);
    }
    return rows;
}

static PyObject *empty_lists(int count) {
    PyObject *lists = PyTuple_New(count);
    for (int i = 0; lists && i < count; i++) {
        PyObject *list = PyList_New(0);
        if (!list || PyTuple_SetItem(lists, i, list) < 0) Py_CLEAR(lists);
    }
    return lists;
}

static bool is_in_silent(const rl_columns *columns, int32_t row) {
    int32_t parent = columns->parent[row];
    return parent >= 0 && rl_properties(columns->tag[parent]) & RL_SILENT;
}

enum { LONG_TEXT = 200 };  /* a shorter one is searched before it is asked where it stands */

/* (texts) → the rows of the texts that contain each of these, which are not empty and should be short: a list of each; none in
   a script or its like, which have most of the bytes of many pages. */
static PyObject *page_saying(PyObject *self, PyObject *texts) {
    enum { MOST_TEXTS = 8 };
    const rl_columns *columns = &((PageObject *)self)->page.columns;
    rl_wanted wanted[MOST_TEXTS];
    const Py_ssize_t count = PyTuple_Size(texts);
    if (count > MOST_TEXTS) return PyErr_Format(PyExc_ValueError, "too many texts to look for");
    for (Py_ssize_t i = 0, size; i < count; i++) {
        const char *bytes = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(texts, i), &size);
        if (!bytes) return NULL;
        wanted[i] = rl_want((rl_view){(const uint8_t *)bytes, (size_t)size});
    }
    PyObject *lists = count < 0 ? NULL : empty_lists((int)count);
    for (int32_t row = 0; lists && row < columns->count; row++) {
        if (columns->tag[row] != RL_TAG_TEXT || columns->blank[row]) continue;
        const rl_view text = rl_text_of(columns, row);
        if (text.size > LONG_TEXT && is_in_silent(columns, row)) continue;
        for (Py_ssize_t i = 0; lists && i < count; i++)
            if (rl_has_text(text, &wanted[i]) && !is_in_silent(columns, row) && append_row(PyTuple_GetItem(lists, i), row) < 0)
                Py_CLEAR(lists);
    }
    return lists;
}

/* (tag, names) → the rows of the elements with this tag and the values of these attributes: tuples, in document order.
   The value of an attribute that is not there, or has none, is None. */
static PyObject *page_tagged(PyObject *self, PyObject *arguments) {
    const rl_columns *columns = &((PageObject *)self)->page.columns;
    enum { MOST_NAMES = 8 };
    int32_t positions[MOST_NAMES];
    PyObject *names;
    int tag;
    if (!PyArg_ParseTuple(arguments, "iO!", &tag, &PyTuple_Type, &names)) return NULL;
    Py_ssize_t count = PyTuple_Size(names);
    if (count > MOST_NAMES) return PyErr_Format(PyExc_ValueError, "too many attributes to read");
    for (Py_ssize_t i = 0; i < count; i++)
        if ((positions[i] = name_position(columns, PyTuple_GetItem(names, i))) == -2) return NULL;
    PyObject *found = PyList_New(0);
    for (int32_t row = 0; found && row < columns->count; row++) {
        if (columns->tag[row] != tag) continue;
        PyObject *entry = PyTuple_New(count + 1), *item = entry ? PyLong_FromLong(row) : NULL;
        bool failed = !item || PyTuple_SetItem(entry, 0, item) < 0;
        for (Py_ssize_t i = 0; !failed && i < count; i++) {
            const rl_slice *value = positions[i] < 0 ? NULL : rl_attribute(columns, row, positions[i]);
            item = value && value->length != RL_NO_VALUE ? make_string(columns, *value) : Py_NewRef(Py_None);
            failed = !item || PyTuple_SetItem(entry, i + 1, item) < 0;
        }
        if (failed || PyList_Append(found, entry) < 0) Py_CLEAR(found);
        Py_XDECREF(entry);
    }
    return found;
}

static PyObject *string_of(const rl_columns *columns, int32_t row, int32_t name) {
    const rl_slice *value = rl_attribute(columns, row, name);
    return make_string(columns, value && value->length != RL_NO_VALUE ? *value : (rl_slice){0, 0});
}

static bool is_value(const rl_columns *columns, int32_t row, int32_t name, const char *text) {
    rl_view value = rl_value(columns, row, name);
    return value.size == strlen(text) && starts_with(value.bytes, value.size, text, value.size);
}

static bool append_new(PyObject *list, PyObject *item) {
    bool failed = !item || PyList_Append(list, item) < 0;
    Py_XDECREF(item);
    return !failed;
}

/* → what the page says of itself: the addresses of its canonical links, what its generators are called, and the ids and
   classes of `html` and `body`; three lists of strings. */
static PyObject *page_identity(PyObject *self, PyObject *unused) {
    (void)unused;
    const rl_columns *columns = &((PageObject *)self)->page.columns;
    PyObject *links = PyList_New(0), *generators = PyList_New(0), *marks = PyList_New(0);
    bool is_well = links && generators && marks;
    for (int32_t row = 0; is_well && row < columns->count; row++) {
        int32_t tag = columns->tag[row];
        if (tag == RL_TAG_LINK && is_value(columns, row, RL_ATTRIBUTE_REL, "canonical"))
            is_well = append_new(links, string_of(columns, row, RL_ATTRIBUTE_HREF));
        else if (tag == RL_TAG_META && is_value(columns, row, RL_ATTRIBUTE_NAME, "generator"))
            is_well = append_new(generators, string_of(columns, row, RL_ATTRIBUTE_CONTENT));
        else if (tag == RL_TAG_HTML || tag == RL_TAG_BODY)
            is_well = append_new(marks, string_of(columns, row, RL_ATTRIBUTE_ID)) &&
                      append_new(marks, string_of(columns, row, RL_ATTRIBUTE_CLASS));
    }
    PyObject *answer = is_well ? PyTuple_Pack(3, links, generators, marks) : NULL;
    Py_XDECREF(links);
    Py_XDECREF(generators);
    Py_XDECREF(marks);
    return answer;
}

/* Add a row to those of a value: a dictionary of lists. An attribute without a value has "". */
static bool add_by_value(PyObject *found, const rl_columns *columns, rl_slice own, int32_t row) {
    PyObject *value = own.length == RL_NO_VALUE ? PyUnicode_FromStringAndSize("", 0) : make_string(columns, own);
    PyObject *rows = value ? PyDict_GetItemWithError(found, value) : NULL;
    bool failed = !value || (!rows && PyErr_Occurred());
    if (!failed && !rows) {
        rows = PyList_New(0);
        failed = !rows || PyDict_SetItem(found, value, rows) < 0;
        Py_XDECREF(rows);  /* the dictionary has it */
    }
    Py_XDECREF(value);
    return !failed && append_row(rows, row) == 0;
}

/* (name) → the rows that have this attribute, by its value: lists, in document order. */
static PyObject *page_by_value(PyObject *self, PyObject *name) {
    const rl_columns *columns = &((PageObject *)self)->page.columns;
    int32_t position = name_position(columns, name);
    PyObject *found = position == -2 ? NULL : PyDict_New();
    for (int32_t row = 0; found && position >= 0 && row < columns->count; row++) {
        const rl_slice *own = rl_attribute(columns, row, position);
        if (own && !add_by_value(found, columns, *own, row)) Py_CLEAR(found);
    }
    return found;
}

/* --- What a page says about itself, in a pass over its tags, which is all that its title needs, and one over attributes. */

typedef struct {
    const rl_columns *columns;
    PyObject *meta, *times, *headings, *subheadings, *linked_data;
    int32_t http_equiv;  /* the position of the name of an attribute that has no number */
} StatedByTag;

typedef struct {
    const rl_columns *columns;
    PyObject *links, *anchors, *items, *itemtypes, *typeofs, *commons;
    int32_t itemtype, typeof_;
} StatedByAttribute;

static bool has_value(const rl_slice *value) { return value && value->length != RL_NO_VALUE; }

/* Longer ones, in bytes, are nobody's. */
enum { LONGEST_META_NAME = 200 };

/* A name in lower case. */
static PyObject *lower_name(rl_view name) {
    uint8_t lower[LONGEST_META_NAME * RL_LOWER_CHARACTER_BYTES];
    size_t left = name.size;
    uint8_t *end = rl_lower_text(lower, RL_ASCII_LOWER, name, &left);
    return string_of_view((rl_view){lower, (size_t)(end - lower)});
}

/* Add a content to those of a name, of bounded number: a dictionary of lists. */
static bool add_content(PyObject *meta, PyObject *name, PyObject *content) {
    enum { MOST_NAMES = 2000, MOST_CONTENTS = 200 };
    PyObject *list = PyDict_GetItemWithError(meta, name);
    if (list) return PyList_Size(list) >= MOST_CONTENTS || PyList_Append(list, content) == 0;
    if (PyErr_Occurred()) return false;
    if (PyDict_Size(meta) >= MOST_NAMES) return true;
    list = PyList_New(0);
    bool is_added = list && PyList_Append(list, content) == 0 && PyDict_SetItem(meta, name, list) == 0;
    Py_XDECREF(list);
    return is_added;
}

static bool add_meta(StatedByTag *stated, int32_t row) {
    const rl_columns *columns = stated->columns;
    const int32_t names[] = {RL_ATTRIBUTE_PROPERTY, RL_ATTRIBUTE_NAME, stated->http_equiv};
    const rl_slice *own = rl_attribute(columns, row, RL_ATTRIBUTE_CONTENT);
    if (!has_value(own) || !own->length || rl_is_blank(rl_bytes(columns, *own), own->length)) return true;
    PyObject *content = make_string(columns, *own);
    bool is_well = content != NULL;
    for (size_t i = 0; is_well && i < sizeof names / sizeof *names; i++) {
        rl_view name = names[i] < 0 ? (rl_view){NULL, 0} : rl_strip(rl_value(columns, row, names[i]));
        if (!name.size || name.size > LONGEST_META_NAME) continue;
        PyObject *plain = lower_name(name);
        is_well = plain && add_content(stated->meta, plain, content);
        Py_XDECREF(plain);
    }
    Py_XDECREF(content);
    return is_well;
}

/* The first word of a text, which then begins after it; an empty one where there is none. */
static rl_view next_word(rl_view *text) {
    const uint8_t *at = text->bytes, *end = rl_end_of(*text), *begin = at, *next = at;
    for (; at < end && rl_kind(rl_decode(&next, end)) & RL_KIND_SPACE; begin = at = next) {}
    for (next = at; at < end && !(rl_kind(rl_decode(&next, end)) & RL_KIND_SPACE); at = next) {}
    *text = (rl_view){at, (size_t)(end - at)};
    return (rl_view){begin, (size_t)(at - begin)};
}

/* Whether a word of a rel says what the page is about, or where it is: one of a link, or of another element. */
static bool is_telling(rl_view word, bool is_link) {
    static const char *const OF_LINKS[] = {"canonical", "license", "image_src"};
    static const char *const OF_OTHERS[] = {"author", "tag", "category", "license"};
    const char *const *words = is_link ? OF_LINKS : OF_OTHERS;
    for (size_t i = is_link ? 3 : 4; i--;)
        if (word.size == strlen(words[i]) && starts_with(word.bytes, word.size, words[i], word.size)) return true;
    return false;
}

/* Add an object, which is given away, to those of each telling word of a value, of every word where it is no rel. */
static bool add_by_word(PyObject *found, rl_view value, bool is_rel, bool is_link, PyObject *item) {
    bool is_well = item != NULL;
    for (rl_view word = next_word(&value); is_well && word.size; word = next_word(&value)) {
        if (word.size > LONGEST_META_NAME || (is_rel && !is_telling(word, is_link))) continue;
        PyObject *plain = lower_name(word);
        is_well = plain && add_content(found, plain, item);
        Py_XDECREF(plain);
    }
    Py_XDECREF(item);
    return is_well;
}

/* A link: its address, by the words of its rel. Another element: its row. */
static bool add_rel(StatedByAttribute *stated, int32_t row, rl_view rel) {
    const rl_columns *columns = stated->columns;
    if (columns->tag[row] != RL_TAG_LINK) return add_by_word(stated->anchors, rel, true, false, PyLong_FromLong(row));
    const rl_slice *address = rl_attribute(columns, row, RL_ATTRIBUTE_HREF);
    if (!has_value(address) || !address->length) return true;
    return add_by_word(stated->links, rel, true, true, make_string(columns, *address));
}

/* Whether an address is one of Creative Commons. */
static bool is_of_commons(rl_view url) {
    static const char *const STARTS[] = {"http://creativecommons.org/", "https://creativecommons.org/",
                                         "http://www.creativecommons.org/", "https://www.creativecommons.org/"};
    for (size_t i = 0; i < sizeof STARTS / sizeof *STARTS; i++)
        if (starts_with(url.bytes, url.size, STARTS[i], strlen(STARTS[i]))) return true;
    return false;
}

static bool is_linked_data(const rl_columns *columns, int32_t row) {
    static const char TYPE[] = "application/ld+json";
    rl_view type = rl_strip(rl_before(rl_value(columns, row, RL_ATTRIBUTE_TYPE), ';'));
    return type.size == sizeof TYPE - 1 && starts_with(type.bytes, type.size, TYPE, type.size);
}

/* The texts in an element, with nothing between them. */
static PyObject *text_in(const rl_columns *columns, int32_t row) {
    if (columns->end[row] == row + 2 && columns->tag[row + 1] == RL_TAG_TEXT) return make_string(columns, columns->content[row + 1]);
    PyObject *parts = PyList_New(0), *nothing = PyUnicode_FromStringAndSize("", 0), *joined = NULL;
    bool is_well = parts && nothing;
    for (int32_t inside = row + 1; is_well && inside < columns->end[row]; inside++)
        if (columns->tag[inside] == RL_TAG_TEXT) is_well = append_new(parts, make_string(columns, columns->content[inside]));
    if (is_well) joined = PyUnicode_Join(nothing, parts);
    Py_XDECREF(parts);
    Py_XDECREF(nothing);
    return joined;
}

/* (row) → the texts in it, with nothing between them. */
static PyObject *page_text_in(PyObject *self, PyObject *number) {
    const rl_columns *columns = &((PageObject *)self)->page.columns;
    Py_ssize_t row = PyNumber_AsSsize_t(number, PyExc_IndexError);
    if (row == -1 && PyErr_Occurred()) return NULL;
    if (row < 0 || row >= columns->count) return PyErr_Format(PyExc_IndexError, "the page has no such row");
    return columns->tag[row] == RL_TAG_TEXT ? make_string(columns, columns->content[row]) : text_in(columns, (int32_t)row);
}

static bool add_by_tag(StatedByTag *stated, int32_t row) {
    switch (stated->columns->tag[row]) {
    case RL_TAG_META: return add_meta(stated, row);
    case RL_TAG_TIME: return append_row(stated->times, row) == 0;
    case RL_TAG_H1: return append_row(stated->headings, row) == 0;
    case RL_TAG_H2: case RL_TAG_H3: return append_row(stated->subheadings, row) == 0;
    case RL_TAG_SCRIPT: return !is_linked_data(stated->columns, row) || append_row(stated->linked_data, row) == 0;
    default: return true;
    }
}

static bool add_by_attribute(StatedByAttribute *stated, int32_t row, int32_t name, rl_slice value) {
    const rl_view text = has_value(&value) ? (rl_view){rl_bytes(stated->columns, value), value.length} : (rl_view){NULL, 0};
    if (name == RL_ATTRIBUTE_REL) return add_rel(stated, row, text);
    if (name == RL_ATTRIBUTE_ITEMPROP) return add_by_word(stated->items, text, false, false, PyLong_FromLong(row));
    if (name == RL_ATTRIBUTE_HREF) return !is_of_commons(text) || append_row(stated->commons, row) == 0;
    if (name == stated->itemtype) return append_row(stated->itemtypes, row) == 0;
    return name != stated->typeof_ || append_row(stated->typeofs, row) == 0;
}

/* Whether an attribute says nothing, as most that are known; names that a page adds come last. */
static bool is_silent_attribute(int32_t name) {
    return name < RL_KNOWN_ATTRIBUTES && name != RL_ATTRIBUTE_REL && name != RL_ATTRIBUTE_ITEMPROP && name != RL_ATTRIBUTE_HREF;
}

static bool add_by_attributes(StatedByAttribute *stated, int32_t row) {
    const rl_columns *columns = stated->columns;
    const rl_slice own = columns->content[row];
    for (uint32_t i = own.offset; i < own.offset + own.length; i++) {
        const int32_t name = columns->attribute_name[i];
        if (!is_silent_attribute(name) && !add_by_attribute(stated, row, name, columns->attribute_value[i])) return false;
    }
    return true;
}

/* A tuple that owns these objects; NULL where one of them or it could not be made, and then none is left. */
static PyObject *tuple_of(PyObject *const *parts, Py_ssize_t count) {
    PyObject *tuple = PyTuple_New(count);
    bool is_well = tuple != NULL;
    for (Py_ssize_t i = 0; i < count; i++) {
        is_well = is_well && parts[i];
        if (tuple) PyTuple_SetItem(tuple, i, parts[i]);  /* which has them now */
        else Py_XDECREF(parts[i]);
    }
    if (!is_well) Py_CLEAR(tuple);
    return tuple;
}

/* → the contents of meta elements by name; the rows of `time`, of `h1`, of `h2` and `h3`, of scripts with JSON-LD. */
static PyObject *page_stated_by_tag(PyObject *self, PyObject *unused) {
    (void)unused;
    const rl_columns *columns = &((PageObject *)self)->page.columns;
    StatedByTag stated = {columns, PyDict_New(), PyList_New(0), PyList_New(0), PyList_New(0), PyList_New(0),
                          find_name(columns, "http-equiv")};
    PyObject *parts[] = {stated.meta, stated.times, stated.headings, stated.subheadings, stated.linked_data};
    PyObject *answer = tuple_of(parts, sizeof parts / sizeof *parts);
    for (int32_t row = 0; answer && row < columns->count; row++)
        if (!add_by_tag(&stated, row)) Py_CLEAR(answer);
    return answer;
}

/* → the addresses of links by each telling word of their rel; the rows of other elements, likewise; those by each word of their
   itemprop; those with itemtype and with typeof; those of links to Creative Commons. */
static PyObject *page_stated_by_attribute(PyObject *self, PyObject *unused) {
    (void)unused;
    const rl_columns *columns = &((PageObject *)self)->page.columns;
    StatedByAttribute stated = {columns, PyDict_New(), PyDict_New(), PyDict_New(), PyList_New(0), PyList_New(0), PyList_New(0),
                                find_name(columns, "itemtype"), find_name(columns, "typeof")};
    PyObject *parts[] = {stated.links, stated.anchors, stated.items, stated.itemtypes, stated.typeofs, stated.commons};
    PyObject *answer = tuple_of(parts, sizeof parts / sizeof *parts);
    for (int32_t row = 0; answer && row < columns->count; row++)
        if (columns->tag[row] != RL_TAG_TEXT && !add_by_attributes(&stated, row)) Py_CLEAR(answer);
    return answer;
}

/* → the text of the first `title` element outside of pictures that has one, on one line; None where there is none. */
static PyObject *page_title(PyObject *self, PyObject *unused) {
    (void)unused;
    const rl_columns *columns = &((PageObject *)self)->page.columns;
    for (int32_t row = 1; row < columns->count; row++) {
        if (columns->tag[row] != RL_TAG_TITLE || columns->tag[columns->parent[row]] == RL_TAG_SVG) continue;
        PyObject *text = text_in(columns, row), *words = text ? PyUnicode_Split(text, NULL, -1) : NULL;
        PyObject *space = words ? PyUnicode_FromStringAndSize(" ", 1) : NULL;
        PyObject *line = space ? PyUnicode_Join(space, words) : NULL;
        Py_XDECREF(text);
        Py_XDECREF(words);
        Py_XDECREF(space);
        if (!line || PyUnicode_GetLength(line)) return line;
        Py_DECREF(line);
    }
    return Py_NewRef(Py_None);
}

static size_t characters_of(rl_view text) {
    size_t count = 0;
    for (size_t i = 0; i < text.size; i++) count += (text.bytes[i] & 0xC0) != 0x80;
    return count;
}

/* Parts of classes that are looked for, and the lists of rows where they were found: by the first group of parts, by the others. */
typedef struct {
    const rl_columns *columns;
    Parts names;
    uint64_t first_names;  /* of `names`, as bits */
    Remembered known[REMEMBERED];
    PyObject *lists;
} Hints;

static bool add_named(Hints *hints, int32_t row) {
    enum { MOST_ROWS = 200, LONGEST_CLASS = 1000 };
    const rl_slice *value = rl_attribute(hints->columns, row, RL_ATTRIBUTE_CLASS);
    if (!has_value(value)) return true;
    const uint64_t all = parts_in_value(hints->columns, *value, &hints->names, 0, hints->known);
    if (!all || (value->length > LONGEST_CLASS && characters_of(rl_value(hints->columns, row, RL_ATTRIBUTE_CLASS)) > LONGEST_CLASS))
        return true;
    for (Py_ssize_t i = 0; i < 2; i++) {
        PyObject *rows = PyTuple_GetItem(hints->lists, i);
        bool is_meant = all & (i ? ~hints->first_names : hints->first_names);
        if (is_meant && PyList_Size(rows) < MOST_ROWS && append_row(rows, row) < 0) return false;
    }
    return true;
}

/* (parts of names, how many of them are one group) → the rows of elements whose class has a part of the first group or of the
   second, ASCII in lower case: a list each. */
static PyObject *page_hints(PyObject *self, PyObject *arguments) {
    Hints hints = {.columns = &((PageObject *)self)->page.columns};
    PyObject *names;
    int first;
    if (!PyArg_ParseTuple(arguments, "O!i", &PyTuple_Type, &names, &first) || read_parts(names, &hints.names) < 0) return NULL;
    if (first < 0 || first >= MOST_PARTS) return PyErr_Format(PyExc_ValueError, "sizes are not negative");
    hints.first_names = (UINT64_C(1) << first) - 1;
    hints.lists = empty_lists(2);
    bool is_well = hints.lists != NULL;
    for (int32_t row = 0; is_well && row < hints.columns->count; row++)
        is_well = hints.columns->tag[row] == RL_TAG_TEXT || add_named(&hints, row);
    if (!is_well) Py_CLEAR(hints.lists);
    return hints.lists;
}

static PyObject *flags_of(const uint8_t *flags, int32_t count) { return PyByteArray_FromStringAndSize((const char *)flags, count); }

/* A list of numbers. */
static PyObject *list_of(const int32_t *numbers, int32_t count) {
    PyObject *list = PyList_New(count);
    for (int32_t i = 0; list && i < count; i++) {
        PyObject *number = PyLong_FromLong(numbers[i]);
        if (!number || PyList_SetItem(list, i, number) < 0) Py_CLEAR(list);
    }
    return list;
}

/* Flag the leaves of at most `longest` characters that certainly show when something was written; a list of those that may. Of
   those that contain one of these strings. */
static PyObject *find_dated_leaves(const rl_page *page, const Parts *parts, int longest, uint8_t *is_date) {
    PyObject *possible = PyList_New(0);
    for (int32_t leaf = 0; possible && leaf < page->derived.leaf_count; leaf++) {
        if (page->derived.characters[leaf] > longest) continue;
        rl_view text = rl_text_of(&page->columns, page->derived.leaves[leaf]);
        rl_moment moment = rl_shows_moment(text);
        if (moment == RL_NO_MOMENT || !has_part(text.bytes, text.size, parts)) continue;
        if (moment == RL_MOMENT && !rl_may_be_labelled(page, leaf)) is_date[page->derived.leaves[leaf]] = 1;
        else if (append_row(possible, leaf) < 0) Py_CLEAR(possible);
    }
    return possible;
}

/* (parts, longest) → by row whether it certainly shows when something was written; and what only Python can say of: leaves of at
   most `longest` characters that contain one of these strings, as in `containing`; elements for times after what may be a label
   of other dates; elements with a title that may be a date. */
static PyObject *page_post_dates(PyObject *self, PyObject *arguments) {
    const rl_page *page = &((PageObject *)self)->page;
    PyObject *tuple;
    Parts parts;
    int longest;
    rl_pool pool;
    rl_stated_dates stated;
    if (!PyArg_ParseTuple(arguments, "O!i", &PyTuple_Type, &tuple, &longest) || read_parts(tuple, &parts) < 0) return NULL;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    volatile bool done = false;
    if (RL_TRY(&pool)) {
        stated = rl_read_stated_dates(page, &pool);
        done = true;
    }
    PyObject *answer = NULL;
    if (done) {
        PyObject *possible = find_dated_leaves(page, &parts, longest, stated.is_date);
        answer = possible ? Py_BuildValue("NNNN", flags_of(stated.is_date, page->columns.count), possible,
                                          list_of(stated.doubtful, stated.doubtful_count),
                                          list_of(stated.titled, stated.titled_count)) : NULL;
    } else PyErr_NoMemory();
    rl_pool_end(&pool);
    return answer;
}

/* → the elements with an id or a name that has a number: rows and these, (row, value), in document order. */
static PyObject *page_numbered(PyObject *self, PyObject *unused) {
    (void)unused;
    static const int32_t OF[] = {RL_ATTRIBUTE_ID, RL_ATTRIBUTE_NAME};
    const rl_columns *columns = &((PageObject *)self)->page.columns;
    PyObject *found = PyList_New(0);
    for (int32_t row = 0; found && row < columns->count; row++)
        for (size_t i = 0; found && i < sizeof OF / sizeof *OF; i++) {
            rl_view value = rl_value(columns, row, OF[i]);
            if (!rl_has_digit(value)) continue;
            PyObject *text = PyUnicode_DecodeUTF8((const char *)value.bytes, (Py_ssize_t)value.size, "replace");
            PyObject *entry = text ? Py_BuildValue("iN", (int)row, text) : NULL;
            if (!entry || PyList_Append(found, entry) < 0) Py_CLEAR(found);
            Py_XDECREF(entry);
        }
    return found;
}

static PyObject *bytes_of(const void *items, size_t size) {
    return PyBytes_FromStringAndSize(items, (Py_ssize_t)size);
}

static PyObject *numbers_of(const int32_t *values, int32_t count) {
    return PyBytes_FromStringAndSize((const char *)values, (Py_ssize_t)count * 4);
}

/* → by row what it says of posts: `rl_post_columns`. */
static PyObject *page_post_columns(PyObject *self, PyObject *unused) {
    (void)unused;
    const rl_page *page = &((PageObject *)self)->page;
    const int32_t count = page->columns.count;
    rl_pool pool;
    rl_post_columns found;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    volatile bool done = false;
    Py_BEGIN_ALLOW_THREADS
    if (RL_TRY(&pool)) {
        found = rl_read_post_columns(page, &pool);
        done = true;
    }
    Py_END_ALLOW_THREADS
    PyObject *answer = NULL;
    if (done)
        answer = Py_BuildValue("NNNNNNN", numbers_of((int32_t *)found.of_class, count), numbers_of((int32_t *)found.of_id, count),
                               numbers_of((int32_t *)found.of_item, count), flags_of(found.links, count),
                               numbers_of(found.leaf_of, count + 1),
                               PyBytes_FromStringAndSize((const char *)found.lengths, ((Py_ssize_t)count + 1) * 8),
                               flags_of(found.is_author, count));
    else PyErr_NoMemory();
    rl_pool_end(&pool);
    return answer;
}

/* (is_date, is_author, of_class, of_id) → `rl_post_totals`: by row whether it is furniture, in a date, beside the content; by leaf its
   prose; the sums of dates, authors, texts, prose. The first two are flags by row, the others from `post_columns`. */
static PyObject *page_post_totals(PyObject *self, PyObject *arguments) {
    const rl_page *page = &((PageObject *)self)->page;
    const Py_ssize_t rows = page->columns.count;
    Py_buffer dates, authors, of_class, of_id;
    if (!PyArg_ParseTuple(arguments, "y*y*y*y*", &dates, &authors, &of_class, &of_id)) return NULL;
    rl_pool pool;
    rl_post_totals totals;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    volatile bool done = false;
    bool is_right = dates.len == rows && authors.len == rows && of_class.len == 4 * rows && of_id.len == 4 * rows;
    if (is_right && RL_TRY(&pool)) {
        totals = rl_read_post_totals(page, dates.buf, authors.buf, of_class.buf, of_id.buf, &pool);
        done = true;
    }
    PyObject *answer = NULL;
    if (done) {
        const size_t size = ((size_t)rows + 1) * sizeof(int64_t);
        answer = Py_BuildValue("NNNNNNNN", bytes_of(totals.is_furniture, (size_t)rows), bytes_of(totals.in_date, (size_t)rows),
                               bytes_of(totals.is_beside, (size_t)rows), numbers_of(totals.prose, page->derived.leaf_count), bytes_of(totals.sums.dates, size),
                               bytes_of(totals.sums.authors, size), bytes_of(totals.sums.texts, size), bytes_of(totals.sums.prose, size));
    } else PyErr_SetString(PyExc_ValueError, "columns are by row, and memory is needed");
    rl_pool_end(&pool);
    PyBuffer_Release(&dates);
    PyBuffer_Release(&authors);
    PyBuffer_Release(&of_class);
    PyBuffer_Release(&of_id);
    return answer;
}

static PyObject *measures_of(const rl_group_measures *found) {
    return Py_BuildValue("iiiLdL", (int)found->dated, (int)found->signed_too, (int)found->posts, (long long)found->shown,
                         found->median, (long long)found->nodes);
}

static PyObject *candidate_of(const rl_post_candidate *found) {
    PyObject *name = PyUnicode_DecodeUTF8((const char *)found->name.bytes, (Py_ssize_t)found->name.size, "replace");
    return Py_BuildValue("iiiNiNNNN", (int)found->form, (int)found->tag, (int)found->around, name, (int)found->place,
                         PyBool_FromLong(found->is_named), numbers_of(found->members.start, found->members.count),
                         numbers_of(found->members.end, found->members.count), measures_of(&found->measures));
}

/* (dates, authors, texts, prose, is_block) → the groups that could each be posts: their form, the tags of the members and of the
   element around them, what they share, which of the names of the first one that is, whether it is a word for a post, where they
   begin and end, `rl_group_measures`. The sums are those of `post_totals`, `is_block` is by tag. */
static PyObject *page_post_candidates(PyObject *self, PyObject *arguments) {
    const rl_page *page = &((PageObject *)self)->page;
    Py_buffer of[5];
    if (!PyArg_ParseTuple(arguments, "y*y*y*y*y*", &of[0], &of[1], &of[2], &of[3], &of[4])) return NULL;
    rl_pool pool;
    rl_post_candidates found;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    volatile bool done = false;
    bool is_right = of[4].len > 0 && of[4].len < INT32_MAX;
    for (int i = 0; i < 4; i++) is_right = is_right && of[i].len == ((Py_ssize_t)page->columns.count + 1) * 8;
    if (is_right) {
        const rl_post_sums sums = {of[0].buf, of[1].buf, of[2].buf, of[3].buf};
        Py_BEGIN_ALLOW_THREADS
        if (RL_TRY(&pool)) {
            found = rl_find_post_candidates(page, &sums, of[4].buf, (int32_t)of[4].len, &pool);
            done = true;
        }
        Py_END_ALLOW_THREADS
    }
    PyObject *answer = done ? PyList_New(0) : NULL;
    for (int32_t i = 0; answer && i < found.count; i++)
        if (!append_new(answer, candidate_of(&found.items[i]))) Py_CLEAR(answer);
    if (!done) PyErr_SetString(PyExc_ValueError, "sums are by row, and memory is needed");
    rl_pool_end(&pool);
    for (int i = 0; i < 5; i++) PyBuffer_Release(&of[i]);
    return answer;
}

enum { POST_COLUMNS = 8 };

static bool are_spans(const rl_spans *spans, Py_ssize_t rows) {
    for (int32_t i = 0; i < spans->count; i++)
        if (spans->start[i] < 0 || spans->start[i] > spans->end[i] || spans->end[i] > rows) return false;
    return true;
}

/* (start, end, taken, prose, in_quote, is_furniture, is_date, in_date, is_author, may_be_body) → of posts, given as spans of
   rows, the leaves: bytes and where each post's begin, those of its own, then those of its body; the tag and the class of
   the element that is the body, -1 and "" where no class names it. The columns are those of `rl_post_signs`. */
static PyObject *page_post_bodies(PyObject *self, PyObject *arguments) {
    const rl_page *page = &((PageObject *)self)->page;
    const Py_ssize_t rows = page->columns.count, leaves = page->derived.leaf_count;
    Py_buffer start, end, of[POST_COLUMNS];
    if (!PyArg_ParseTuple(arguments, "y*y*y*y*y*y*y*y*y*y*", &start, &end, &of[0], &of[1], &of[2], &of[3], &of[4], &of[5],
                          &of[6], &of[7]))
        return NULL;
    rl_pool pool;
    rl_post_bodies bodies;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    volatile bool done = false;
    const rl_spans posts = {start.buf, end.buf, (int32_t)(start.len / 4)};
    bool is_right = start.len == end.len && start.len / 4 <= rows && are_spans(&posts, rows) &&
                    of[0].len == leaves && of[1].len == 4 * leaves && of[7].len > 0 && of[7].len < INT32_MAX;
    for (int i = 2; i < POST_COLUMNS - 1; i++) is_right = is_right && of[i].len == rows;
    if (is_right) {
        const rl_post_signs signs = {of[0].buf, of[1].buf, of[2].buf, of[3].buf, of[4].buf,
                                     of[5].buf, of[6].buf, of[7].buf, (int32_t)of[7].len};
        Py_BEGIN_ALLOW_THREADS
        if (RL_TRY(&pool)) {
            rl_find_post_bodies(page, posts, &signs, &pool, &bodies);
            done = true;
        }
        Py_END_ALLOW_THREADS
    }
    PyObject *answer = NULL;
    if (done)
        answer = Py_BuildValue("NNNNiN", numbers_of(bodies.own.leaves, bodies.own.bounds[posts.count]),
                               numbers_of(bodies.own.bounds, posts.count + 1),
                               numbers_of(bodies.written.leaves, bodies.written.bounds[posts.count]),
                               numbers_of(bodies.written.bounds, posts.count + 1), (int)bodies.body_tag,
                               PyUnicode_DecodeUTF8((const char *)bodies.body_name.bytes, (Py_ssize_t)bodies.body_name.size,
                                                    "replace"));
    else PyErr_SetString(PyExc_ValueError, "spans and columns are those of the page, and memory is needed");
    rl_pool_end(&pool);
    PyBuffer_Release(&start);
    PyBuffer_Release(&end);
    for (int i = 0; i < POST_COLUMNS; i++) PyBuffer_Release(&of[i]);
    return answer;
}

/* (start, end, totals) → by span of rows, what is counted in it outside of the spans inside: int64. The sums are by row
   and one past the last. */
static PyObject *core_own_counts(PyObject *module, PyObject *arguments) {
    (void)module;
    Py_buffer start, end, totals;
    if (!PyArg_ParseTuple(arguments, "y*y*y*", &start, &end, &totals)) return NULL;
    const rl_spans spans = {start.buf, end.buf, (int32_t)(start.len / 4)};
    rl_pool pool;
    PyObject *answer = NULL;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    if (start.len != end.len || start.len / 4 > INT32_MAX || !are_spans(&spans, totals.len / 8 - 1))
        PyErr_SetString(PyExc_ValueError, "spans are those of the page");
    else if (RL_TRY(&pool))
        answer = PyBytes_FromStringAndSize((const char *)rl_own_counts(spans, totals.buf, &pool), (Py_ssize_t)spans.count * 8);
    else PyErr_NoMemory();
    rl_pool_end(&pool);
    PyBuffer_Release(&start);
    PyBuffer_Release(&end);
    PyBuffer_Release(&totals);
    return answer;
}

/* (start, end, dates, authors, prose, needed) → what the members of a group show: `rl_group_measures`. */
static PyObject *core_measure_group(PyObject *module, PyObject *arguments) {
    (void)module;
    Py_buffer start, end, dates, authors, prose;
    int needed;
    if (!PyArg_ParseTuple(arguments, "y*y*y*y*y*i", &start, &end, &dates, &authors, &prose, &needed)) return NULL;
    const rl_spans spans = {start.buf, end.buf, (int32_t)(start.len / 4)};
    rl_pool pool;
    PyObject *answer = NULL;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    if (start.len != end.len || start.len / 4 > INT32_MAX || !are_spans(&spans, dates.len / 8 - 1) ||
        authors.len != dates.len || prose.len != dates.len) {
        PyErr_SetString(PyExc_ValueError, "spans and sums are those of the page");
    } else if (RL_TRY(&pool)) {
        rl_measuring room;
        rl_measuring_begin(&room, spans.count, &pool);
        rl_group_measures found = rl_measure_group(spans, dates.buf, authors.buf, prose.buf, needed, &room);
        answer = measures_of(&found);
    } else PyErr_NoMemory();
    rl_pool_end(&pool);
    PyBuffer_Release(&start);
    PyBuffer_Release(&end);
    PyBuffer_Release(&dates);
    PyBuffer_Release(&authors);
    PyBuffer_Release(&prose);
    return answer;
}

/* A word of pairs: (text, bits of those that it begins, bits of those that it ends); a space after it, if it is whole. */
static int add_pair_word(rl_word_pairs *pairs, PyObject *row) {
    rl_pair_word *word = &pairs->words[pairs->count++];
    const char *bytes;
    Py_ssize_t size;
    unsigned first, second;
    if (!PyTuple_Check(row)) PyErr_SetString(PyExc_TypeError, "a word of pairs is a tuple");
    if (!PyTuple_Check(row) || !PyArg_ParseTuple(row, "s#II", &bytes, &size, &first, &second)) return -1;
    bool is_whole = size && bytes[size - 1] == ' ';
    *word = (rl_pair_word){{(const uint8_t *)bytes, (size_t)size - is_whole}, is_whole, first, second};
    if (!word->text.size) PyErr_SetString(PyExc_ValueError, "a word of pairs has letters");
    return word->text.size ? 0 : -1;
}

/* (words, gaps) → the leaves, hidden or not, in which the second of two of these words stands with no more characters from the
   end of the first to its beginning, as int32; None where any leaf may. */
static PyObject *page_leaves_with_pair(PyObject *self, PyObject *arguments) {
    PyObject *words, *gaps;
    rl_word_pairs pairs;
    if (!PyArg_ParseTuple(arguments, "O!O!", &PyTuple_Type, &words, &PyTuple_Type, &gaps)) return NULL;
    Py_ssize_t count = PyTuple_Size(words), pair_count = PyTuple_Size(gaps);
    if (count > RL_MOST_PAIR_WORDS || pair_count > RL_MOST_PAIRS) return PyErr_Format(PyExc_ValueError, "too many pairs");
    memset(pairs.gaps, 0, sizeof pairs.gaps);
    pairs.count = 0;
    for (Py_ssize_t i = 0; i < count; i++)
        if (add_pair_word(&pairs, PyTuple_GetItem(words, i)) < 0) return NULL;
    for (Py_ssize_t i = 0; i < pair_count; i++) pairs.gaps[i] = (int32_t)PyLong_AsLong(PyTuple_GetItem(gaps, i));
    if (PyErr_Occurred()) return NULL;
    rl_word_pairs_index(&pairs);
    int32_t leaves[RL_MOST_PAIR_LEAVES], found = rl_leaves_with_pair(&((PageObject *)self)->page, &pairs, leaves);
    return found < 0 ? Py_NewRef(Py_None) : PyBytes_FromStringAndSize((const char *)leaves, found * (Py_ssize_t)sizeof *leaves);
}

enum { MOST_SHOWN_CHARACTERS = 1000 };

/* (row, text, link, what it has) */
static PyObject *shown_entry(int32_t row, rl_view text, int32_t link) {
    uint8_t line[4 * MOST_SHOWN_CHARACTERS];
    int has;
    rl_view folded = {line, rl_fold_line(text, line, &has)};
    PyObject *items[] = {PyLong_FromLong(row), string_of_view(folded), PyLong_FromLong(link), PyLong_FromLong(has)};
    PyObject *entry = PyTuple_New(4);
    bool is_well = entry != NULL;
    for (Py_ssize_t i = 0; i < 4; i++) {
        is_well = is_well && items[i];
        if (entry) PyTuple_SetItem(entry, i, items[i]);
        else Py_XDECREF(items[i]);
    }
    if (!is_well) Py_CLEAR(entry);
    return entry;
}

/* (start, end, most, length) → the first texts from one row up to another that are not blank, nor in a script or its like, each
   on one line, of the first `length` characters: the row, the text, the last element before it, from `start` on, that has an
   address and is around it, -1 where there is none, and what the text has, as bits: RL_LINE_…. */
static PyObject *page_shown(PyObject *self, PyObject *arguments) {
    const rl_columns *columns = &((PageObject *)self)->page.columns;
    int start, end, most, length, link = -1;
    if (!PyArg_ParseTuple(arguments, "iiii", &start, &end, &most, &length)) return NULL;
    if (start < 0) return PyErr_Format(PyExc_IndexError, "the page has no such row");
    if (length < 0 || length > MOST_SHOWN_CHARACTERS) return PyErr_Format(PyExc_ValueError, "too many characters of a text");
    PyObject *found = PyList_New(0);
    for (int32_t row = start; found && row < end && row < columns->count && most > 0; row++) {
        if (columns->tag[row] != RL_TAG_TEXT) {
            if (rl_value(columns, row, RL_ATTRIBUTE_HREF).size) link = row;
            continue;
        }
        if (columns->blank[row] || is_in_silent(columns, row)) continue;
        rl_view text = cut_characters(rl_strip(rl_text_of(columns, row)), (size_t)length);
        if (!append_new(found, shown_entry(row, text, link >= 0 && row < columns->end[link] ? link : -1))) Py_CLEAR(found);
        most--;
    }
    return found;
}

/* (row, rows, characters) → the texts in an element that are not in a script or its like, and a space where a line begins or
   ends: a list. It ends after so many rows, or with the text that has more characters, all together. */
static PyObject *page_texts_in(PyObject *self, PyObject *arguments) {
    const rl_columns *columns = &((PageObject *)self)->page.columns;
    int row, rows, left;
    if (!PyArg_ParseTuple(arguments, "iii", &row, &rows, &left)) return NULL;
    if (row < 0 || row >= columns->count || rows < 0) return PyErr_Format(PyExc_IndexError, "the page has no such row");
    PyObject *found = PyList_New(0);
    const int32_t end = columns->end[row] - row > rows ? row + rows : columns->end[row];
    for (bool is_spaced = true; found && row < end && left >= 0; row++) {
        if (columns->tag[row] == RL_TAG_TEXT) {
            rl_view text = rl_text_of(columns, row);
            if (is_in_silent(columns, row)) continue;
            if (!append_new(found, string_of_view(text))) Py_CLEAR(found);
            size_t size = characters_of(text);
            left = size > (size_t)left ? -1 : left - (int)size;
            is_spaced = false;
        } else if (!is_spaced && (rl_properties(columns->tag[row]) & RL_BLOCK || columns->tag[row] == RL_TAG_BR)) {
            is_spaced = true;
            if (!append_new(found, PyUnicode_FromStringAndSize(" ", 1))) Py_CLEAR(found);
        }
    }
    return found;
}

static bool has_foreign(rl_view text) {
    for (size_t i = 0; i < text.size; i++)
        if (text.bytes[i] >= 0x80) return true;
    return false;
}

/* Whether an attribute has one of some strings, or what may be one of them in another case. */
static bool may_name(const rl_columns *columns, int32_t row, int32_t name, const Parts *parts) {
    rl_view value = rl_value(columns, row, name);
    return has_part(value.bytes, value.size, parts) || has_foreign(value);
}

static PyObject *page_cuts(PyObject *self, PyObject *unused) {
    (void)unused;
    return PyLong_FromUnsignedLong(((PageObject *)self)->page.columns.cuts);
}

/* → where the text of each row begins and ends in the source, in characters: two times int32. */
static PyObject *page_offsets(PyObject *self, PyObject *unused) {
    (void)unused;
    const rl_columns *columns = &((PageObject *)self)->page.columns;
    const size_t rows = (size_t)columns->count;
    rl_pool pool;
    int32_t *volatile start = NULL, *volatile stop = NULL;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    volatile bool done = false;
    Py_BEGIN_ALLOW_THREADS
    if (RL_TRY(&pool)) {
        start = RL_TAKE(&pool, int32_t, rows);
        stop = RL_TAKE(&pool, int32_t, rows);
        rl_text_offsets(columns, &pool, start, stop);
        done = true;
    }
    Py_END_ALLOW_THREADS
    PyObject *answer = done ? Py_BuildValue("NN", bytes_of(start, rows * sizeof *start),
                                            bytes_of(stop, rows * sizeof *stop))
                            : PyErr_NoMemory();
    rl_pool_end(&pool);
    return answer;
}

/* → the texts that lost characters which show nothing: each row, and its text with them. */
static PyObject *page_carriers(PyObject *self, PyObject *unused) {
    (void)unused;
    const rl_columns *columns = &((PageObject *)self)->page.columns;
    PyObject *found = PyList_New(0);
    for (int32_t i = 0; found && i < columns->carrier_count; i++) {
        const rl_carrier *own = &columns->carriers[i];
        if (own->row >= columns->count) break;
        PyObject *entry = Py_BuildValue("iN", (int)own->row, make_string(columns, own->text));
        if (!entry || PyList_Append(found, entry) < 0) Py_CLEAR(found);
        Py_XDECREF(entry);
    }
    return found;
}

/* → by row a number that elements of the same names, up to the root, share, as int32. */
static PyObject *page_name_paths(PyObject *self, PyObject *unused) {
    (void)unused;
    const rl_columns *columns = &((PageObject *)self)->page.columns;
    rl_pool pool;
    int32_t *volatile numbers = NULL;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    Py_BEGIN_ALLOW_THREADS
    if (RL_TRY(&pool)) numbers = rl_number_name_paths(columns, &pool);
    Py_END_ALLOW_THREADS
    PyObject *answer = numbers ? bytes_of(numbers, (size_t)columns->count * sizeof *numbers) : PyErr_NoMemory();
    rl_pool_end(&pool);
    return answer;
}

/* --- Work on kept leaves. */

typedef struct {
    Py_buffer buffer;
    const int32_t *items;
    int32_t count;
} Keep;

/* The positions of kept leaves in a buffer of int32, checked: ascending and on the page. */
static int read_keep(const rl_page *page, PyObject *argument, Keep *keep) {
    if (PyObject_GetBuffer(argument, &keep->buffer, PyBUF_SIMPLE) < 0) return -1;
    keep->items = keep->buffer.buf;
    Py_ssize_t count = keep->buffer.len / (Py_ssize_t)sizeof(int32_t);
    bool is_right = count <= page->derived.leaf_count && (uintptr_t)keep->items % sizeof(int32_t) == 0;
    keep->count = is_right ? (int32_t)count : 0;
    for (int32_t i = 0, last = -1; is_right && i < keep->count; last = keep->items[i++])
        is_right = keep->items[i] > last && keep->items[i] < page->derived.leaf_count;
    if (is_right) return 0;
    PyBuffer_Release(&keep->buffer);
    PyErr_SetString(PyExc_ValueError, "kept leaves are ascending positions on the page");
    return -1;
}

/* (leaves) → by leaf whether it is seen, and if not, why; whether a cap left rules of sheets out of account. */
static PyObject *page_visibility(PyObject *self, PyObject *argument) {
    const rl_page *page = &((PageObject *)self)->page;
    Keep keep;
    if (read_keep(page, argument, &keep) < 0) return NULL;
    const rl_kept_leaves asked = {page, keep.items, keep.count};
    rl_visibility visibility = {0};
    rl_pool pool;
    volatile bool done = false;
    rl_pool_begin(&pool, most_bytes(page->columns.source_size));
    Py_BEGIN_ALLOW_THREADS
    if (RL_TRY(&pool)) {
        rl_see(&asked, &pool, &visibility);
        done = true;
    }
    Py_END_ALLOW_THREADS
    PyObject *answer = done ? Py_BuildValue("NO", bytes_of(visibility.states, (size_t)keep.count),
                                            visibility.is_cut ? Py_True : Py_False)
                            : PyErr_NoMemory();
    rl_pool_end(&pool);
    PyBuffer_Release(&keep.buffer);
    return answer;
}

/* --- Outlines: kept leaves as a tree, and what is written from it. */

typedef struct {
    PyObject_HEAD
    rl_pool pool;
    PyObject *page;
    PyObject *given;  /* what the outline points into: strings, or the outline that it was made from */
    rl_outline outline;
} OutlineObject;

static void outline_dealloc(PyObject *self) {
    OutlineObject *outline = (OutlineObject *)self;
    rl_pool_end(&outline->pool);
    Py_XDECREF(outline->page);
    Py_XDECREF(outline->given);
    free_object(self);
}

/* The UTF-8 of a string; None is none. -1 with an exception. */
static int read_string(PyObject *text, rl_view *view) {
    Py_ssize_t size;
    *view = (rl_view){NULL, 0};
    if (text == Py_None) return 0;
    if (!PyUnicode_Check(text)) {
        PyErr_SetString(PyExc_TypeError, "a str or None is needed");
        return -1;
    }
    view->bytes = (const uint8_t *)PyUnicode_AsUTF8AndSize(text, &size);
    view->size = view->bytes ? (size_t)size : 0;
    return view->bytes ? 0 : -1;
}

static int read_strings(PyObject *list, int32_t count, rl_view *views) {
    if (!PyList_Check(list) || PyList_Size(list) != count) {
        PyErr_SetString(PyExc_ValueError, "a list of strings of another length is needed");
        return -1;
    }
    for (int32_t i = 0; i < count; i++)
        if (read_string(PyList_GetItem(list, i), &views[i]) < 0) return -1;
    return 0;
}

/* What Python wrote of kept leaves, in memory of a pool. */
typedef struct {
    rl_given_leaves leaves;
    bool is_asked;  /* whether the core has to find out if Python is needed */
} GivenLeaves;

/* A given leaf: (position, text, size, source). */
static int read_given_leaf(PyObject *row, int32_t count, rl_given_leaf *leaf) {
    PyObject *text, *source;
    int position, size;
    if (!PyTuple_Check(row)) {
        PyErr_SetString(PyExc_TypeError, "a given leaf is a tuple");
        return -1;
    }
    if (!PyArg_ParseTuple(row, "iOiO", &position, &text, &size, &source)) return -1;
    if (position < 0 || position >= count || size < 1 || size > count - position) {
        PyErr_SetString(PyExc_ValueError, "there is no such kept leaf");
        return -1;
    }
    leaf->position = position;
    leaf->size = size;
    return read_string(text, &leaf->text) < 0 ? -1 : read_string(source, &leaf->source);
}

static int read_given(PyObject *rows, int32_t count, rl_pool *pool, GivenLeaves *given) {
    *given = (GivenLeaves){.is_asked = rows == Py_None};
    if (rows == Py_None) return 0;
    if (!PyTuple_Check(rows)) {
        PyErr_SetString(PyExc_TypeError, "given leaves are None or a tuple");
        return -1;
    }
    Py_ssize_t size = PyTuple_Size(rows);
    rl_given_leaf *leaves = NULL;
    if (RL_TRY(pool)) {
        leaves = RL_TAKE_ZEROED(pool, rl_given_leaf, (size_t)size + 1);
    } else {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t i = 0; i < size; i++)
        if (read_given_leaf(PyTuple_GetItem(rows, i), count, &leaves[i]) < 0) return -1;
    given->leaves = (rl_given_leaves){leaves, (int32_t)size};
    return 0;
}

/* (keep, given, is_bare) → the plain text of kept leaves, or None where it may have what Python has to write. `given` is what
   Python wrote of it, None where the core is to find out if it is needed. A bare text has no notation, and a blank line between all
   blocks. */
static PyObject *page_text_of(PyObject *self, PyObject *arguments) {
    const rl_page *page = &((PageObject *)self)->page;
    PyObject *kept, *rows;
    int is_bare = 0;
    Keep keep;
    GivenLeaves given;
    rl_pool pool;
    if (!PyArg_ParseTuple(arguments, "OO|p", &kept, &rows, &is_bare) || read_keep(page, kept, &keep) < 0) return NULL;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    PyObject *written = NULL;
    if (read_given(rows, keep.count, &pool, &given) == 0) {
        rl_text text = {NULL, 0};
        rl_kept_leaves leaves = {page, keep.items, keep.count};
        volatile bool done = false, is_written = false;
        /* To write a page takes less time than to wait for the GIL, if it is not huge. */
        PyThreadState *volatile released = keep.count > MANY_LEAVES ? PyEval_SaveThread() : NULL;
        if (RL_TRY(&pool)) {
            is_written = !given.is_asked || !rl_may_have_formulas(page, keep.items, keep.count);
            if (is_written)
                rl_write_text(page, rl_leaves_read(&leaves, &given.leaves, !is_bare, &pool), keep.count, is_bare, &pool, &text);
            done = true;
        }
        if (released) PyEval_RestoreThread(released);
        if (!done) PyErr_NoMemory();
        else if (!is_written) written = Py_NewRef(Py_None);
        else written = PyUnicode_DecodeUTF8((const char *)text.bytes, (Py_ssize_t)text.size, "replace");
    }
    rl_pool_end(&pool);
    PyBuffer_Release(&keep.buffer);
    return written;
}

static bool build_outline(OutlineObject *self, const rl_kept_leaves *kept, const GivenLeaves *given, rl_view url, bool *is_built) {
    volatile bool done = false;
    if (RL_TRY(&self->pool)) {
        *is_built = !given->is_asked || !rl_may_have_formulas(kept->page, kept->keep, kept->count);
        if (*is_built) {
            rl_leaf *leaves = rl_leaves_read(kept, &given->leaves, true, &self->pool);
            rl_outline_build(&self->outline, kept, leaves, url, &self->pool);
        }
        done = true;
    }
    return done;
}

/* (keep, given, url) → an Outline, or None where Python has to write some of its leaves; see `text_of`. */
static PyObject *page_outline(PyObject *self, PyTypeObject *type, PyObject *const *arguments, Py_ssize_t count,
                              PyObject *names) {
    const rl_page *page = &((PageObject *)self)->page;
    Keep keep;
    rl_view url;
    if (count != 3 || names) return PyErr_Format(PyExc_TypeError, "outline takes kept leaves, given ones and a URL");
    if (read_string(arguments[2], &url) < 0 || read_keep(page, arguments[0], &keep) < 0) return NULL;
    State *state = PyType_GetModuleState(type);
    OutlineObject *outline = (OutlineObject *)new_object(state->outline);
    PyObject *made = NULL;
    if (outline) {
        GivenLeaves given;
        bool is_built = false;
        rl_kept_leaves kept = {page, keep.items, keep.count};
        rl_pool_begin(&outline->pool, SIZE_MAX / 2);
        outline->page = Py_NewRef(self);
        outline->given = PyTuple_Pack(2, arguments[1], arguments[2]);
        if (outline->given && read_given(arguments[1], keep.count, &outline->pool, &given) == 0) {
            if (!build_outline(outline, &kept, &given, url, &is_built)) PyErr_NoMemory();
            else made = is_built ? Py_NewRef((PyObject *)outline) : Py_NewRef(Py_None);
        }
        Py_DECREF(outline);
    }
    PyBuffer_Release(&keep.buffer);
    return made;
}

/* Options of writers: (links, images, tables, formatting, heading_offset, title); links are 0 none, 1 in place, 2 numbered,
   and 4 more where they are cleaned; tables are 0 none, 1 as they are, 2 with cells that are repeated in all places that they
   span; formatting is 0 or 1, and 2 more where callouts are plain quotations. */
static int read_writing(PyObject *arguments, rl_writing *options, int *is_numbered) {
    int links, images, tables, formatting, offset;
    PyObject *title;
    if (!PyArg_ParseTuple(arguments, "ipiiiO|p", &links, &images, &tables, &formatting, &offset, &title, is_numbered)) return -1;
    if (links < 0 || links > 6 || links == 3 || tables < 0 || tables > 2 || formatting < 0 || formatting > 3 || offset < 0 || offset > 5) {
        PyErr_SetString(PyExc_ValueError, "links are 0 to 2 or 4 to 6, tables 0 to 2, formatting 0 to 3, headings are lowered by 0 to 5 levels");
        return -1;
    }
    *options = (rl_writing){(links & 3) > 0, images, tables > 0, formatting & 1, (links & 3) == 2,
                            tables == 2, offset, links >= 4, formatting >= 2, {NULL, 0}};
    return read_string(title, &options->title);
}

typedef enum { AS_MARKDOWN, AS_BLOCKS, AS_HTML } Form;

/* Markdown or HTML as a string; as blocks, Markdown as UTF-8, and its blocks: rows of five int32. */
static PyObject *write_outline(PyObject *self, PyObject *arguments, Form form) {
    const rl_outline *outline = &((OutlineObject *)self)->outline;
    rl_writing options;
    int is_numbered = 0;
    if (read_writing(arguments, &options, &is_numbered) < 0) return NULL;
    rl_pool pool;
    rl_buffer out = {NULL, 0, 0};
    rl_blocks blocks = {NULL, 0, 0};
    volatile bool done = false;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    PyThreadState *volatile released = outline->leaf_count > MANY_LEAVES ? PyEval_SaveThread() : NULL;
    if (RL_TRY(&pool)) {
        rl_outline applied;
        rl_outline_apply(outline, &options, &pool, &applied);
        if (form == AS_HTML) rl_write_html(&applied, is_numbered, &pool, &out);
        else rl_write_markdown(&applied, &options, &pool, &out, form == AS_BLOCKS ? &blocks : NULL);
        done = true;
    }
    if (released) PyEval_RestoreThread(released);
    PyObject *written = NULL;
    if (!done) PyErr_NoMemory();
    else if (form != AS_BLOCKS) written = PyUnicode_DecodeUTF8((const char *)out.bytes, (Py_ssize_t)out.size, "replace");
    else written = Py_BuildValue("NN", bytes_of(out.bytes, out.size), bytes_of(blocks.items, blocks.count * sizeof *blocks.items));
    rl_pool_end(&pool);
    return written;
}

static PyObject *outline_markdown(PyObject *self, PyObject *arguments) { return write_outline(self, arguments, AS_MARKDOWN); }
static PyObject *outline_blocks(PyObject *self, PyObject *arguments) { return write_outline(self, arguments, AS_BLOCKS); }
static PyObject *outline_html(PyObject *self, PyObject *arguments) { return write_outline(self, arguments, AS_HTML); }

/* → by paragraph, in document order: (its role, its first leaf, one past its last, its text). */
static PyObject *outline_paragraphs(PyObject *self, PyObject *unused) {
    (void)unused;
    const rl_outline *outline = &((OutlineObject *)self)->outline;
    rl_paragraphs paragraphs;
    rl_pool pool;
    PyObject *found = PyList_New(0);
    int32_t role = RL_PART_PARAGRAPH;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    rl_paragraphs_begin(&paragraphs, 0);
    for (const rl_part *part; found && (part = rl_paragraphs_next(outline, &paragraphs, &role));) {
        rl_view text = {NULL, 0};
        volatile bool done = false;
        if (RL_TRY(&pool)) {
            text = rl_paragraph_text(outline, part, &pool);
            done = true;
        }
        PyObject *row = done ? Py_BuildValue("siis#", RL_PART_NAMES[role], (int)part->first, (int)part->end,
                                             text.size ? (const char *)text.bytes : "", (Py_ssize_t)text.size)
                             : PyErr_NoMemory();
        if (!row || PyList_Append(found, row) < 0) Py_CLEAR(found);
        Py_XDECREF(row);
        rl_pool_end(&pool);
    }
    return found;
}

enum { NUMBER_BYTES = 32 };

/* Write a number from .0001 up to 1 as Python writes it, rounded to six digits after the point; false for others, and where it is
   not plain which way it is rounded. */
static bool write_plain_number(double number, char to[NUMBER_BYTES]) {
    static const double MILLION = 1e6, HALF = 0.5, DOUBT = 1e-6;
    if (!(number >= 0.0001 && number < 1)) return false;
    const double scaled = number * MILLION, whole = floor(scaled);
    if (fabs(scaled - whole - HALF) < DOUBT) return false;
    int32_t millionths = (int32_t)whole + (scaled - whole > HALF), digits = 6;
    if (millionths >= 1000000) return false;
    for (; millionths % 10 == 0; digits--) millionths /= 10;
    memcpy(to, "0.", 2);
    to[2 + digits] = '\0';
    for (int32_t i = 1 + digits; i > 1; i--, millionths /= 10) to[i] = (char)('0' + millionths % 10);
    return true;
}

/* Write a number to six digits after the point, as Python rounds and writes it; "null" if it is not finite. */
static int write_number(double number, char to[NUMBER_BYTES]) {
    strcpy(to, "null");
    if (!isfinite(number) || write_plain_number(number, to)) return 0;
    char *rounded = PyOS_double_to_string(number, 'f', 6, 0, NULL);
    double read = rounded ? PyOS_string_to_double(rounded, NULL, NULL) : -1;
    PyMem_Free(rounded);
    char *written = PyErr_Occurred() ? NULL : PyOS_double_to_string(read, 'r', 0, Py_DTSF_ADD_DOT_0, NULL);
    if (!written) return -1;
    strncpy(to, written, NUMBER_BYTES - 1);  /* it has 24 characters at most */
    PyMem_Free(written);
    return 0;
}

/* The mean score of the leaves of a paragraph that the page has; no number where there is none. */
static double mean_score(const rl_outline *outline, const rl_part *part, const Py_buffer *scores) {
    const Py_ssize_t known = scores->buf ? scores->len / (Py_ssize_t)sizeof(double) : 0;
    double sum = 0;
    int32_t count = 0;
    for (int32_t i = part->first; i < part->end; i++) {
        int32_t leaf = outline->leaves[i].leaf;
        if (leaf >= 0 && leaf < known) sum += ((const double *)scores->buf)[leaf], count++;
    }
    return count ? sum / count : (double)NAN;
}

/* A paragraph as JSON: a string. */
static PyObject *written_block(rl_json *json, const rl_part *part, int32_t role, double score) {
    char number[NUMBER_BYTES] = {0};
    if (write_number(score, number) < 0) return NULL;
    volatile bool done = false;
    json->out = (rl_buffer){NULL, 0, 0};
    if (RL_TRY(json->pool)) {
        rl_json_block(json, part, role, number);
        done = true;
    }
    PyObject *written = done ? PyUnicode_DecodeUTF8((const char *)json->out.bytes, (Py_ssize_t)json->out.size, NULL)
                             : PyErr_NoMemory();
    rl_pool_end(json->pool);
    return written;
}

/* (names of tags, scores by leaf as doubles or None) → the paragraphs as JSON: strings, in document order. */
static PyObject *outline_json_blocks(PyObject *self, PyObject *arguments) {
    const rl_outline *outline = &((OutlineObject *)self)->outline;
    enum { MOST_NAMES = 1 << 20 };
    PyObject *names, *given;
    Py_buffer scores = {0};
    rl_pool pool, name_pool;
    if (!PyArg_ParseTuple(arguments, "O!O", &PyList_Type, &names, &given)) return NULL;
    Py_ssize_t count = PyList_Size(names);
    if (count > MOST_NAMES) return PyErr_Format(PyExc_ValueError, "too many names");
    if (given != Py_None && PyObject_GetBuffer(given, &scores, PyBUF_SIMPLE) < 0) return NULL;
    if ((uintptr_t)scores.buf % sizeof(double)) scores.len = 0;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    rl_pool_begin(&name_pool, SIZE_MAX / 2);
    rl_view *volatile views = NULL;
    if (RL_TRY(&name_pool)) views = RL_TAKE(&name_pool, rl_view, (size_t)count + 1);
    else PyErr_NoMemory();
    PyObject *found = views && read_strings(names, (int32_t)count, views) == 0 ? PyList_New(0) : NULL;
    rl_json json = {outline, views, (int32_t)count, &pool, {NULL, 0, 0}, -1, 0, {0}};
    rl_paragraphs paragraphs;
    int32_t role = RL_PART_PARAGRAPH;
    rl_paragraphs_begin(&paragraphs, 0);
    for (const rl_part *part; found && (part = rl_paragraphs_next(outline, &paragraphs, &role));) {
        PyObject *block = written_block(&json, part, role, mean_score(outline, part, &scores));
        if (!block || PyList_Append(found, block) < 0) Py_CLEAR(found);
        Py_XDECREF(block);
    }
    rl_pool_end(&name_pool);
    if (scores.obj) PyBuffer_Release(&scores);
    return found;
}

static int32_t number_parts(const rl_outline *outline, const rl_part *element, int32_t *columns[6], int32_t place) {
    for (RL_EACH_CHILD(outline, element, part)) {
        int32_t here = place++;
        columns[0][here] = part->kind;
        columns[1][here] = part->node;
        columns[3][here] = part->first;
        columns[4][here] = part->end;
        columns[5][here] = (int32_t)(part - outline->parts);
        if (!rl_is_paragraph(part)) place = number_parts(outline, part, columns, place);
        columns[2][here] = place;
    }
    return place;
}

/* A list of what parts have as labels, None for those without one. */
static PyObject *labels_of(const rl_outline *outline, const int32_t *parts, int32_t count) {
    PyObject *labels = PyList_New(count);
    for (int32_t i = 0; labels && i < count; i++) {
        rl_view label = outline->parts[parts[i]].label;
        PyObject *text = label.bytes ? PyUnicode_DecodeUTF8((const char *)label.bytes, (Py_ssize_t)label.size, "replace") : Py_NewRef(Py_None);
        if (!text) Py_CLEAR(labels);
        else PyList_SetItem(labels, i, text);
    }
    return labels;
}

/* → the parts in document order as columns of int32: kind, node, one past its last descendant, first leaf, one past its
   last leaf; and their labels. */
static PyObject *outline_parts(PyObject *self, PyObject *unused) {
    (void)unused;
    const rl_outline *outline = &((OutlineObject *)self)->outline;
    rl_pool pool;
    int32_t *columns[6] = {NULL, NULL, NULL, NULL, NULL, NULL};
    volatile int32_t count = 0;
    volatile bool done = false;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    if (RL_TRY(&pool)) {
        for (int i = 0; i < 6; i++) columns[i] = RL_TAKE(&pool, int32_t, (size_t)outline->part_count);
        count = number_parts(outline, &outline->parts[0], columns, 0);
        done = true;
    }
    size_t size = (size_t)count * sizeof(int32_t);
    PyObject *found = done ? Py_BuildValue("NNNNNN", bytes_of(columns[0], size), bytes_of(columns[1], size), bytes_of(columns[2], size),
                                           bytes_of(columns[3], size), bytes_of(columns[4], size), labels_of(outline, columns[5], count))
                           : PyErr_NoMemory();
    rl_pool_end(&pool);
    return found;
}

/* → by leaf: its position among those of the page, and its node, as int32. */
static PyObject *outline_leaves(PyObject *self, PyObject *unused) {
    (void)unused;
    const rl_outline *outline = &((OutlineObject *)self)->outline;
    Py_ssize_t size = (Py_ssize_t)outline->leaf_count * (Py_ssize_t)sizeof(int32_t);
    PyObject *leaves = PyBytes_FromStringAndSize(NULL, size), *nodes = PyBytes_FromStringAndSize(NULL, size);
    if (!leaves || !nodes) {
        Py_XDECREF(leaves);
        Py_XDECREF(nodes);
        return NULL;
    }
    for (int32_t i = 0; i < outline->leaf_count; i++) {
        ((int32_t *)PyBytes_AsString(leaves))[i] = outline->leaves[i].leaf;
        ((int32_t *)PyBytes_AsString(nodes))[i] = outline->leaves[i].node;
    }
    return Py_BuildValue("NN", leaves, nodes);
}

/* (title) → the paragraphs that say the title, as (first leaf, one past the last). */
static PyObject *outline_find_title(PyObject *self, PyObject *title) {
    const rl_outline *outline = &((OutlineObject *)self)->outline;
    int32_t found[RL_TITLE_LINES];
    rl_view view;
    rl_pool pool;
    volatile int count = -1;
    if (read_string(title, &view) < 0) return NULL;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    if (RL_TRY(&pool)) count = rl_find_title(outline, view, &pool, found);
    rl_pool_end(&pool);
    if (count < 0) return PyErr_NoMemory();
    PyObject *rows = PyList_New(0);
    for (int i = 0; rows && i < count; i++) {
        PyObject *row = Py_BuildValue("ii", (int)outline->parts[found[i]].first, (int)outline->parts[found[i]].end);
        if (!row || PyList_Append(rows, row) < 0) Py_CLEAR(rows);
        Py_XDECREF(row);
    }
    return rows;
}

/* Columns of parts: (kinds, nodes, ends, firsts, lasts). */
static int read_parts_columns(PyObject *columns, Py_buffer buffers[5], rl_new_parts *parts) {
    const int32_t **places[5] = {&parts->kinds, &parts->nodes, &parts->ends, &parts->firsts, &parts->lasts};
    int held = 0;
    bool is_right = PyTuple_Check(columns) && PyTuple_Size(columns) == 5;
    for (; is_right && held < 5; held++) {
        if (PyObject_GetBuffer(PyTuple_GetItem(columns, held), &buffers[held], PyBUF_SIMPLE) < 0) break;
        *places[held] = buffers[held].buf;
        is_right = buffers[held].len == buffers[0].len && (uintptr_t)buffers[held].buf % sizeof(int32_t) == 0 &&
                   buffers[held].len / (Py_ssize_t)sizeof(int32_t) < INT32_MAX / 4;
    }
    if (held == 5 && is_right) {
        parts->count = (int32_t)(buffers[0].len / (Py_ssize_t)sizeof(int32_t));
        return 0;
    }
    while (held) PyBuffer_Release(&buffers[--held]);
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "the parts of an outline are five columns of int32");
    return -1;
}

/* A leaf: (place, like, kind, text, source, url). */
static int read_new_leaf(PyObject *row, rl_new_leaf *leaf) {
    int place, like, node, kind, gap;
    PyObject *text, *source, *url;
    if (!PyTuple_Check(row)) {
        PyErr_SetString(PyExc_TypeError, "a new leaf is a tuple");
        return -1;
    }
    if (!PyArg_ParseTuple(row, "iiiiiOOO", &place, &like, &node, &kind, &gap, &text, &source, &url)) return -1;
    leaf->place = place;
    leaf->like = like;
    leaf->node = node;
    leaf->gap = gap < INT8_MIN || gap > INT8_MAX ? INT8_MAX : (int8_t)gap;
    leaf->kind = kind < 0 || kind > UINT8_MAX ? UINT8_MAX : (uint8_t)kind;
    if (read_string(text, &leaf->text) < 0 || read_string(source, &leaf->source) < 0) return -1;
    return read_string(url, &leaf->url);
}

/* Labels by part, and leaves that are changed or added, in memory of a pool. */
static int read_new_leaves(PyObject *labels, PyObject *rows, rl_pool *pool, rl_new_parts *parts) {
    Py_ssize_t count = PyList_Check(rows) ? PyList_Size(rows) : -1;
    rl_view *views = NULL;
    rl_new_leaf *leaves = NULL;
    if (count < 0 || count > INT32_MAX / 4) {
        PyErr_SetString(PyExc_TypeError, "new leaves are a list");
        return -1;
    }
    if (RL_TRY(pool)) {
        views = RL_TAKE(pool, rl_view, (size_t)parts->count + 1);
        leaves = RL_TAKE(pool, rl_new_leaf, (size_t)count + 1);
    } else {
        PyErr_NoMemory();
        return -1;
    }
    if (read_strings(labels, parts->count, views) < 0) return -1;
    for (Py_ssize_t i = 0; i < count; i++)
        if (read_new_leaf(PyList_GetItem(rows, i), &leaves[i]) < 0) return -1;
    parts->labels = views;
    parts->leaf_count = (int32_t)count;
    parts->leaves = leaves;
    return 0;
}

static PyObject *rebuild_outline(OutlineObject *self, const OutlineObject *outline, const rl_new_parts *parts) {
    volatile bool done = false, is_right = false;
    if (RL_TRY(&self->pool)) {
        is_right = rl_outline_rebuild(&self->outline, &outline->outline, parts, &self->pool);
        done = true;
    }
    if (!done) return PyErr_NoMemory();
    if (is_right) return Py_NewRef((PyObject *)self);
    PyErr_SetString(PyExc_ValueError, "the parts of an outline are in document order, each inside of the one around it");
    return NULL;
}

/* (parts, labels, leaves) → an outline with these parts, some leaves of which are others. */
static PyObject *outline_rebuilt(PyObject *self, PyObject *arguments) {
    PyObject *columns, *labels, *leaves, *made = NULL;
    rl_new_parts parts = {0};
    Py_buffer buffers[5];
    if (!PyArg_ParseTuple(arguments, "OOO", &columns, &labels, &leaves) || read_parts_columns(columns, buffers, &parts) < 0)
        return NULL;
    OutlineObject *rebuilt = (OutlineObject *)new_object(Py_TYPE(self));
    if (rebuilt) {
        rl_pool_begin(&rebuilt->pool, SIZE_MAX / 2);
        rebuilt->page = Py_NewRef(((OutlineObject *)self)->page);
        rebuilt->given = PyTuple_Pack(3, self, labels, leaves);
        if (rebuilt->given && read_new_leaves(labels, leaves, &rebuilt->pool, &parts) == 0)
            made = rebuild_outline(rebuilt, (OutlineObject *)self, &parts);
        Py_DECREF(rebuilt);
    }
    for (int i = 0; i < 5; i++) PyBuffer_Release(&buffers[i]);
    return made;
}

static PyMethodDef outline_methods[] = {
    {"rebuilt", outline_rebuilt, METH_VARARGS, "An outline with other parts: (columns, labels, leaves that are changed or added)."},
    {"markdown", outline_markdown, METH_VARARGS, "Markdown: (links, images, tables, formatting, heading offset, title)."},
    {"html", outline_html, METH_VARARGS, "HTML: the same options, and whether leaves are numbered."},
    {"blocks", outline_blocks, METH_VARARGS, "Markdown as UTF-8, with the same options, and its blocks."},
    {"paragraphs", outline_paragraphs, METH_NOARGS, "All paragraphs: (role, first leaf, one past its last, text)."},
    {"json_blocks", outline_json_blocks, METH_VARARGS, "All paragraphs as JSON: (names of tags, scores)."},
    {"parts", outline_parts, METH_NOARGS, "The parts in document order as columns: kind, node, end, first leaf, last leaf; and labels."},
    {"leaves", outline_leaves, METH_NOARGS, "The leaves as columns: their positions, and their nodes."},
    {"find_title", outline_find_title, METH_O, "The paragraphs that say a title: (first leaf, one past the last)."},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot outline_slots[] = {
    {Py_tp_doc, "Kept leaves as a tree of elements and paragraphs."},
    {Py_tp_dealloc, outline_dealloc},
    {Py_tp_methods, outline_methods},
    {0, NULL},
};

/* --- Signs of structure. */

typedef struct {
    PyObject_HEAD
    rl_pool pool;
    PyObject *given;  /* the texts that it points into */
    rl_sign_table table;
} SignsObject;

static void signs_dealloc(PyObject *self) {
    rl_pool_end(&((SignsObject *)self)->pool);
    Py_XDECREF(((SignsObject *)self)->given);
    free_object(self);
}

/* A sign: (kind, sort, text), where the text of a tag that HTML knows is its code. */
static int add_sign(SignsObject *self, PyObject *row) {
    enum { MOST_KINDS = 64 };
    int kind, sort;
    PyObject *text;
    rl_view view;
    if (!PyArg_ParseTuple(row, "iiO", &kind, &sort, &text)) return -1;
    if (kind < 0 || kind >= MOST_KINDS || sort < 0 || sort >= RL_SIGN_SORTS) {
        PyErr_SetString(PyExc_ValueError, "there is no such kind or sort of sign");
        return -1;
    }
    if (PyLong_Check(text)) {
        long code = PyLong_AsLong(text);
        uint64_t *by_tag = sort == RL_SIGN_TAG ? self->table.by_tag : sort == RL_SIGN_PART ? self->table.anywhere : NULL;
        if (code >= 0 && code < RL_UNKNOWN && by_tag) by_tag[code] |= UINT64_C(1) << kind;
        else PyErr_SetString(PyExc_ValueError, "there is no such tag");
        return PyErr_Occurred() ? -1 : 0;
    }
    if (read_string(text, &view) < 0) return -1;
    volatile bool done = false;
    if (RL_TRY(&self->pool)) {
        if (view.bytes) rl_sign_table_add(&self->table, sort, view, kind);
        done = true;
    }
    if (!done) PyErr_NoMemory();
    return done ? 0 : -1;
}

/* (rows) → Signs: a tuple of (kind, sort, text). */
static PyObject *core_make_signs(PyObject *module, PyObject *rows) {
    if (!PyTuple_Check(rows)) return PyErr_Format(PyExc_TypeError, "signs are a tuple");
    SignsObject *self = (SignsObject *)new_object(state_of(module)->signs);
    if (!self) return NULL;
    rl_pool_begin(&self->pool, SIZE_MAX / 2);
    self->given = Py_NewRef(rows);
    volatile bool is_right = false;
    if (RL_TRY(&self->pool)) {
        rl_sign_table_begin(&self->table, &self->pool);
        is_right = true;
    }
    if (!is_right) PyErr_NoMemory();
    for (Py_ssize_t i = 0; is_right && i < PyTuple_Size(rows); i++)
        is_right = PyTuple_Check(PyTuple_GetItem(rows, i)) && add_sign(self, PyTuple_GetItem(rows, i)) == 0;
    if (is_right) return (PyObject *)self;
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "a sign is a tuple");
    Py_DECREF(self);
    return NULL;
}

/* (keep, signs) → the kinds of structure that kept leaves may have, as bits. */
static PyObject *page_find_kinds(PyObject *self, PyTypeObject *type, PyObject *const *arguments, Py_ssize_t count,
                                 PyObject *names) {
    const rl_page *page = &((PageObject *)self)->page;
    Keep keep;
    if (count != 2 || names) return PyErr_Format(PyExc_TypeError, "find_kinds takes kept leaves and signs");
    State *state = PyType_GetModuleState(type);
    if (!PyObject_TypeCheck(arguments[1], state->signs)) return PyErr_Format(PyExc_TypeError, "signs of the core are needed");
    if (read_keep(page, arguments[0], &keep) < 0) return NULL;
    rl_kept_leaves kept = {page, keep.items, keep.count};
    rl_pool pool;
    volatile bool done = false;
    volatile uint64_t kinds = 0;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    if (RL_TRY(&pool)) {
        kinds = rl_find_kinds(&((SignsObject *)arguments[1])->table, &kept, &pool);
        done = true;
    }
    rl_pool_end(&pool);
    PyBuffer_Release(&keep.buffer);
    return done ? PyLong_FromUnsignedLongLong(kinds) : PyErr_NoMemory();
}

static PyType_Slot signs_slots[] = {
    {Py_tp_doc, "Signs of kinds of structure."},
    {Py_tp_dealloc, signs_dealloc},
    {0, NULL},
};

/* → the names of the kinds of parts, by code. */
static PyObject *core_part_names(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    PyObject *found = PyTuple_New(RL_PART_KINDS);
    for (int i = 0; found && i < RL_PART_KINDS; i++) {
        PyObject *name = PyUnicode_FromString(RL_PART_NAMES[i]);
        if (!name || PyTuple_SetItem(found, i, name) < 0) Py_CLEAR(found);
    }
    return found;
}

/* --- Addresses. */

static PyObject *make_text(rl_view text) {
    if (!text.bytes) return Py_NewRef(Py_None);
    return PyUnicode_DecodeUTF8((const char *)text.bytes, (Py_ssize_t)text.size, "replace");
}

/* (url) → the address that relative ones on the page are relative to, given its own; None where there is none. */
static PyObject *page_base_url(PyObject *self, PyObject *url) {
    rl_pool pool;
    rl_view own, found = {NULL, 0};
    volatile bool done = false;
    if (read_string(url, &own) < 0) return NULL;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    if (RL_TRY(&pool)) {
        found = rl_base_url(&((PageObject *)self)->page.columns, own, &pool);
        done = true;
    }
    PyObject *answer = done ? make_text(found) : PyErr_NoMemory();
    rl_pool_end(&pool);
    return answer;
}

/* (reference, base, is_encoded) → the reference made absolute where there is a base, on demand with all characters encoded
   that could end an attribute or a Markdown link; None where it may not be followed. */
static PyObject *core_resolve(PyObject *module, PyObject *arguments) {
    (void)module;
    PyObject *reference, *base;
    int is_encoded;
    rl_view views[2], found = {NULL, 0};
    rl_pool pool;
    volatile bool done = false;
    if (!PyArg_ParseTuple(arguments, "OOp", &reference, &base, &is_encoded)) return NULL;
    if (read_string(reference, &views[0]) < 0 || read_string(base, &views[1]) < 0) return NULL;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    if (RL_TRY(&pool)) {
        found = rl_resolve(views[0], views[1], is_encoded, &pool);
        done = true;
    }
    PyObject *answer = done ? make_text(found) : PyErr_NoMemory();
    rl_pool_end(&pool);
    return answer;
}

/* (names) → what a class attribute or an id says of posts, as bits: an int. */
static PyObject *core_post_meaning(PyObject *module, PyObject *names) {
    (void)module;
    Py_ssize_t size;
    const char *bytes = PyUnicode_AsUTF8AndSize(names, &size);
    return bytes ? PyLong_FromUnsignedLong(rl_post_meaning((rl_view){(const uint8_t *)bytes, (size_t)size})) : NULL;
}

/* (text) → whether it shows when something was written: RL_NO_MOMENT, RL_MAY_BE_MOMENT, RL_MOMENT. */
static PyObject *core_shows_moment(PyObject *module, PyObject *text) {
    (void)module;
    Py_ssize_t size;
    const char *bytes = PyUnicode_AsUTF8AndSize(text, &size);
    return bytes ? PyLong_FromLong(rl_shows_moment((rl_view){(const uint8_t *)bytes, (size_t)size})) : NULL;
}

/* (text) → whether it may be nothing but months, weekdays and numbers. */
static PyObject *core_may_be_calendar(PyObject *module, PyObject *text) {
    (void)module;
    Py_ssize_t size;
    const char *bytes = PyUnicode_AsUTF8AndSize(text, &size);
    return bytes ? PyBool_FromLong(rl_may_be_calendar((rl_view){(const uint8_t *)bytes, (size_t)size})) : NULL;
}

/* (text, month_first) → the first day in it as 20231217; 0 where there is none, or only `metadata.dates` can say. */
static PyObject *core_find_day(PyObject *module, PyObject *arguments) {
    (void)module;
    const char *bytes;
    Py_ssize_t size;
    int month_first;
    if (!PyArg_ParseTuple(arguments, "s#p", &bytes, &size, &month_first)) return NULL;
    return PyLong_FromLong(rl_find_day((rl_view){(const uint8_t *)bytes, (size_t)size}, month_first != 0));
}

/* (text) → the text such that Markdown shows it unchanged, at the start of a line. */
static PyObject *core_escape_markdown(PyObject *module, PyObject *text) {
    (void)module;
    rl_view view;
    rl_pool pool;
    rl_buffer out = {(uint8_t *)"", 0, 0};
    volatile bool done = false;
    if (read_string(text, &view) < 0) return NULL;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    if (RL_TRY(&pool)) {
        out = (rl_buffer){NULL, 0, 0};
        rl_escape(&pool, &out, view, (rl_escaping){.line_start = true});
        done = true;
    }
    PyObject *answer = done ? PyUnicode_DecodeUTF8((const char *)out.bytes, (Py_ssize_t)out.size, "replace") : PyErr_NoMemory();
    rl_pool_end(&pool);
    return answer;
}

static PyObject *leaves_of(const int32_t *leaves, int32_t count) {
    return bytes_of(leaves, (size_t)count * sizeof(int32_t));
}

/* (keep) → (the leaves with the right pictures and without copies as int32, or None where they are right already; rules
   to ask). */
static PyObject *page_tidy(PyObject *self, PyObject *argument) {
    const rl_page *page = &((PageObject *)self)->page;
    Keep keep;
    if (read_keep(page, argument, &keep) < 0) return NULL;
    rl_pool pool;
    rl_kept_leaves kept = {page, keep.items, keep.count};
    rl_tidied tidied = {NULL, 0, 0};
    rl_pool_begin(&pool, SIZE_MAX / 2);
    volatile bool done = false;
    PyThreadState *volatile released = keep.count > MANY_LEAVES ? PyEval_SaveThread() : NULL;
    if (RL_TRY(&pool)) {
        rl_tidy(&kept, &pool, &tidied);
        done = true;
    }
    if (released) PyEval_RestoreThread(released);
    PyObject *answer = NULL;
    if (!done) PyErr_NoMemory();
    else if (!tidied.leaves) answer = Py_BuildValue("OI", Py_None, (unsigned)tidied.rules);
    else answer = Py_BuildValue("NI", leaves_of(tidied.leaves, tidied.count), (unsigned)tidied.rules);
    rl_pool_end(&pool);
    PyBuffer_Release(&keep.buffer);
    return answer;
}

static PyObject *page_count_words(PyObject *self, PyObject *arguments) {
    const rl_page *page = &((PageObject *)self)->page;
    PyObject *kept;
    long long enough;
    Keep keep;
    if (!PyArg_ParseTuple(arguments, "OL", &kept, &enough) || read_keep(page, kept, &keep) < 0) return NULL;
    int64_t words = rl_count_words(page, keep.items, keep.count, enough);
    PyBuffer_Release(&keep.buffer);
    return PyLong_FromLongLong(words);
}

/* --- Quick answers. */

/* A table of tags, which has to be released; NULL with an exception. */
static const uint8_t *read_tag_table(PyObject *argument, Py_buffer *buffer) {
    if (PyObject_GetBuffer(argument, buffer, PyBUF_SIMPLE) < 0) return NULL;
    if (buffer->len == RL_TAG_CODES) return buffer->buf;
    PyBuffer_Release(buffer);
    PyErr_SetString(PyExc_ValueError, "a table of tags has a byte for each");
    return NULL;
}

static PyObject *page_has_any(PyObject *self, PyObject *argument) {
    Py_buffer buffer;
    const uint8_t *table = read_tag_table(argument, &buffer);
    if (!table) return NULL;
    bool has_any = rl_has_any(&((PageObject *)self)->page.columns, table);
    PyBuffer_Release(&buffer);
    return PyBool_FromLong(has_any);
}

/* (row, table, parts) → of a row and those around it, the row first, those that have a tag of a table, or one of some strings,
   ASCII in lower case, in their class, id or itemprop: a list. */
static PyObject *page_around(PyObject *self, PyObject *arguments) {
    const rl_columns *columns = &((PageObject *)self)->page.columns;
    int start;
    Py_buffer buffer;
    PyObject *given, *tuple;
    Parts parts;
    if (!PyArg_ParseTuple(arguments, "iOO!", &start, &given, &PyTuple_Type, &tuple) || read_parts(tuple, &parts) < 0) return NULL;
    if (start < 0 || start >= columns->count) return PyErr_Format(PyExc_IndexError, "the page has no such row");
    const uint8_t *table = read_tag_table(given, &buffer);
    if (!table) return NULL;
    PyObject *found = PyList_New(0);
    for (int32_t row = start; found && row >= 0; row = columns->parent[row]) {
        const int32_t tag = columns->tag[row];
        bool is_meant = table[tag < RL_UNKNOWN ? tag : RL_UNKNOWN] ||
                        may_name(columns, row, RL_ATTRIBUTE_CLASS, &parts) || may_name(columns, row, RL_ATTRIBUTE_ID, &parts) ||
                        may_name(columns, row, RL_ATTRIBUTE_ITEMPROP, &parts);
        if (is_meant && append_row(found, row) < 0) Py_CLEAR(found);
    }
    PyBuffer_Release(&buffer);
    return found;
}

static PyObject *page_count_characters(PyObject *self, PyObject *argument) {
    long long enough = PyLong_AsLongLong(argument);
    if (enough == -1 && PyErr_Occurred()) return NULL;
    return PyLong_FromLongLong(rl_count_characters(&((PageObject *)self)->page.derived, enough));
}

/* (kept leaves, table of tags, enough) → the words that are shown or kept outside of these elements, up to enough. */
static PyObject *page_count_words_outside(PyObject *self, PyObject *arguments) {
    const rl_page *page = &((PageObject *)self)->page;
    PyObject *kept, *tags, *answer = NULL;
    long long enough;
    Keep keep;
    Py_buffer buffer;
    if (!PyArg_ParseTuple(arguments, "OOL", &kept, &tags, &enough) || read_keep(page, kept, &keep) < 0) return NULL;
    const uint8_t *table = read_tag_table(tags, &buffer);
    if (table) {
        answer = PyLong_FromLongLong(rl_count_words_outside(page, keep.items, keep.count, table, enough));
        PyBuffer_Release(&buffer);
    }
    PyBuffer_Release(&keep.buffer);
    return answer;
}

/* (table of tags, nodes) → the elements with these tags that are not hidden, of at most so many nodes, and whose text
   is short and not empty: (row, text) each. */
static PyObject *page_short_texts(PyObject *self, PyObject *arguments) {
    const rl_page *page = &((PageObject *)self)->page;
    const rl_columns *columns = &page->columns;
    PyObject *tags;
    int nodes;
    Py_buffer tag_buffer;
    uint8_t buffer[RL_SHORT_TEXT];
    if (!PyArg_ParseTuple(arguments, "Oi", &tags, &nodes)) return NULL;
    const uint8_t *table = read_tag_table(tags, &tag_buffer);
    if (!table) return NULL;
    PyObject *found = PyList_New(0);
    for (int32_t row = 0; found && row < columns->count; row++) {
        if (!rl_is_in(table, columns->tag[row]) || page->derived.hidden[row]) continue;
        size_t size = columns->end[row] - row <= nodes ? rl_short_text(columns, row, buffer) : 0;
        if (!size) continue;
        PyObject *text = PyUnicode_DecodeUTF8((const char *)buffer, (Py_ssize_t)size, "replace");
        PyObject *entry = text ? Py_BuildValue("iN", row, text) : NULL;
        if (!entry || PyList_Append(found, entry) < 0) Py_CLEAR(found);
        Py_XDECREF(entry);
    }
    PyBuffer_Release(&tag_buffer);
    return found;
}

static PyObject *page_lower_beginning(PyObject *self, PyObject *argument) {
    const rl_page *page = &((PageObject *)self)->page;
    uint8_t text[RL_BEGINNING * RL_LOWER_CHARACTER_BYTES];
    Keep keep;
    if (read_keep(page, argument, &keep) < 0) return NULL;
    size_t size = rl_lower_beginning(page, keep.items, keep.count, text);
    PyBuffer_Release(&keep.buffer);
    return PyUnicode_DecodeUTF8((const char *)text, (Py_ssize_t)size, "replace");
}

#define FASTCALL (METH_METHOD | METH_FASTCALL | METH_KEYWORDS)
static PyMethodDef page_methods[] = {
    {"__reduce__", page_reduce, METH_NOARGS, NULL},
    {"column", (PyCFunction)(void (*)(void))page_column, FASTCALL, "A column, by name, as a read-only buffer."},
    {"leaf_texts", page_leaf_texts, METH_NOARGS, "The texts of all leaves."},
    {"tag_names", page_tag_names, METH_NOARGS, "The names of tags beyond those of HTML."},
    {"attribute_names", page_attribute_names, METH_NOARGS, "The names of attributes."},
    {"having", page_having, METH_O, "The rows that have an attribute of this name."},
    {"value", (PyCFunction)(void (*)(void))page_value, METH_FASTCALL, "The value of an attribute of a row, or its beginning."},
    {"containing", page_containing, METH_VARARGS, "The rows whose attribute contains one of some strings."},
    {"saying", page_saying, METH_O, "The rows of the texts that contain some strings."},
    {"tagged", page_tagged, METH_VARARGS, "The rows with a tag, and the values of some attributes of each."},
    {"identity", page_identity, METH_NOARGS, "The canonical addresses, the generators, ids and classes of html and body."},
    {"by_value", page_by_value, METH_O, "The rows that have an attribute, by its value."},
    {"text_in", page_text_in, METH_O, "All text in an element, or of a text."},
    {"title", page_title, METH_NOARGS, "What the title element says, on one line."},
    {"stated_by_tag", page_stated_by_tag, METH_NOARGS, "What elements of some tags say about the page."},
    {"stated_by_attribute", page_stated_by_attribute, METH_NOARGS, "What elements with some attributes say about the page."},
    {"hints", page_hints, METH_VARARGS, "The rows with parts of names in their class, and those of some texts."},
    {"post_dates", page_post_dates, METH_VARARGS, "By row: whether it shows when something was written; what may."},
    {"numbered", page_numbered, METH_NOARGS, "The elements with an id or a name that has a number."},
    {"post_totals", page_post_totals, METH_VARARGS, "What no one wrote as a post, the rest, and the sums of what posts show."},
    {"post_candidates", page_post_candidates, METH_VARARGS, "Groups of parts of the page that could each be posts."},
    {"post_bodies", page_post_bodies, METH_VARARGS, "The leaves of posts, and of their bodies."},
    {"post_columns", page_post_columns, METH_NOARGS, "By row: what it says of posts."},
    {"shown", page_shown, METH_VARARGS, "The texts between two rows that are shown, and the link around each."},
    {"texts_in", page_texts_in, METH_VARARGS, "The texts in an element, and spaces where lines end."},
    {"around", page_around, METH_VARARGS, "Of a row and those around it, those with a tag of a table or some names."},
    {"cuts", page_cuts, METH_NOARGS, "The limits that cut something off, as bits."},
    {"offsets", page_offsets, METH_NOARGS, "Where the texts of all rows begin and end in the source, in characters."},
    {"leaves_with_pair", page_leaves_with_pair, METH_VARARGS, "The leaves in which two words may stand close: (words, gaps)."},
    {"visibility", page_visibility, METH_O, "By given leaf whether it is seen, and why not; whether that is incomplete."},
    {"carriers", page_carriers, METH_NOARGS, "The rows whose texts lost characters that show nothing, and those texts."},
    {"name_paths", page_name_paths, METH_NOARGS, "By row: a number that elements of the same names, up to the root, share."},
    {"text_of", page_text_of, METH_VARARGS, "The plain text of kept leaves, unless Python has to write some of it."},
    {"outline", (PyCFunction)(void (*)(void))page_outline, FASTCALL, "The outline of kept leaves, likewise."},
    {"tidy", page_tidy, METH_O, "Kept leaves with the right pictures, without copies; rules that may drop more."},
    {"find_kinds", (PyCFunction)(void (*)(void))page_find_kinds, FASTCALL, "The kinds of structure that kept leaves may have."},
    {"base_url", page_base_url, METH_O, "The address that relative ones are relative to, given the page's own."},
    {"count_words", page_count_words, METH_VARARGS, "The number of words of kept leaves, up to enough."},
    {"has_any", page_has_any, METH_O, "Whether any row has a tag of a table."},
    {"count_characters", page_count_characters, METH_O, "The number of characters of all leaves, up to enough."},
    {"count_words_outside", page_count_words_outside, METH_VARARGS, "The words outside of some elements, up to enough."},
    {"short_texts", page_short_texts, METH_VARARGS, "The short elements of some tags with their texts."},
    {"lower_beginning", page_lower_beginning, METH_O, "The beginning of the text of some leaves in lower case."},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef texts_methods[] = {{"__reduce__", texts_reduce, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
static PyMethodDef attributes_methods[] = {{"__reduce__", attributes_reduce, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};

static Py_ssize_t page_length(PyObject *self) { return ((PageObject *)self)->page.columns.count; }

static PyType_Slot page_slots[] = {
    {Py_tp_doc, "A parsed page in the compiled core."},
    {Py_sq_length, page_length},
    {Py_tp_dealloc, page_dealloc},
    {Py_tp_methods, page_methods},
    {0, NULL},
};
static PyType_Slot column_slots[] = {
    {Py_tp_doc, "A column of a page, as a read-only buffer."},
    {Py_tp_dealloc, column_dealloc},
    {Py_bf_getbuffer, column_buffer},
    {0, NULL},
};
static PyType_Slot texts_slots[] = {
    {Py_tp_doc, "The texts of all rows of a page, each made when it is asked for."},
    {Py_tp_dealloc, view_dealloc},
    {Py_sq_length, view_length},
    {Py_sq_item, texts_item},
    {Py_mp_length, view_length},
    {Py_mp_subscript, texts_subscript},
    {Py_tp_methods, texts_methods},
    {Py_tp_richcompare, view_compare},
    {Py_tp_repr, view_repr},
    {0, NULL},
};
static PyType_Slot attributes_slots[] = {
    {Py_tp_doc, "The attributes of all rows of a page, each made when they are asked for."},
    {Py_tp_dealloc, view_dealloc},
    {Py_sq_length, view_length},
    {Py_sq_item, attributes_item},
    {Py_mp_length, view_length},
    {Py_mp_subscript, attributes_subscript},
    {Py_tp_methods, attributes_methods},
    {Py_tp_richcompare, view_compare},
    {Py_tp_repr, view_repr},
    {0, NULL},
};

#define MADE_HERE (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE)
static PyType_Spec page_spec = {"ridgeline._native._core.Page", sizeof(PageObject), 0, MADE_HERE, page_slots};
static PyType_Spec outline_spec = {"ridgeline._native._core.Outline", sizeof(OutlineObject), 0, MADE_HERE, outline_slots};
static PyType_Spec signs_spec = {"ridgeline._native._core.Signs", sizeof(SignsObject), 0, MADE_HERE, signs_slots};
static PyType_Spec column_spec = {"ridgeline._native._core.Column", sizeof(ColumnObject), 0, MADE_HERE, column_slots};
static PyType_Spec texts_spec = {"ridgeline._native._core.Texts", sizeof(ViewObject), 0, MADE_HERE, texts_slots};
static PyType_Spec attributes_spec = {"ridgeline._native._core.Attributes", sizeof(ViewObject), 0, MADE_HERE,
                                      attributes_slots};

/* --- summit: vocabularies, models, and pages as the networks read them. */

typedef struct {
    PyObject_HEAD
    rl_pool pool;
    rl_lexicon lexicon;
    int32_t word_count;  /* ids of words of lines */
} LexiconObject;

typedef struct {
    PyObject_HEAD
    rl_pool pool;
    PyObject *lexicon;
    const rl_model *model;
} ModelObject;

typedef struct {
    PyObject_HEAD
    rl_pool pool;
    PyObject *page;
    rl_reading reading;
} ReadingObject;

static void lexicon_dealloc(PyObject *self) {
    rl_pool_end(&((LexiconObject *)self)->pool);
    free_object(self);
}

static void model_dealloc(PyObject *self) {
    rl_pool_end(&((ModelObject *)self)->pool);
    Py_XDECREF(((ModelObject *)self)->lexicon);
    free_object(self);
}

static void reading_dealloc(PyObject *self) {
    rl_pool_end(&((ReadingObject *)self)->pool);
    Py_XDECREF(((ReadingObject *)self)->page);
    free_object(self);
}

/* → (width, width of the page's part, width of words) of the networks that can be run. */
static PyObject *core_widths(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    return Py_BuildValue("iii", (int)RL_WIDTH, (int)RL_PAGE_WIDTH, (int)RL_WORD_WIDTH);
}

/* The names of the arrays that `make_model` takes, in their order. */
static PyObject *core_array_names(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    PyObject *names = PyTuple_New(RL_ARRAY_COUNT);
    for (int i = 0; names && i < RL_ARRAY_COUNT; i++) {
        PyObject *name = PyUnicode_FromString(RL_ARRAY_NAMES[i]);
        if (!name || PyTuple_SetItem(names, i, name) < 0) Py_CLEAR(names);
    }
    return names;
}

/* Words as Python hands them over: all in a row, and where each begins, with the end of the last. */
typedef struct {
    Py_buffer bytes, starts;
    int32_t count;
} Words;

/* Of a model. Several words of lines may have one id. */
typedef struct {
    Words classes, words;
    Py_buffer ids;  /* by word of lines */
    int id_count;
} Vocabularies;

static int read_words(PyObject *bytes, PyObject *starts, Words *words) {
    if (PyObject_GetBuffer(bytes, &words->bytes, PyBUF_SIMPLE) < 0) return -1;
    if (PyObject_GetBuffer(starts, &words->starts, PyBUF_SIMPLE) < 0) {
        PyBuffer_Release(&words->bytes);
        return -1;
    }
    const uint32_t *items = words->starts.buf;
    Py_ssize_t count = words->starts.len / (Py_ssize_t)sizeof(uint32_t) - 1;
    bool is_right = count >= 0 && count < INT32_MAX && items[0] == 0 && items[count] == (size_t)words->bytes.len;
    for (Py_ssize_t i = 0; is_right && i < count; i++) is_right = items[i] <= items[i + 1];
    words->count = (int32_t)count;
    if (is_right) return 0;
    PyBuffer_Release(&words->bytes);
    PyBuffer_Release(&words->starts);
    PyErr_SetString(PyExc_ValueError, "the words of a vocabulary do not fit their offsets");
    return -1;
}

static void release_words(Words *words) {
    PyBuffer_Release(&words->bytes);
    PyBuffer_Release(&words->starts);
}

/* The ids of words, each below `limit`. */
static int read_ids(PyObject *array, const Words *words, int limit, Py_buffer *ids) {
    if (PyObject_GetBuffer(array, ids, PyBUF_SIMPLE) < 0) return -1;
    const int32_t *items = ids->buf;
    bool is_right = limit >= 0 && ids->len == (Py_ssize_t)words->count * (Py_ssize_t)sizeof(int32_t);
    for (int32_t i = 0; is_right && i < words->count; i++) is_right = items[i] >= 0 && items[i] < limit;
    if (is_right) return 0;
    PyBuffer_Release(ids);
    PyErr_SetString(PyExc_ValueError, "the ids of words are int32, one for each, and below their number");
    return -1;
}

static PyObject *make_lexicon(State *state, const Vocabularies *given) {
    const Words *classes = &given->classes, *words = &given->words;
    LexiconObject *self = (LexiconObject *)new_object(state->lexicon);
    if (!self) return NULL;
    rl_pool_begin(&self->pool, SIZE_MAX / 2);
    volatile bool done = false;
    if (RL_TRY(&self->pool)) {
        self->lexicon = (rl_lexicon){
            rl_vocabulary_make(&self->pool, classes->bytes.buf, classes->starts.buf, NULL, classes->count),
            rl_vocabulary_make(&self->pool, words->bytes.buf, words->starts.buf, given->ids.buf, words->count),
            classes->count,
        };
        self->word_count = given->id_count;
        done = true;
    }
    if (done) return (PyObject *)self;
    Py_DECREF(self);
    return PyErr_NoMemory();
}

static PyObject *core_make_lexicon(PyObject *module, PyObject *arguments) {
    PyObject *classes, *words, *class_bytes, *class_starts, *word_bytes, *word_starts, *ids, *made = NULL;
    Vocabularies given;
    /* Not (OO): of a sequence that is no tuple the items may be gone by then. */
    if (!PyArg_ParseTuple(arguments, "O!O!Oi", &PyTuple_Type, &classes, &PyTuple_Type, &words, &ids, &given.id_count) ||
        !PyArg_ParseTuple(classes, "OO", &class_bytes, &class_starts) || !PyArg_ParseTuple(words, "OO", &word_bytes, &word_starts))
        return NULL;
    if (read_words(class_bytes, class_starts, &given.classes) < 0) return NULL;
    if (read_words(word_bytes, word_starts, &given.words) == 0) {
        if (read_ids(ids, &given.words, given.id_count, &given.ids) == 0) {
            made = make_lexicon(state_of(module), &given);
            PyBuffer_Release(&given.ids);
        }
        release_words(&given.words);
    }
    release_words(&given.classes);
    return made;
}

static bool fill_model(ModelObject *self, const rl_array *arrays, int networks) {
    const LexiconObject *lexicon = (LexiconObject *)self->lexicon;
    rl_pool_begin(&self->pool, SIZE_MAX / 2);
    volatile bool done = false;
    if (RL_TRY(&self->pool)) {
        self->model = rl_model_make(&self->pool, arrays, networks, &lexicon->lexicon, lexicon->word_count);
        done = true;
    }
    return done;
}

static PyObject *make_model(State *state, PyObject *lexicon, const rl_array *arrays, int networks) {
    ModelObject *self = (ModelObject *)new_object(state->model);
    if (!self) return NULL;
    self->lexicon = Py_NewRef(lexicon);
    bool is_filled = fill_model(self, arrays, networks);
    if (is_filled && self->model) return (PyObject *)self;
    Py_DECREF(self);
    if (!is_filled) return PyErr_NoMemory();
    PyErr_SetString(PyExc_ValueError, "the networks have other shapes than those that are compiled in");
    return NULL;
}

static PyObject *core_make_model(PyObject *module, PyObject *arguments) {
    PyObject *lexicon, *arrays, *made = NULL;
    int networks, held = 0;
    State *state = state_of(module);
    if (!PyArg_ParseTuple(arguments, "O!O!i", state->lexicon, &lexicon, &PyTuple_Type, &arrays, &networks)) return NULL;
    Py_buffer buffers[RL_ARRAY_COUNT];
    rl_array read[RL_ARRAY_COUNT];
    for (; held < RL_ARRAY_COUNT; held++) {
        PyObject *array = PyTuple_GetItem(arrays, held);
        if (!array || PyObject_GetBuffer(array, &buffers[held], PyBUF_SIMPLE) < 0) break;
        read[held] = (rl_array){buffers[held].buf, (size_t)buffers[held].len / sizeof(float)};
    }
    if (held == RL_ARRAY_COUNT) made = make_model(state, lexicon, read, networks);
    while (held) PyBuffer_Release(&buffers[--held]);
    return made;
}

/* The features of an address: float32, and as many as are compiled in. */
static int read_address(PyObject *argument, float address[RL_ADDRESS_FEATURES]) {
    Py_buffer buffer;
    if (PyObject_GetBuffer(argument, &buffer, PyBUF_SIMPLE) < 0) return -1;
    bool is_right = buffer.len == (Py_ssize_t)(RL_ADDRESS_FEATURES * sizeof *address);
    if (is_right) memcpy(address, buffer.buf, RL_ADDRESS_FEATURES * sizeof *address);
    PyBuffer_Release(&buffer);
    if (is_right) return 0;
    PyErr_SetString(PyExc_ValueError, "the features of an address are float32, and of a fixed number");
    return -1;
}

/* (page, lexicon, address) → a Reading, or None where the page has no text. */
static PyObject *core_read(PyObject *module, PyObject *arguments) {
    PyObject *page, *lexicon, *given;
    float address[RL_ADDRESS_FEATURES];
    State *state = state_of(module);
    if (!PyArg_ParseTuple(arguments, "O!O!O", state->page, &page, state->lexicon, &lexicon, &given)) return NULL;
    if (read_address(given, address) < 0) return NULL;
    ReadingObject *self = (ReadingObject *)new_object(state->reading);
    if (!self) return NULL;
    self->page = Py_NewRef(page);
    volatile bool done = false, has_text = false;
    rl_pool_begin(&self->pool, SIZE_MAX / 2);
    Py_BEGIN_ALLOW_THREADS
    if (RL_TRY(&self->pool)) {
        has_text = rl_read(&((PageObject *)page)->page, &((LexiconObject *)lexicon)->lexicon, address, &self->pool,
                           &self->reading);
        done = true;
    }
    Py_END_ALLOW_THREADS
    if (done && has_text) return (PyObject *)self;
    Py_DECREF(self);
    return done ? Py_NewRef(Py_None) : PyErr_NoMemory();
}

/* (name) → an array of what was read, as a buffer. Numbers are int32, features and counts float32. */
static PyObject *reading_column(PyObject *self, PyTypeObject *defining, PyObject *const *arguments, Py_ssize_t count,
                                PyObject *keywords) {
    const char *name = column_name(arguments, count, keywords);
    if (!name) return NULL;
    const rl_reading *reading = &((ReadingObject *)self)->reading;
    const rl_lines *lines = &reading->lines;
    const rl_words *words = reading->first_words;
    const size_t rows = (size_t)reading->count, named = (size_t)reading->named_count, number = sizeof(int32_t);
    const rl_bags *names = &reading->names, *line_words = &reading->line_words, *headings = &reading->heading_words;
    const Known known[] = {
        {"start", lines->start, rows * number},
        {"end", lines->end, rows * number},
        {"node", lines->node, rows * number},
        {"counts", lines->counts, rows * sizeof *lines->counts},
        {"link_words", lines->link_words, rows * sizeof(float)},
        {"words", reading->words, rows * sizeof(float)},
        {"is_prose", reading->tree->is_prose, rows},
        {"places", reading->tree->around, rows * sizeof *reading->tree->around},
        {"place_nodes", reading->tree->node, (size_t)reading->tree->count * number},
        {"line_features", reading->line_features, rows * sizeof *reading->line_features},
        {"page_features", reading->page_features, sizeof reading->page_features},
        {"title_overlap", reading->title_overlap, rows * sizeof(float)},
        {"regions", reading->regions, (size_t)reading->region_count * sizeof *reading->regions},
        {"region_of", reading->region_of, rows * sizeof *reading->region_of},
        {"paths", reading->paths, rows * number},
        {"slots", reading->slots, rows * number},
        {"records", reading->records, rows * number},
        {"name_ids", names->ids, (size_t)names->starts[names->count] * number},
        {"name_starts", names->starts, ((size_t)names->count + 1) * number},
        {"name_of", reading->name_of, named * sizeof *reading->name_of},
        {"first", reading->first, named * number},
        {"last", reading->last, named * number},
        {"own", reading->own, rows * sizeof *reading->own},
        {"line_word_ids", line_words->ids, (size_t)line_words->starts[rows] * number},
        {"line_word_starts", line_words->starts, (rows + 1) * number},
        {"heading_of", reading->heading_of, rows * number},
        {"heading_word_ids", headings->ids, (size_t)headings->starts[headings->count] * number},
        {"heading_word_starts", headings->starts, ((size_t)headings->count + 1) * number},
        {"tags", reading->tags, rows * sizeof *reading->tags},
        {"folded", words->folded.bytes, words->folded.size},
        {"folded_starts", words->line_start, (rows + 1) * number},
    };
    return column_of(self, defining, known, sizeof known / sizeof known[0], name);
}

/* → (paths, slots, records): how many there are of each. */
static PyObject *reading_groups(PyObject *self, PyObject *unused) {
    (void)unused;
    const rl_reading *reading = &((ReadingObject *)self)->reading;
    return Py_BuildValue("iii", (int)reading->path_count, (int)reading->slot_count, (int)reading->record_count);
}

static PyObject *bytes_view(rl_view view) {
    return PyBytes_FromStringAndSize((const char *)view.bytes, (Py_ssize_t)view.size);
}

static int append_bytes(PyObject *list, rl_view view) {
    PyObject *item = bytes_view(view);
    int failed = !item || PyList_Append(list, item) < 0;
    Py_XDECREF(item);
    return failed ? -1 : 0;
}

/* → the beginnings of all lines as they are compared: a list of bytes. */
static PyObject *reading_beginnings(PyObject *self, PyObject *unused) {
    (void)unused;
    const rl_reading *reading = &((ReadingObject *)self)->reading;
    const rl_words *words = reading->first_words;
    PyObject *found = PyList_New(0);
    for (int32_t line = 0; found && line < reading->count; line++) {
        int32_t start = words->line_start[line], end = words->line_start[line + 1];
        if (append_bytes(found, (rl_view){words->folded.bytes + start, (size_t)(end - start)}) < 0) Py_CLEAR(found);
    }
    return found;
}

/* → the words that are looked up in a vocabulary, line by line: a list of bytes. */
static PyObject *reading_looked_up(PyObject *self, PyObject *unused) {
    (void)unused;
    const rl_reading *reading = &((ReadingObject *)self)->reading;
    const rl_words *words = reading->first_words;
    PyObject *found = PyList_New(0);
    for (int32_t line = 0; found && line < reading->count; line++) {
        int32_t first = words->first_word[line], last = first + rl_looked_up(reading, line);
        for (int32_t word = first; found && word < last; word++) {
            size_t size = (size_t)(words->end[word] - words->start[word]);
            if (append_bytes(found, (rl_view){words->folded.bytes + words->start[word], size}) < 0) Py_CLEAR(found);
        }
    }
    return found;
}

/* (model, doubt) → (page type, networks that were run, probabilities): those of lines of a group are pooled. */
static PyObject *reading_predict(PyObject *self, PyObject *arguments) {
    PyObject *model, *module = PyType_GetModule(Py_TYPE(self));
    double doubt;
    if (!module || !PyArg_ParseTuple(arguments, "O!d", state_of(module)->model, &model, &doubt)) return NULL;
    const rl_reading *reading = &((ReadingObject *)self)->reading;
    rl_pool pool;
    rl_prediction prediction;
    volatile bool done = false;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    Py_BEGIN_ALLOW_THREADS
    if (RL_TRY(&pool)) {
        rl_predict(((ModelObject *)model)->model, reading, doubt, &pool, &prediction);
        rl_pool_groups(reading, &pool, prediction.probabilities);
        done = true;
    }
    Py_END_ALLOW_THREADS
    PyObject *answer = done ? Py_BuildValue("iiN", (int)prediction.page_type, (int)prediction.networks,
                                            bytes_of(prediction.probabilities, (size_t)reading->count * sizeof(float)))
                            : PyErr_NoMemory();
    rl_pool_end(&pool);
    return answer;
}

/* Values by line in a buffer, checked: `width` bytes each. */
static const void *by_line(const rl_reading *reading, PyObject *argument, size_t width, Py_buffer *buffer) {
    if (PyObject_GetBuffer(argument, buffer, PyBUF_SIMPLE) < 0) return NULL;
    if (buffer->len == (Py_ssize_t)((size_t)reading->count * width) && (uintptr_t)buffer->buf % width == 0)
        return buffer->buf;
    PyBuffer_Release(buffer);
    PyErr_SetString(PyExc_ValueError, "a value for every line is needed");
    return NULL;
}

/* (probabilities) → the same with one for all lines of a group. */
static PyObject *reading_pool(PyObject *self, PyObject *argument) {
    const rl_reading *reading = &((ReadingObject *)self)->reading;
    const size_t size = (size_t)reading->count * sizeof(float);
    Py_buffer buffer;
    const float *given = by_line(reading, argument, sizeof(float), &buffer);
    if (!given) return NULL;
    rl_pool pool;
    float *volatile pooled = NULL;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    if (RL_TRY(&pool)) {
        float *copy = RL_TAKE(&pool, float, (size_t)reading->count);
        memcpy(copy, given, size);
        rl_pool_groups(reading, &pool, copy);
        pooled = copy;
    }
    PyObject *answer = pooled ? bytes_of(pooled, size) : PyErr_NoMemory();
    rl_pool_end(&pool);
    PyBuffer_Release(&buffer);
    return answer;
}

/* (probabilities, page type, b, whether the page's title may be kept) → (expected F1 of the best lines, the number of
   their words, their mask; expected F1 of those that b favours, their mask). */
static PyObject *reading_select(PyObject *self, PyObject *arguments) {
    const rl_reading *reading = &((ReadingObject *)self)->reading;
    PyObject *probabilities;
    int page_type, keeps_title;
    double b;
    Py_buffer buffer;
    if (!PyArg_ParseTuple(arguments, "Oidp", &probabilities, &page_type, &b, &keeps_title)) return NULL;
    const float *given = by_line(reading, probabilities, sizeof(float), &buffer);
    if (!given) return NULL;
    rl_pool pool;
    rl_selection selection;
    volatile bool done = false;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    Py_BEGIN_ALLOW_THREADS
    if (RL_TRY(&pool)) {
        rl_select(reading, given, page_type, (rl_manner){b, keeps_title != 0}, &pool, &selection);
        done = true;
    }
    Py_END_ALLOW_THREADS
    const size_t count = (size_t)reading->count;
    PyObject *answer = done ? Py_BuildValue("ddNdN", selection.balanced, selection.words,
                                            bytes_of(selection.candidate, count), selection.expected,
                                            bytes_of(selection.mask, count))
                            : PyErr_NoMemory();
    rl_pool_end(&pool);
    PyBuffer_Release(&buffer);
    return answer;
}

/* (mask) → the leaves of the lines in it, as int32. */
static PyObject *reading_leaves(PyObject *self, PyObject *argument) {
    const rl_reading *reading = &((ReadingObject *)self)->reading;
    Py_buffer buffer;
    const uint8_t *mask = by_line(reading, argument, sizeof(uint8_t), &buffer);
    if (!mask) return NULL;
    rl_pool pool;
    rl_kept kept;
    volatile bool done = false;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    if (RL_TRY(&pool)) {
        kept = rl_leaves_of(reading, mask, &pool);
        done = true;
    }
    PyObject *answer = done ? leaves_of(kept.items, kept.count) : PyErr_NoMemory();
    rl_pool_end(&pool);
    PyBuffer_Release(&buffer);
    return answer;
}

/* (probabilities) → by leaf how probable it is content, as float32. */
static PyObject *reading_scores(PyObject *self, PyObject *argument) {
    const rl_reading *reading = &((ReadingObject *)self)->reading;
    Py_buffer buffer;
    const float *probabilities = by_line(reading, argument, sizeof(float), &buffer);
    if (!probabilities) return NULL;
    rl_pool pool;
    float *volatile scores = NULL;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    if (RL_TRY(&pool)) scores = rl_leaf_scores(reading, probabilities, &pool);
    const size_t leaves = (size_t)reading->page->derived.leaf_count;
    PyObject *answer = scores ? bytes_of(scores, leaves * sizeof(float)) : PyErr_NoMemory();
    rl_pool_end(&pool);
    PyBuffer_Release(&buffer);
    return answer;
}

/* (page, features of its address, doubt, b) → the answer about the page: (page type, expected F1 of the best lines,
   their words, their leaves; expected F1 of those that b favours, their leaves, the same tidied or None, rules to ask,
   scores by leaf). None where the page has no text. */
static PyObject *model_find_content(PyObject *self, PyObject *arguments) {
    PyObject *given_page, *given, *module = PyType_GetModule(Py_TYPE(self));
    float address[RL_ADDRESS_FEATURES];
    double doubt, b;
    if (!module || !PyArg_ParseTuple(arguments, "O!Odd", state_of(module)->page, &given_page, &given, &doubt, &b))
        return NULL;
    if (read_address(given, address) < 0) return NULL;
    const rl_model *model = ((ModelObject *)self)->model;
    const rl_page *page = &((PageObject *)given_page)->page;
    rl_pool pool;
    rl_answer found;
    volatile bool done = false, has_text = false;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    Py_BEGIN_ALLOW_THREADS
    if (RL_TRY(&pool)) {
        has_text = rl_answer_find(page, model, address, doubt, (rl_manner){b, true}, &pool, &found);
        done = true;
    }
    Py_END_ALLOW_THREADS
    PyObject *answer = NULL;
    if (!done) PyErr_NoMemory();
    else if (!has_text) answer = Py_NewRef(Py_None);
    else
        answer = Py_BuildValue(
            "iddNdNNIN", (int)found.page_type, found.selection.balanced, found.selection.words,
            leaves_of(found.candidate.items, found.candidate.count), found.selection.expected,
            leaves_of(found.kept.items, found.kept.count),
            found.tidied.leaves ? leaves_of(found.tidied.leaves, found.tidied.count) : Py_NewRef(Py_None),
            (unsigned)found.tidied.rules, bytes_of(found.scores, (size_t)page->derived.leaf_count * sizeof(float)));
    rl_pool_end(&pool);
    return answer;
}

static PyMethodDef model_methods[] = {
    {"find_content", model_find_content, METH_VARARGS, "The leaves of a page that summit keeps, and why."},
    {NULL, NULL, 0, NULL},
};
static PyMethodDef reading_methods[] = {
    {"column", (PyCFunction)(void (*)(void))reading_column, FASTCALL, "What was read, by name, as a read-only buffer."},
    {"groups", reading_groups, METH_NOARGS, "The numbers of paths, slots and records."},
    {"beginnings", reading_beginnings, METH_NOARGS, "The beginnings of all lines as they are compared."},
    {"looked_up", reading_looked_up, METH_NOARGS, "The words that are looked up in a vocabulary."},
    {"predict", reading_predict, METH_VARARGS, "The page type, how many networks were run, probabilities of lines."},
    {"pool", reading_pool, METH_O, "Probabilities, with one for all lines of a group."},
    {"select", reading_select, METH_VARARGS, "The lines to keep."},
    {"leaves", reading_leaves, METH_O, "The leaves of some lines."},
    {"scores", reading_scores, METH_O, "Probabilities by leaf."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot lexicon_slots[] = {
    {Py_tp_doc, "The vocabularies of a model of summit."},
    {Py_tp_dealloc, lexicon_dealloc},
    {0, NULL},
};
static PyType_Slot model_slots[] = {
    {Py_tp_doc, "A trained model of summit."},
    {Py_tp_dealloc, model_dealloc},
    {Py_tp_methods, model_methods},
    {0, NULL},
};
static PyType_Slot reading_slots[] = {
    {Py_tp_doc, "A page as the networks of summit read it."},
    {Py_tp_dealloc, reading_dealloc},
    {Py_tp_methods, reading_methods},
    {0, NULL},
};
static PyType_Spec lexicon_spec = {"ridgeline._native._core.Lexicon", sizeof(LexiconObject), 0, MADE_HERE,
                                   lexicon_slots};
static PyType_Spec model_spec = {"ridgeline._native._core.Model", sizeof(ModelObject), 0, MADE_HERE, model_slots};
static PyType_Spec reading_spec = {"ridgeline._native._core.Reading", sizeof(ReadingObject), 0, MADE_HERE,
                                   reading_slots};

static void append_word(void *list, const uint8_t *word, size_t size) {
    PyObject *item = PyUnicode_FromStringAndSize((const char *)word, (Py_ssize_t)size);
    if (!item || PyErr_Occurred() || PyList_Append(list, item) < 0) PyErr_NoMemory();
    Py_XDECREF(item);
}

/* (text) → the words in the names of an element, and the kinds of element that they indicate: a list of strings. */
static PyObject *core_name_words(PyObject *module, PyObject *text) {
    (void)module;
    Py_ssize_t size;
    const char *bytes = PyUnicode_AsUTF8AndSize(text, &size);
    PyObject *found = bytes ? PyList_New(0) : NULL;
    if (found) rl_name_words((const uint8_t *)bytes, (size_t)size, append_word, found);
    if (found && PyErr_Occurred()) Py_CLEAR(found);
    return found;
}

/* A text as UTF-8. Half a character (a surrogate) is no part of a word, and so is the mark that stands for it; then
   `encoded` owns the bytes. */
static bool encode_text(PyObject *text, rl_view *view, PyObject **encoded) {
    Py_ssize_t size;
    const char *bytes = PyUnicode_AsUTF8AndSize(text, &size);
    *encoded = NULL;
    if (!bytes) {
        if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) return false;
        PyErr_Clear();
        *encoded = PyUnicode_AsEncodedString(text, "utf-8", "replace");
        if (!*encoded) return false;
        bytes = PyBytes_AsString(*encoded);
        size = PyBytes_Size(*encoded);
    }
    *view = (rl_view){(const uint8_t *)bytes, (size_t)size};
    return true;
}

static PyObject *count_in(PyObject *text, int64_t (*count)(const uint8_t *bytes, size_t size)) {
    rl_view view;
    PyObject *encoded;
    if (!encode_text(text, &view, &encoded)) return NULL;
    int64_t found = count(view.bytes, view.size);
    Py_XDECREF(encoded);
    return PyLong_FromLongLong(found);
}

static PyObject *core_count_words(PyObject *module, PyObject *text) {
    (void)module;
    return count_in(text, rl_count_words_in);
}

/* (bytes) → the characters beyond ASCII of UTF-8; -1 where the bytes are none. */
static PyObject *core_count_beyond_ascii(PyObject *module, PyObject *data) {
    (void)module;
    if (!PyBytes_CheckExact(data)) return PyErr_Format(PyExc_TypeError, "bytes are needed, not %R", Py_TYPE(data));
    const uint8_t *bytes = (const uint8_t *)PyBytes_AsString(data);
    const size_t size = (size_t)PyBytes_Size(data);
    int64_t found;
    Py_BEGIN_ALLOW_THREADS
    found = rl_count_beyond_ascii(bytes, size);
    Py_END_ALLOW_THREADS
    return PyLong_FromLongLong(found);
}

static PyObject *core_estimate_tokens(PyObject *module, PyObject *text) {
    (void)module;
    return count_in(text, rl_estimate_tokens);
}

/* (text) → the words between white space, not counting ideographs and kana; and the number of those. */
static PyObject *core_count_spaced_words(PyObject *module, PyObject *text) {
    (void)module;
    rl_view view;
    PyObject *encoded;
    if (!encode_text(text, &view, &encoded)) return NULL;
    rl_spaced_words found = rl_count_spaced_words(view.bytes, view.size);
    Py_XDECREF(encoded);
    return Py_BuildValue("LL", (long long)found.words, (long long)found.ideographs);
}

/* (text) → the kind of every character, a byte each: RL_KIND_…. */
static PyObject *core_kinds(PyObject *module, PyObject *text) {
    (void)module;
    Py_ssize_t size, count = PyUnicode_Check(text) ? PyUnicode_GetLength(text) : -1;
    const char *bytes = PyUnicode_AsUTF8AndSize(text, &size);
    PyObject *found = bytes && count >= 0 ? PyBytes_FromStringAndSize(NULL, count) : NULL;
    if (!found) return NULL;
    const uint8_t *at = (const uint8_t *)bytes, *end = at + size;
    uint8_t *kinds = (uint8_t *)PyBytes_AsString(found);
    for (Py_ssize_t i = 0; i < count && at < end; i++)
        kinds[i] = *at < 0x80 ? RL_KINDS[*at++] : rl_kind(rl_decode(&at, end));
    return found;
}

/* (text) → the text as a string of JSON. */
static PyObject *core_quote_json(PyObject *module, PyObject *text) {
    (void)module;
    static const uint8_t QUOTE[] = "\"";
    Py_ssize_t size;
    const char *bytes = PyUnicode_AsUTF8AndSize(text, &size);
    if (!bytes) return NULL;
    rl_pool pool;
    rl_buffer out = {NULL, 0, 0};
    volatile bool done = false;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    if (RL_TRY(&pool)) {
        rl_buffer_reserve(&pool, &out, (size_t)size + 2);  /* most need no more */
        rl_buffer_put(&pool, &out, QUOTE, 1);
        rl_json_put_escaped(&pool, &out, (rl_view){(const uint8_t *)bytes, (size_t)size});
        rl_buffer_put(&pool, &out, QUOTE, 1);
        done = true;
    }
    PyObject *quoted = done ? PyUnicode_DecodeUTF8((const char *)out.bytes, (Py_ssize_t)out.size, NULL) : PyErr_NoMemory();
    rl_pool_end(&pool);
    return quoted;
}

static PyObject *core_instructions(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    return PyUnicode_FromString(rl_kernel_best()->instructions);
}

/* --- The module. */

static PyMethodDef functions[] = {
    {"parse", core_parse, METH_VARARGS, "Parse HTML: (str or UTF-8, depth, attributes, nodes, seconds) → Page."},
    {"build", core_build, METH_VARARGS, "Build a Page: (parents, tags, names of tags, attributes, texts) → Page."},
    {"beginning", core_beginning, METH_VARARGS, "The first rows of a Page as one: (Page, rows) → Page."},
    {"texts", core_texts, METH_O, "The texts of all rows of a Page, each made when it is asked for."},
    {"attributes", core_attributes, METH_O, "The attributes of all rows of a Page, likewise."},
    {"widths", core_widths, METH_NOARGS, "The widths of the networks that can be run."},
    {"array_names", core_array_names, METH_NOARGS, "The names of the arrays of a model."},
    {"make_lexicon", core_make_lexicon, METH_VARARGS, "A Lexicon: (class words, line words, ids of those, ids) → Lexicon."},
    {"make_model", core_make_model, METH_VARARGS, "A Model: (Lexicon, arrays, networks) → Model."},
    {"read", core_read, METH_VARARGS, "A page as the networks read it: (Page, Lexicon, address) → Reading or None."},
    {"name_words", core_name_words, METH_O, "The words in the names of an element, and what kinds they indicate."},
    {"count_words", core_count_words, METH_O, "The number of words in a text."},
    {"count_beyond_ascii", core_count_beyond_ascii, METH_O, "The characters beyond ASCII of UTF-8, or -1."},
    {"estimate_tokens", core_estimate_tokens, METH_O, "About how many tokens language models make of a text."},
    {"count_spaced_words", core_count_spaced_words, METH_O, "The words between white space, and the ideographs."},
    {"kinds", core_kinds, METH_O, "The kinds of all characters of a text."},
    {"make_signs", core_make_signs, METH_O, "Signs of kinds of structure: ((kind, sort, text), …) → Signs."},
    {"own_counts", core_own_counts, METH_VARARGS, "By span: what is counted in it outside of those inside."},
    {"measure_group", core_measure_group, METH_VARARGS, "What the members of a group show that may be posts."},
    {"post_meaning", core_post_meaning, METH_O, "What a class attribute or an id says of posts, as bits."},
    {"may_be_calendar", core_may_be_calendar, METH_O, "Whether a text may be months, weekdays and numbers alone."},
    {"find_day", core_find_day, METH_VARARGS, "The first day in a text, as a number; 0 where it is not certain."},
    {"shows_moment", core_shows_moment, METH_O, "Whether a text shows when something was written: 0 no, 1 perhaps, 2 yes."},
    {"part_names", core_part_names, METH_NOARGS, "The kinds of parts of an outline, by code."},
    {"resolve", core_resolve, METH_VARARGS, "A URL made absolute: (reference, base or None, whether it is encoded) → URL or None."},
    {"quote_json", core_quote_json, METH_O, "A text as a string of JSON."},
    {"escape_markdown", core_escape_markdown, METH_O, "A text such that Markdown shows it unchanged."},
    {"instructions", core_instructions, METH_NOARGS, "The instructions that the networks use on this machine."},
    {NULL, NULL, 0, NULL},
};

static int add_type(PyObject *module, PyType_Spec *spec, PyTypeObject **type) {
    *type = (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
    return *type ? PyModule_AddType(module, *type) : -1;
}

static int fill_module(PyObject *module) {
    State *state = state_of(module);
    if (add_type(module, &page_spec, &state->page) < 0 || add_type(module, &column_spec, &state->column) < 0 ||
        add_type(module, &texts_spec, &state->texts) < 0 || add_type(module, &attributes_spec, &state->attributes) < 0)
        return -1;
    if (add_type(module, &lexicon_spec, &state->lexicon) < 0 || add_type(module, &model_spec, &state->model) < 0)
        return -1;
    if (add_type(module, &outline_spec, &state->outline) < 0 || add_type(module, &signs_spec, &state->signs) < 0) return -1;
    return add_type(module, &reading_spec, &state->reading);
}

static int visit_state(PyObject *module, visitproc visit, void *arg) {
    State *state = state_of(module);
    Py_VISIT(state->page);
    Py_VISIT(state->column);
    Py_VISIT(state->texts);
    Py_VISIT(state->attributes);
    Py_VISIT(state->lexicon);
    Py_VISIT(state->model);
    Py_VISIT(state->reading);
    Py_VISIT(state->outline);
    Py_VISIT(state->signs);
    return 0;
}

static int clear_state(PyObject *module) {
    State *state = state_of(module);
    Py_CLEAR(state->page);
    Py_CLEAR(state->column);
    Py_CLEAR(state->texts);
    Py_CLEAR(state->attributes);
    Py_CLEAR(state->lexicon);
    Py_CLEAR(state->model);
    Py_CLEAR(state->reading);
    Py_CLEAR(state->outline);
    Py_CLEAR(state->signs);
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)fill_module},
#ifdef Py_GIL_DISABLED
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "_core",
    .m_doc = "The compiled core of ridgeline.",
    .m_size = sizeof(State),
    .m_methods = functions,
    .m_slots = slots,
    .m_traverse = visit_state,
    .m_clear = clear_state,
};

PyMODINIT_FUNC PyInit__core(void) { return PyModuleDef_Init(&definition); }
