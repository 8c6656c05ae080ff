/** Numbers, times and names as people read them. */

const NUMBER = new Intl.NumberFormat("en");
const RELATIVE = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const DAY = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });

/** @param {number | null | undefined} value */
export const count = (value) => (value === null || value === undefined ? "–" : NUMBER.format(value));

/** One thing, several things. @param {number | null} value @param {string} one @param {string} [many] */
export const several = (value, one, many = `${one}s`) => `${count(value)} ${value === 1 ? one : many}`;

/** A score between 0 and 1. @param {number | null | undefined} value */
export const score = (value) => (value === null || value === undefined ? "–" : value.toFixed(3));

/** @param {number | null | undefined} value */
export const percent = (value) => (value === null || value === undefined ? "–" : `${Math.round(value * 100)} %`);

/** @param {number | null | undefined} seconds */
export function duration(seconds) {
  if (seconds === null || seconds === undefined) return "–";
  if (seconds < 1) return `${Math.max(1, Math.round(seconds * 1000))} ms`;
  if (seconds < 90) return `${seconds.toFixed(1)} s`;
  return `${Math.round(seconds / 60)} min`;
}

/** How long ago it was, or the day if that is more than a week. @param {string | number | null | undefined} moment */
export function ago(moment) {
  const then = moment ? new Date(moment) : null;
  if (!then || Number.isNaN(then.getTime())) return "";
  const minutes = Math.round((Date.now() - then.getTime()) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return RELATIVE.format(-minutes, "minute");
  if (minutes < 24 * 60) return RELATIVE.format(-Math.round(minutes / 60), "hour");
  if (minutes < 7 * 24 * 60) return RELATIVE.format(-Math.round(minutes / 1440), "day");
  return DAY.format(then);
}

/** @param {string | null | undefined} moment */
export function day(moment) {
  const then = moment ? new Date(moment) : null;
  return !then || Number.isNaN(then.getTime()) ? String(moment ?? "") : DAY.format(then);
}

/** The address without what every address has. @param {string | null | undefined} url */
export function shortAddress(url) {
  return (url || "").replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");
}

/** A name as a heading: no dashes, a capital. @param {string} name */
export function heading(name) {
  const plain = name.replaceAll("_", " ").replaceAll("-", " ");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** The reading time of so many words. @param {number | null} words */
export const readingTime = (words) => `${Math.max(1, Math.round((words ?? 0) / 230))} min read`;

/** Whether a status is good, fair or bad news. @param {string | null | undefined} status */
export const mood = (status) => (status === "ok" ? "good" : status === "empty" || status === "shell" ? "fair" : "bad");

/** How sure an extractor is, as a mood. @param {number | null | undefined} confidence */
export const sureness = (confidence) =>
  confidence === null || confidence === undefined
    ? ""
    : confidence >= 0.85
      ? "good"
      : confidence >= 0.6
        ? "fair"
        : "bad";

/** How a page is called. @param {{title?: string | null, name?: string | null, url?: string | null, id: string}} page */
export const titleOf = (page) => page.title || page.name || shortAddress(page.url) || page.id;

/** Who wrote it, as far as the page says so. @param {{authors: string[]} | undefined} metadata */
export const authorOf = (metadata) => (metadata?.authors ?? []).join(", ");

/** Whether the screen is touched: then there are no keys to speak of, and nothing is pointed at. */
export const isTouched = () => matchMedia("(pointer: coarse)").matches;
