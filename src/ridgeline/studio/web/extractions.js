/** What is asked of the service for one page: the extractor and its options, as a person chose them. */

import { pagePath, recall } from "./memory.js";
import { setting } from "./settings.js";

const FORMATS = "markdown,text,html,json";

/** The options as a query. */
export function options() {
  return {
    extractor: setting("extractor"),
    favor: setting("favor") === "balanced" ? null : setting("favor"),
    comments: { keep: 1, drop: 0 }[/** @type {"keep" | "drop"} */ (setting("comments"))] ?? null,
    sites: setting("sites") ? 1 : 0,
    corrected: setting("corrected") ? 1 : 0,
  };
}

/**
 * The extraction of a page with the chosen options.
 * @param {string} id
 */
export function extraction(id) {
  return recall(`${pagePath(id)}/extraction`, { ...options(), formats: FORMATS });
}

/**
 * What an extractor answers by itself, without corrections and without the profile of the site.
 * @param {string} id
 * @param {string} extractor
 */
export function plainExtraction(id, extractor) {
  return recall(`${pagePath(id)}/extraction`, { extractor, corrected: 0, sites: 1, formats: "text" });
}

/** The extractors that there are. */
export async function extractors() {
  return (await recall("/v1/extractors")).extractors;
}
