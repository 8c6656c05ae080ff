/** Pages for tests. */

import { Tree } from "#studio/tree.js";

/** The tree of `<body><div><p>One two<b>three</b></p><img></div><p>Four</p></body>`: four leaves, three passages. */
export const smallTree = () =>
  new Tree({
    //         0 body 1 div 2 p 3 text 4 b 5 text 6 img 7 p 8 text
    tags: ["body", "div", "p", "", "b", "", "img", "p", ""],
    parents: [-1, 0, 1, 2, 2, 4, 1, 0, 7],
    ends: [9, 7, 6, 4, 6, 6, 7, 9, 9],
    leaves: [3, 5, 6, 8],
    texts: ["One two", "three", "", "Four"],
    passages: [
      [0, 2],
      [2, 3],
      [3, 4],
    ],
    passage_texts: ["One two three", "", "Four"],
  });
