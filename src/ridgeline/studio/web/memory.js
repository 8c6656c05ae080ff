/** Answers of the service that are asked for again and again: kept until something changes them. */

import { get } from "./api.js";

/** @import { Answer } from "../documents" */

const MOST = 120;
/** @type {Map<string, Promise<unknown>>} */
const answers = new Map();

/**
 * The answer to a question, from memory where it was asked before. A failure is not remembered.
 * @template {string} Path
 * @param {Path} path
 * @param {import("./api.js").Query} [query]
 * @returns {Promise<Answer<`GET ${Path}`>>}
 */
export function recall(path, query = {}) {
  const key = `${path}?${JSON.stringify(query)}`;
  const known = answers.get(key);
  if (known) return /** @type {Promise<Answer<`GET ${Path}`>>} */ (known);
  const asked = get(path, query);
  answers.set(key, asked);
  asked.catch(() => answers.delete(key));
  if (answers.size > MOST) answers.delete(/** @type {string} */ (answers.keys().next().value));
  return asked;
}

/**
 * Forgets the answers about these things.
 * @param {...string} beginnings
 */
export function forget(...beginnings) {
  for (const key of [...answers.keys()]) {
    if (beginnings.some((beginning) => key.startsWith(beginning))) answers.delete(key);
  }
}

/** @param {string} id @returns {`/v1/pages/${string}`} */
export const pagePath = (id) => `/v1/pages/${encodeURIComponent(id)}`;

/** Forgets what is known about one page, and the lists that it stands in. @param {string} id */
export function pageChanged(id) {
  forget(pagePath(id), "/v1/pages?", "/v1/sites", "/v1/annotation");
}
