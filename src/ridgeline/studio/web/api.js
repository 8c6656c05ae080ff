/**
 * The service: every request that the studio makes goes through this module, and only to its own origin.
 *
 * @import { Answer, Body, NewClips, PageInfo, ProblemDocument } from "../documents"
 * @typedef {Record<string, string | number | boolean | null | undefined>} Query
 * @typedef {"POST" | "PUT" | "DELETE"} Method
 */

const RETRIES = 3; // of a full queue, which says after how long it is worth another try
const SESSION_OVER = "This session is over. Open the address that `ridgeline studio` printed when it started.";

/** What the service refused, as one sentence for people. */
export class ProblemError extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {string} [kind]
   * @param {string | null} [file] that a person has to confirm
   */
  constructor(status, message, kind = "", file = null) {
    super(message);
    this.status = status;
    this.kind = kind;
    this.file = file;
  }
}

/**
 * The address of a resource with its query; values that are null, undefined or empty are left out.
 * @param {string} path
 * @param {Query} [query]
 */
export function address(path, query = {}) {
  const pairs = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return search ? `${path}?${search}` : path;
}

/**
 * @template {string} Path
 * @param {Path} path
 * @param {Query} [query]
 * @returns {Promise<Answer<`GET ${Path}`>>}
 */
export async function get(path, query = {}) {
  const response = await request(address(path, query), {});
  return response.json();
}

/**
 * @template {Method} Verb
 * @template {string} Path
 * @param {Verb} method
 * @param {Path} path
 * @param {Body<`${Verb} ${Path}`>} [body] sent as JSON
 * @returns {Promise<Answer<`${Verb} ${Path}`>>}
 */
export async function send(method, path, body = undefined) {
  /** @type {Record<string, string>} */
  const headers = body === undefined ? {} : { "Content-Type": "application/json" };
  const response = await request(path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return response.status === 204 ? /** @type {Answer<`${Verb} ${Path}`>} */ (null) : response.json();
}

/**
 * A file that the service makes, with the name that it gives it.
 * @param {string} path
 * @param {NewClips} body
 * @returns {Promise<{data: Blob, name: string}>}
 */
export async function download(path, body) {
  const response = await request(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const given = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get("Content-Disposition") || "");
  return { data: await response.blob(), name: given ? decodeURIComponent(given[1]) : "clips" };
}

/**
 * Stores a page from bytes of a file, as they are: the service finds out the encoding.
 * @param {Blob} data
 * @param {{name?: string, url?: string}} about
 * @returns {Promise<PageInfo>}
 */
export async function upload(data, about) {
  const response = await request(address("/v1/pages", about), {
    method: "POST",
    headers: { "Content-Type": "text/html" },
    body: data,
  });
  return response.json();
}

/**
 * @param {string} path
 * @param {RequestInit} options
 */
async function request(path, options) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await reach(path, options);
    if (response.ok) return response;
    const wait = Number(response.headers.get("Retry-After"));
    if (response.status !== 503 || attempt > RETRIES || !(wait >= 0 && wait <= 5)) throw await problemOf(response);
    await new Promise((resolve) => setTimeout(resolve, Math.max(wait, 0.2) * 1000));
  }
}

/**
 * @param {string} path
 * @param {RequestInit} options
 */
async function reach(path, options) {
  try {
    return await fetch(path, { credentials: "same-origin", redirect: "error", ...options });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ProblemError(0, "The studio does not answer. Is `ridgeline studio` still running?", "unreachable");
  }
}

/**
 * @param {Response} response
 */
async function problemOf(response) {
  if (response.status === 401) return new ProblemError(401, SESSION_OVER, "session-over");
  try {
    const problem = /** @type {ProblemDocument & {file?: string}} */ (await response.json());
    const said = sentence(problem.detail || problem.title);
    return new ProblemError(response.status, said, problem.type || "", problem.file ?? null);
  } catch {
    return new ProblemError(response.status, `The service answered ${response.status}, and said no more.`);
  }
}

/**
 * The text as one sentence: a capital at its beginning, unless it begins with an address, and a full stop at its end.
 * @param {string | null | undefined} text
 */
export function sentence(text) {
  const plain = (text ?? "").trim() || "something went wrong";
  const isAddress = /^[a-z]+:\/\/|^\S*[./]\S*[a-z0-9/]:? /i.test(plain);
  const whole = isAddress ? plain : plain.charAt(0).toUpperCase() + plain.slice(1);
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}
