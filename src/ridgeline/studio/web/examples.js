/** Three pages to try in an empty studio, written for it: an article, a recipe, a thread of a forum. */

/** @param {string} title @param {string} site @param {string} main */
const page = (title, site, main) => `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title} | ${site}</title>
<style>body { font: 16px/1.55 Georgia, serif; margin: 0; color: #222 } header, footer { background: #22404d; color: #fff;
padding: 12px 24px } header a, footer a { color: #cfe3ea; margin-right: 16px } main { max-width: 640px; padding: 16px 24px }
aside { background: #f1ece1; padding: 4px 16px; margin: 24px 0 } .post { border-top: 1px solid #ccc; padding: 8px 0 }</style>
</head><body><header><a href="/">${site}</a> <a href="/new">New</a> <a href="/all">All</a> <a href="/join">Join us</a></header>
<main>${main}</main><footer>© ${site} · <a href="/privacy">Privacy</a> <a href="/contact">Contact</a></footer></body></html>`;

const ARTICLE = `<article><h1>The clock that was allowed to be wrong</h1><p>By Tomas Reed, 3 March 2026</p>
<p>For eleven years the clock above the market hall ran nine minutes fast, and for eleven years nobody who lived nearby missed a
bus. When the council sent a man to set it right, forty people stood at the foot of the ladder and asked him not to.</p>
<p>He climbed down again. “I repair clocks,” he said later, “but this one was not broken. It had an opinion.” The town has since
voted on it twice, and both times the nine minutes won.</p><aside><p>Like this story? Get our letter every Friday.</p></aside>
<h2>What visitors are told</h2><p>A small sign explains the matter in four languages. It does not give the time.</p></article>
<aside><h3>Most read</h3><p><a href="/1">Ten bridges to see before they close</a></p><p><a href="/2">The shop for single gloves</a></p></aside>`;

const RECIPE = `<p><a href="#recipe">Jump to the recipe</a> · 214 ratings</p><h1>Flatbread from one pan</h1><p>My neighbour makes it
while the kettle boils, and it has never failed me either.</p><div id="recipe"><h2>Ingredients</h2><ul><li>300 g flour</li><li>180 ml warm
water</li><li>2 spoons of oil</li><li>1 teaspoon of salt</li></ul><h2>Method</h2><ol><li>Stir everything with a fork, and knead it for two
minutes.</li><li>Let it rest under a bowl for a quarter of an hour.</li><li>Roll out four rounds, and bake each for a minute a side in a
hot, dry pan.</li></ol></div><aside><h3>You may also like</h3><p><a href="/a">Lentils for a crowd</a></p></aside>`;

const THREAD = `<h1>Which screws for an outdoor bench?</h1>${[
  ["ona", "I am building a bench that will stand in the rain. Zinc or stainless steel? The wood is oak, if that matters."],
  ["petr_k", "It matters a lot: the acid of oak eats zinc, and leaves black stains. Take stainless steel, and drill first."],
  ["ona", "Thank you! So the ones I bought go back to the shop. Is A2 enough, or does it have to be A4?"],
  ["mill", "A2 is enough unless you live by the sea. We have had such a bench for twelve years now, without a stain."],
]
  .map(([who, said]) => `<div class="post"><p><b>${who}</b> · <a href="/report">Report</a></p><p>${said}</p></div>`)
  .join("")}<p><a href="/login">Log in to answer</a></p>`;

export const EXAMPLES = [
  { name: "An article", url: "https://morning.example/clock", html: page("The clock that was allowed to be wrong", "The Morning", ARTICLE) },
  { name: "A recipe", url: "https://kitchen.example/flatbread", html: page("Flatbread from one pan", "One Kitchen", RECIPE) },
  { name: "A thread", url: "https://benches.example/screws", html: page("Which screws for an outdoor bench?", "Wood Talk", THREAD) },
];
