/* The glue: the compiled core as the Python module `ridgeline._native._core`.

   Only this file knows Python, through the limited API, so that one binary serves every Python from 3.11 on. Nothing
   of a page becomes a Python object until somebody asks for it. Everything that takes time runs without the GIL. */
#ifndef Py_GIL_DISABLED
#define Py_LIMITED_API 0x030B0000
#endif
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <string.h>

#include "counting.h"
#include "model.h"
#include "mountain.h"
#include "notation.h"
#include "offsets.h"
#include "parser.h"
#include "selection.h"
#include "text.h"
#include "tidying.h"

/* What a page may cost beside its source: more than any page within the limits needs. */
enum { LEAST_BYTES = 256 << 20, BYTES_PER_CHARACTER = 64 };
enum { MANY_LEAVES = 5000 };

typedef struct {
    PyTypeObject *page, *column, *texts, *attributes, *model;
} State;

static State *state_of(PyObject *module) { return PyModule_GetState(module); }

/* --- A page, and the objects that show parts of it and keep it alive. */

typedef struct {
    PyObject_HEAD
    PyObject *source;  /* the str or bytes that the columns point into */
    rl_limits limits;  /* that it was parsed with */
    rl_page page;
} PageObject;

typedef struct {
    PyObject_HEAD
    PageObject *owner;
} ViewObject;  /* of the texts, or of the attributes, of all rows */

typedef struct {
    PyObject_HEAD
    PageObject *owner;
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
    free_object(self);
}

static void view_dealloc(PyObject *self) {
    Py_XDECREF((PyObject *)((ViewObject *)self)->owner);
    free_object(self);
}

static void column_dealloc(PyObject *self) {
    Py_XDECREF((PyObject *)((ColumnObject *)self)->owner);
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

/* --- Parsing. */

static int utf8_of(PyObject *source, const char **bytes, Py_ssize_t *size) {
    if (PyUnicode_Check(source)) {
        *bytes = PyUnicode_AsUTF8AndSize(source, size);
        return *bytes ? 0 : -1;
    }
    return PyBytes_AsStringAndSize(source, (char **)bytes, size);
}

static bool parse_page(PageObject *self, const char *bytes, size_t size, const rl_limits *limits) {
    rl_page *page = &self->page;
    rl_pool scratch;
    volatile bool done = false;
    size_t most = LEAST_BYTES + size * BYTES_PER_CHARACTER;
    rl_pool_begin(&page->pool, most);
    rl_pool_begin(&scratch, most);
    if (RL_TRY(&page->pool)) {
        if (RL_TRY(&scratch)) {
            rl_columns_begin(&page->columns, &page->pool, (const uint8_t *)bytes, size);
            rl_parse(&page->columns, &scratch, limits);
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
    const char *bytes;
    Py_ssize_t size;
    if (utf8_of(source, &bytes, &size) < 0) return NULL;
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

/* --- Columns as buffers. */

static PyObject *page_column(PyObject *self, PyTypeObject *defining, PyObject *const *arguments, Py_ssize_t count,
                             PyObject *keywords) {
    if (count != 1 || keywords || !PyUnicode_Check(arguments[0])) {
        PyErr_SetString(PyExc_TypeError, "column takes the name of a column");
        return NULL;
    }
    const char *name = PyUnicode_AsUTF8AndSize(arguments[0], NULL);
    if (!name) return NULL;
    PageObject *page = (PageObject *)self;
    const rl_columns *columns = &page->page.columns;
    const rl_derived *derived = &page->page.derived;
    const size_t rows = (size_t)columns->count, leaves = (size_t)derived->leaf_count;
    const struct {
        const char *name;
        const void *items;
        size_t size;
    } known[] = {
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
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(known[i].name, name)) continue;
        State *state = PyType_GetModuleState(defining);
        ColumnObject *column = state ? (ColumnObject *)new_object(state->column) : NULL;
        if (!column) return NULL;
        column->owner = (PageObject *)Py_NewRef(self);
        column->items = known[i].items ? known[i].items : "";
        column->size = (Py_ssize_t)known[i].size;
        return (PyObject *)column;
    }
    return PyErr_Format(PyExc_KeyError, "no column is called %s", name);
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

/* The position of a name among those of the attributes; -1 where no element has it, -2 with an exception. */
static int32_t name_position(const rl_columns *columns, PyObject *name) {
    Py_ssize_t size;
    const char *bytes = PyUnicode_AsUTF8AndSize(name, &size);
    if (!bytes) return -2;
    for (int32_t i = 0; i < columns->attribute_name_count; i++)
        if (is_name(columns, i, bytes, (size_t)size)) return i;
    return -1;
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

/* (row, name) → the value of an attribute, "" where it has none, None where it is not there. */
static PyObject *page_value(PyObject *self, PyObject *const *arguments, Py_ssize_t count) {
    const rl_columns *columns = &((PageObject *)self)->page.columns;
    if (count != 2) return PyErr_Format(PyExc_TypeError, "value takes a row and the name of an attribute");
    Py_ssize_t row = PyNumber_AsSsize_t(arguments[0], PyExc_IndexError), size;
    if (row == -1 && PyErr_Occurred()) return NULL;
    if (row < 0 || row >= columns->count) return PyErr_Format(PyExc_IndexError, "the page has no such row");
    const char *name = PyUnicode_AsUTF8AndSize(arguments[1], &size);
    if (!name) return NULL;
    if (columns->tag[row] == RL_TAG_TEXT) return Py_NewRef(Py_None);
    rl_slice own = columns->content[row];
    for (uint32_t i = own.offset; i < own.offset + own.length; i++) {
        if (!is_name(columns, columns->attribute_name[i], name, (size_t)size)) continue;
        rl_slice value = columns->attribute_value[i];
        return value.length == RL_NO_VALUE ? PyUnicode_FromStringAndSize("", 0) : make_string(columns, value);
    }
    return Py_NewRef(Py_None);
}

/* Strings to look for, all at once: by the byte that one begins with, those that do, as bits. */
enum { MOST_PARTS = 64 };
typedef struct {
    const char *bytes[MOST_PARTS];
    size_t sizes[MOST_PARTS];
    uint64_t starting[256];
} Parts;

static int read_parts(PyObject *tuple, Parts *parts) {
    Py_ssize_t count = PyTuple_Size(tuple);
    memset(parts->starting, 0, sizeof parts->starting);
    for (Py_ssize_t i = 0; i < count && i < MOST_PARTS; i++) {
        Py_ssize_t size;
        parts->bytes[i] = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(tuple, i), &size);
        if (!parts->bytes[i]) return -1;
        parts->sizes[i] = (size_t)size;
        if (size) parts->starting[(uint8_t)parts->bytes[i][0]] |= UINT64_C(1) << i;
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

static bool has_part(const uint8_t *bytes, size_t size, const Parts *parts) {
    for (size_t at = 0; at < size; at++) {
        uint64_t candidates = parts->starting[lowered(bytes[at])];
        for (int i = 0; candidates; i++, candidates >>= 1)
            if (candidates & 1 && starts_with(bytes + at, size - at, parts->bytes[i], parts->sizes[i])) return true;
    }
    return false;
}

/* (name, parts) → the rows whose attribute contains one of these strings, ASCII in lower case; its case is ignored. */
static PyObject *page_containing(PyObject *self, PyObject *arguments) {
    const rl_columns *columns = &((PageObject *)self)->page.columns;
    PyObject *name, *tuple;
    Parts parts;
    if (!PyArg_ParseTuple(arguments, "O!O!", &PyUnicode_Type, &name, &PyTuple_Type, &tuple)) return NULL;
    int32_t position = name_position(columns, name);
    if (position == -2 || read_parts(tuple, &parts) < 0) return NULL;
    PyObject *rows = PyList_New(0);
    for (int32_t row = 0; rows && position >= 0 && row < columns->count; row++) {
        const rl_slice *value = rl_attribute(columns, row, position);
        if (!value || value->length == RL_NO_VALUE) continue;
        if (has_part(rl_bytes(columns, *value), value->length, &parts) && append_row(rows, row) < 0) Py_CLEAR(rows);
    }
    return rows;
}

static bool has_text(const uint8_t *bytes, size_t size, const char *wanted, size_t wanted_size) {
    const uint8_t *end = bytes + size;
    while ((size_t)(end - bytes) >= wanted_size) {
        const uint8_t *found = memchr(bytes, wanted[0], (size_t)(end - bytes) - wanted_size + 1);
        if (!found) return false;
        if (!memcmp(found, wanted, wanted_size)) return true;
        bytes = found + 1;
    }
    return false;
}

/* (text) → the rows of the texts that contain this one, which is not empty and should be short. */
static PyObject *page_saying(PyObject *self, PyObject *text) {
    const rl_columns *columns = &((PageObject *)self)->page.columns;
    Py_ssize_t size;
    const char *wanted = PyUnicode_AsUTF8AndSize(text, &size);
    if (!wanted) return NULL;
    PyObject *rows = PyList_New(0);
    for (int32_t row = 0; rows && size && row < columns->count; row++) {
        if (columns->tag[row] != RL_TAG_TEXT) continue;
        rl_slice own = columns->content[row];
        if (has_text(rl_bytes(columns, own), own.length, wanted, (size_t)size) && append_row(rows, row) < 0)
            Py_CLEAR(rows);
    }
    return rows;
}

static PyObject *page_cuts(PyObject *self, PyObject *unused) {
    (void)unused;
    return PyLong_FromUnsignedLong(((PageObject *)self)->page.columns.cuts);
}

static PyObject *bytes_of(const void *items, size_t size) {
    return PyBytes_FromStringAndSize(items, (Py_ssize_t)size);
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

/* → the Mountain Model's cells, one after the other, as int32. */
static PyObject *page_cells(PyObject *self, PyObject *unused) {
    (void)unused;
    rl_pool pool;
    rl_cells cells;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    volatile bool done = false;
    Py_BEGIN_ALLOW_THREADS
    if (RL_TRY(&pool)) {
        rl_find_cells(&((PageObject *)self)->page.columns, &pool, &cells);
        done = true;
    }
    Py_END_ALLOW_THREADS
    PyObject *answer = done ? bytes_of(cells.items, (size_t)cells.count * sizeof(rl_cell)) : PyErr_NoMemory();
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

/* (keep, is_plain) → the plain text of kept leaves, or None where it may have what Python has to write. The caller says
   that it has none of that with `is_plain`. */
static PyObject *page_text_of(PyObject *self, PyObject *arguments) {
    const rl_page *page = &((PageObject *)self)->page;
    PyObject *kept;
    int is_plain;
    Keep keep;
    if (!PyArg_ParseTuple(arguments, "Op", &kept, &is_plain) || read_keep(page, kept, &keep) < 0) return NULL;
    rl_pool pool;
    rl_text text = {NULL, 0};
    rl_pool_begin(&pool, SIZE_MAX / 2);
    volatile bool done = false, is_written = false;
    /* To write a page takes less time than to wait for the GIL, if it is not huge. */
    PyThreadState *volatile released = keep.count > MANY_LEAVES ? PyEval_SaveThread() : NULL;
    if (RL_TRY(&pool)) {
        is_written = is_plain || !rl_may_need_python(page, keep.items, keep.count, &pool);
        if (is_written) rl_write_text(page, keep.items, keep.count, &pool, &text);
        done = true;
    }
    if (released) PyEval_RestoreThread(released);
    PyObject *written;
    if (!done) written = PyErr_NoMemory();
    else if (!is_written) written = Py_NewRef(Py_None);
    else written = PyUnicode_DecodeUTF8((const char *)text.bytes, (Py_ssize_t)text.size, "replace");
    rl_pool_end(&pool);
    PyBuffer_Release(&keep.buffer);
    return written;
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
    else
        answer = Py_BuildValue("NI", bytes_of(tidied.leaves, (size_t)tidied.count * sizeof(int32_t)),
                               (unsigned)tidied.rules);
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

#define FASTCALL (METH_METHOD | METH_FASTCALL | METH_KEYWORDS)
static PyMethodDef page_methods[] = {
    {"__reduce__", page_reduce, METH_NOARGS, NULL},
    {"column", (PyCFunction)(void (*)(void))page_column, FASTCALL, "A column, by name, as a read-only buffer."},
    {"leaf_texts", page_leaf_texts, METH_NOARGS, "The texts of all leaves."},
    {"tag_names", page_tag_names, METH_NOARGS, "The names of tags beyond those of HTML."},
    {"attribute_names", page_attribute_names, METH_NOARGS, "The names of attributes."},
    {"having", page_having, METH_O, "The rows that have an attribute of this name."},
    {"value", (PyCFunction)(void (*)(void))page_value, METH_FASTCALL, "The value of an attribute of a row."},
    {"containing", page_containing, METH_VARARGS, "The rows whose attribute contains one of some strings."},
    {"saying", page_saying, METH_O, "The rows of the texts that contain a string."},
    {"cuts", page_cuts, METH_NOARGS, "The limits that cut something off, as bits."},
    {"offsets", page_offsets, METH_NOARGS, "Where the texts of all rows begin and end in the source, in characters."},
    {"cells", page_cells, METH_NOARGS, "The cells of the Mountain Model."},
    {"text_of", page_text_of, METH_VARARGS, "The plain text of kept leaves, unless Python has to write it."},
    {"tidy", page_tidy, METH_O, "Kept leaves with the right pictures, without copies; rules that may drop more."},
    {"count_words", page_count_words, METH_VARARGS, "The number of words of kept leaves, up to enough."},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef texts_methods[] = {{"__reduce__", texts_reduce, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
static PyMethodDef attributes_methods[] = {{"__reduce__", attributes_reduce, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};

static PyType_Slot page_slots[] = {
    {Py_tp_doc, "A parsed page in the compiled core."},
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
static PyType_Spec column_spec = {"ridgeline._native._core.Column", sizeof(ColumnObject), 0, MADE_HERE, column_slots};
static PyType_Spec texts_spec = {"ridgeline._native._core.Texts", sizeof(ViewObject), 0, MADE_HERE, texts_slots};
static PyType_Spec attributes_spec = {"ridgeline._native._core.Attributes", sizeof(ViewObject), 0, MADE_HERE,
                                      attributes_slots};

/* --- summit. */

typedef struct {
    PyObject_HEAD
    rl_pool pool;
    const rl_model *model;
} ModelObject;

static void model_dealloc(PyObject *self) {
    rl_pool_end(&((ModelObject *)self)->pool);
    free_object(self);
}

static PyType_Slot model_slots[] = {
    {Py_tp_doc, "A trained model of summit in the compiled core."},
    {Py_tp_dealloc, model_dealloc},
    {0, NULL},
};
static PyType_Spec model_spec = {"ridgeline._native._core.Model", sizeof(ModelObject), 0, MADE_HERE, model_slots};

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

static bool fill_model(ModelObject *self, const rl_array *arrays, int networks, const Vocabularies *given) {
    const Words *classes = &given->classes, *words = &given->words;
    rl_pool_begin(&self->pool, SIZE_MAX / 2);
    volatile bool done = false;
    if (RL_TRY(&self->pool)) {
        rl_lexicon lexicon = {
            rl_vocabulary_make(&self->pool, classes->bytes.buf, classes->starts.buf, NULL, classes->count),
            rl_vocabulary_make(&self->pool, words->bytes.buf, words->starts.buf, given->ids.buf, words->count),
            classes->count,
        };
        self->model = rl_model_make(&self->pool, arrays, networks, &lexicon, given->id_count);
        done = true;
    }
    return done;
}

static PyObject *make_model(State *state, PyObject *arrays, int networks, const Vocabularies *given) {
    Py_buffer buffers[RL_ARRAY_COUNT];
    rl_array read[RL_ARRAY_COUNT];
    int held = 0;
    for (; held < RL_ARRAY_COUNT; held++) {
        PyObject *array = PyTuple_GetItem(arrays, held);
        if (!array || PyObject_GetBuffer(array, &buffers[held], PyBUF_SIMPLE) < 0) break;
        read[held] = (rl_array){buffers[held].buf, (size_t)buffers[held].len / sizeof(float)};
    }
    PyObject *made = NULL;
    if (held == RL_ARRAY_COUNT) {
        made = new_object(state->model);
        if (made && !fill_model((ModelObject *)made, read, networks, given)) {
            Py_CLEAR(made);
            PyErr_NoMemory();
        }
    }
    while (held) PyBuffer_Release(&buffers[--held]);
    if (made && !((ModelObject *)made)->model) {  /* of other widths than those that are compiled in */
        Py_DECREF(made);
        return Py_NewRef(Py_None);
    }
    return made;
}

static PyObject *core_make_model(PyObject *module, PyObject *arguments) {
    PyObject *arrays, *class_bytes, *class_starts, *word_bytes, *word_starts, *ids, *made = NULL;
    int networks;
    Vocabularies given;
    if (!PyArg_ParseTuple(arguments, "O!i(OO)(OO)Oi", &PyTuple_Type, &arrays, &networks, &class_bytes, &class_starts,
                          &word_bytes, &word_starts, &ids, &given.id_count))
        return NULL;
    if (read_words(class_bytes, class_starts, &given.classes) < 0) return NULL;
    if (read_words(word_bytes, word_starts, &given.words) == 0) {
        if (read_ids(ids, &given.words, given.id_count, &given.ids) == 0) {
            made = make_model(state_of(module), arrays, networks, &given);
            PyBuffer_Release(&given.ids);
        }
        release_words(&given.words);
    }
    release_words(&given.classes);
    return made;
}

/* The arguments that all work with a model takes: a page, a model, the features of the page's address. */
typedef struct {
    const rl_page *page;
    const rl_model *model;
    float address[RL_ADDRESS_FEATURES];
} Question;

static int read_question(State *state, PyObject *page, PyObject *model, PyObject *address, Question *question) {
    if (!PyObject_TypeCheck(page, state->page) || !PyObject_TypeCheck(model, state->model)) {
        PyErr_SetString(PyExc_TypeError, "a page and a model of the compiled core are needed");
        return -1;
    }
    Py_buffer buffer;
    if (PyObject_GetBuffer(address, &buffer, PyBUF_SIMPLE) < 0) return -1;
    bool is_right = buffer.len == (Py_ssize_t)sizeof question->address;
    if (is_right) memcpy(question->address, buffer.buf, sizeof question->address);
    PyBuffer_Release(&buffer);
    if (!is_right) {
        PyErr_SetString(PyExc_ValueError, "the features of an address are float32, and of a fixed number");
        return -1;
    }
    question->page = &((PageObject *)page)->page;
    question->model = ((ModelObject *)model)->model;
    return 0;
}

static PyObject *kept_bytes(rl_kept kept) { return bytes_of(kept.items, (size_t)kept.count * sizeof(int32_t)); }

/* (page, model, address, doubt, b) → None where the page has no text, or (page type, networks that were run, scores,
   balanced F1, its words, its leaves, expected F1, leaves to keep). */
static PyObject *core_select(PyObject *module, PyObject *arguments) {
    PyObject *page, *model, *address;
    double doubt, b;
    if (!PyArg_ParseTuple(arguments, "OOOdd", &page, &model, &address, &doubt, &b)) return NULL;
    Question question;
    if (read_question(state_of(module), page, model, address, &question) < 0) return NULL;
    rl_pool pool;
    rl_prediction prediction;
    rl_selection selection;
    volatile bool done = false, has_text = false;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    Py_BEGIN_ALLOW_THREADS
    if (RL_TRY(&pool)) {
        has_text = rl_predict(question.page, question.model, question.address, doubt, &pool, &prediction);
        if (has_text) rl_select(question.page, &prediction, b, &pool, &selection);
        done = true;
    }
    Py_END_ALLOW_THREADS
    PyObject *answer;
    if (!done) answer = PyErr_NoMemory();
    else if (!has_text) answer = Py_NewRef(Py_None);
    else
        answer = Py_BuildValue(
            "iiNddNdN", prediction.page_type, prediction.networks,
            bytes_of(selection.scores, (size_t)question.page->derived.leaf_count * sizeof(float)), selection.balanced,
            selection.words, kept_bytes(selection.candidate), selection.expected, kept_bytes(selection.keep));
    rl_pool_end(&pool);
    return answer;
}

/* (page, model, address) → None, or what the networks read, by name, as bytes: for tests. */
static PyObject *core_read(PyObject *module, PyObject *arguments) {
    PyObject *page, *model, *address;
    if (!PyArg_ParseTuple(arguments, "OOO", &page, &model, &address)) return NULL;
    Question question;
    if (read_question(state_of(module), page, model, address, &question) < 0) return NULL;
    rl_pool pool;
    rl_page beginning;
    rl_lines lines;
    rl_reading reading;
    rl_prediction all;
    volatile bool done = false, has_text = false;
    rl_pool_begin(&pool, SIZE_MAX / 2);
    Py_BEGIN_ALLOW_THREADS
    if (RL_TRY(&pool)) {
        rl_beginning(question.page, &pool, &beginning);
        has_text = rl_split_lines(&beginning, &pool, &lines);
        if (has_text) {
            rl_read(&beginning, &lines, &question.model->lexicon, question.address, &pool, &reading);
            rl_predict_reading(question.model, &reading, 2.0, &pool, &all);
            rl_pool_groups(&beginning, &lines, &reading, &pool, all.probabilities);
        }
        done = true;
    }
    Py_END_ALLOW_THREADS
    PyObject *answer;
    if (!done) answer = PyErr_NoMemory();
    else if (!has_text) answer = Py_NewRef(Py_None);
    else {
        const size_t count = (size_t)lines.count, number = sizeof(int32_t);
        const int32_t groups[] = {reading.path_count, reading.slot_count, reading.record_count};
        answer = Py_BuildValue(
            "{sNsNsNsNsNsNsNsNsNsNsNsNsNsNsNsNsN}", "start", bytes_of(lines.start, count * number), "end",
            bytes_of(lines.end, count * number), "counts", bytes_of(lines.counts, count * sizeof *lines.counts),
            "line_features", bytes_of(reading.line_features, count * sizeof *reading.line_features), "page_features",
            bytes_of(reading.page_features, sizeof reading.page_features), "name_ids",
            bytes_of(reading.names.ids, (size_t)reading.names.starts[reading.names.count] * number), "name_starts",
            bytes_of(reading.names.starts, ((size_t)reading.names.count + 1) * number), "own",
            bytes_of(reading.own, count * sizeof *reading.own), "line_words",
            bytes_of(reading.line_words.ids, (size_t)reading.line_words.starts[count] * number), "heading_of",
            bytes_of(reading.heading_of, count * number), "tags", bytes_of(reading.tags, count * sizeof *reading.tags),
            "regions", bytes_of(reading.regions, (size_t)reading.region_count * sizeof *reading.regions),
            "paths", bytes_of(reading.paths, count * number), "slots", bytes_of(reading.slots, count * number),
            "records", bytes_of(reading.records, count * number), "group_counts", bytes_of(groups, sizeof groups),
            "probabilities", bytes_of(all.probabilities, count * sizeof(float)));
    }
    rl_pool_end(&pool);
    return answer;
}

#if defined(__x86_64__)
#define BASE_INSTRUCTIONS "SSE2"
#elif defined(__aarch64__)
#define BASE_INSTRUCTIONS "NEON"
#else
#define BASE_INSTRUCTIONS "portable instructions"
#endif

static PyObject *core_count_words(PyObject *module, PyObject *text) {
    (void)module;
    Py_ssize_t size;
    const char *bytes = PyUnicode_AsUTF8AndSize(text, &size);
    if (bytes) return PyLong_FromLongLong(rl_count_words_in((const uint8_t *)bytes, (size_t)size));
    if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) return NULL;
    PyErr_Clear();  /* half a character (a surrogate) is no part of a word, and so is the mark that stands for it */
    PyObject *encoded = PyUnicode_AsEncodedString(text, "utf-8", "replace");
    if (!encoded) return NULL;
    int64_t words = rl_count_words_in((const uint8_t *)PyBytes_AsString(encoded), (size_t)PyBytes_Size(encoded));
    Py_DECREF(encoded);
    return PyLong_FromLongLong(words);
}

static PyObject *core_instructions(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    return PyUnicode_FromString(rl_kernel_best() == &rl_kernel_base ? BASE_INSTRUCTIONS : "AVX2");
}

/* --- The module. */

static PyMethodDef functions[] = {
    {"parse", core_parse, METH_VARARGS, "Parse HTML: (str or UTF-8, depth, attributes, nodes, seconds) → Page."},
    {"texts", core_texts, METH_O, "The texts of all rows of a Page, each made when it is asked for."},
    {"attributes", core_attributes, METH_O, "The attributes of all rows of a Page, likewise."},
    {"array_names", core_array_names, METH_NOARGS, "The names of the arrays of a model."},
    {"make_model", core_make_model, METH_VARARGS, "A Model, or None where its widths are others than those compiled in."},
    {"select", core_select, METH_VARARGS, "The leaves that summit keeps of a page."},
    {"read", core_read, METH_VARARGS, "What the networks of summit read of a page, and predict: for tests."},
    {"count_words", core_count_words, METH_O, "The number of words in a text."},
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
    return add_type(module, &model_spec, &state->model);
}

static int visit_state(PyObject *module, visitproc visit, void *arg) {
    State *state = state_of(module);
    Py_VISIT(state->page);
    Py_VISIT(state->column);
    Py_VISIT(state->texts);
    Py_VISIT(state->attributes);
    Py_VISIT(state->model);
    return 0;
}

static int clear_state(PyObject *module) {
    State *state = state_of(module);
    Py_CLEAR(state->page);
    Py_CLEAR(state->column);
    Py_CLEAR(state->texts);
    Py_CLEAR(state->attributes);
    Py_CLEAR(state->model);
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
