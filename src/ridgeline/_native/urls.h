/* The addresses of a page's links, pictures and players, as they may be written (urls.c): cleaned and joined as browsers
   do, only of schemes that a reader may follow without harm, with all characters percent-encoded that could end an
   attribute or a Markdown link. */
#ifndef RIDGELINE_URLS_H
#define RIDGELINE_URLS_H

#include "kept.h"

/* What relative addresses are relative to; its `url` is empty where there is nothing. */
typedef struct {
    rl_view url;
    rl_view origin;     /* scheme and host */
    rl_view directory;  /* up to the last slash of the path */
    rl_view document;   /* without query and fragment */
} rl_base;

typedef struct {
    const rl_columns *columns;
    rl_pool *pool;
    rl_base base;
    rl_view *known;         /* by row, of links that were asked for: NULL bytes for none */
    uint8_t *is_known;
    bool is_clean;          /* parameters that follow readers are left out */
    int64_t characters_left;  /* a link around a thousand paragraphs is written a thousand times: no real page needs more */
} rl_links;

/* `url`: that of the page, with NULL bytes where it is unknown; then the page's own statement counts. */
void rl_links_begin(rl_links *links, const rl_columns *columns, rl_view url, rl_pool *pool);

/* The address that relative ones on a page are relative to; NULL bytes where there is none. */
rl_view rl_base_url(const rl_columns *columns, rl_view url, rl_pool *pool);
/* A URL made absolute where there is a base, which is absolute; NULL bytes where it is malformed or has no safe scheme. */
rl_view rl_resolve(rl_view reference, rl_view base, bool is_encoded, rl_pool *pool);

/* All return NULL bytes where there is nothing that may be written. */
rl_view rl_links_safe(rl_links *links, rl_view reference);
rl_view rl_links_target(rl_links *links, int32_t row, rl_view url);  /* of a link; of one without a row, its own URL */
rl_view rl_links_image(rl_links *links, int32_t row);     /* none for an image that is inlined, or invisible */
rl_view rl_links_embedded(rl_links *links, int32_t row);  /* of a video, a sound or a frame */
rl_view rl_links_label(rl_links *links, int32_t row, int32_t attribute);  /* `alt` or `title`: a line, shortened */
rl_view rl_links_name(rl_links *links, int32_t row);   /* of a picture: `alt`, or of one that is no `img`, `aria-label` */
rl_view rl_links_title(rl_links *links, int32_t row);  /* of a player: `title` or `aria-label` */

#endif
