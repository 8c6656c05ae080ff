/** What a page is shown without: style sheets and pictures that are not stored, and why. */

/** @import { ResourceAnswer } from "../../documents" */

import { h, replace } from "../dom.js";
import { pagePath, recall } from "../memory.js";
import { button } from "../parts.js";
import { setting } from "../settings.js";
import { complain } from "../toasts.js";
import { loadResources } from "../uploads.js";
import { several, shortAddress } from "../words.js";

/**
 * Says it in an element, with a button that loads them; nothing where nothing is missing.
 * @param {Element} place
 * @param {string} id
 * @param {() => void} onLoaded
 */
export async function showLacks(place, id, onLoaded) {
  const found = await recall(`${pagePath(id)}/resources`);
  const load = async (/** @type {boolean} */ pictures) => {
    try {
      await loadResources(id, pictures);
      onLoaded();
    } catch (error) {
      complain(error);
    }
    await showLacks(place, id, onLoaded);
  };
  replace(place, lacks(found, load));
}

/**
 * @param {ResourceAnswer} found
 * @param {(pictures: boolean) => Promise<void>} load
 */
function lacks(found, load) {
  const sheets = found.styles - found.styles_stored;
  const pictures = setting("pictures") === "never" ? 0 : found.pictures - found.pictures_stored;
  if (!sheets && !pictures) return null;
  const lacking = [sheets && several(sheets, "style sheet"), pictures && several(pictures, "picture")].filter(Boolean);
  const [first] = found.problems;
  const why = first ? `${shortAddress(first.url)}: ${first.problem}` : "not loaded yet";
  const again = button(first ? "Try again" : "Load", () => {
    again.disabled = true;
    again.textContent = "Loading …";
    load(pictures > 0);
  });
  const all = found.problems.map(({ url, problem }) => `${url}: ${problem}`).join("\n");
  return h(
    "div",
    { class: "lacks small", role: "status" },
    h("span", { class: "grow", title: all }, `Shown without ${lacking.join(" and ")} (${why}).`),
    again,
  );
}
