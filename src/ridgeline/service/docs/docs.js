/**
 * Shows the OpenAPI document of this service, and sends requests that a person writes. Nothing is ever set as HTML.
 *
 * @import { Schema, Schemas } from "./schemas.js"
 * @typedef {Record<string, {schema?: Schema}>} Content by media type
 * @typedef {{name: string, in: string, required?: boolean, description?: string, schema?: Schema}} Parameter
 * @typedef {{description?: string, content?: Content}} Described
 * @typedef {{tags?: string[], summary?: string, description?: string, parameters?: Parameter[], requestBody?: {content: Content},
 *   responses?: Record<string, Described>}} Method
 * @typedef {Method & {path: string, method: string, id: string, parameters: Parameter[]}} Operation
 * @typedef {Schemas & {info: {version: string, description: string}, paths: Record<string, Record<string, Method>>}} Api
 * @typedef {{method: string, headers: Record<string, string>, body: string | undefined}} Options of a request
 */

import { exampleOf, kindOf, membersOf, PAGE, resolve } from "./schemas.js";

const PROBLEM = "application/problem+json";
const METHODS = ["get", "post", "put", "patch", "delete"];

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | boolean>} [properties]
 * @param {...(Node | string | null)} children
 */
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) Reflect.set(element, name, value);
    else element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** @param {Api} api @returns {Operation[]} */
function operationsOf(api) {
  return Object.entries(api.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      ...item[method],
      path,
      method,
      id: `${method}-${path.replace(/[^a-z0-9]+/gi, "-")}`,
      parameters: item[method].parameters ?? [],
    })),
  );
}

/** Return a path that may be broken after a slash, and nowhere else. @param {string} path */
function breakable(path) {
  const parts = path.split("/").slice(1);
  return make("span", {}, ...parts.flatMap((part) => [make("wbr"), `/${part}`]));
}

/** @param {string} method */
function badge(method) {
  return make("span", { className: `method method-${method}`, textContent: method.toUpperCase() });
}

/** @param {Operation[]} operations */
function contents(operations) {
  /** @type {Map<string, Operation[]>} */
  const groups = new Map();
  for (const operation of operations) {
    const tag = operation.tags?.[0] ?? "other";
    groups.set(tag, [...(groups.get(tag) ?? []), operation]);
  }
  return [...groups].flatMap(([tag, members]) => [
    make("h2", { textContent: tag[0].toUpperCase() + tag.slice(1) }),
    make(
      "ul",
      {},
      ...members.map((each) =>
        make("li", {}, make("a", { href: `#${each.id}` }, badge(each.method), breakable(each.path))),
      ),
    ),
  ]);
}

/** @param {string} caption @param {string[]} headings @param {Node[]} rows */
function table(caption, headings, rows) {
  return make(
    "table",
    { "aria-label": caption },
    make("thead", {}, make("tr", {}, ...headings.map((text) => make("th", { scope: "col", textContent: text })))),
    make("tbody", {}, ...rows),
  );
}

/** @param {string} name @param {string} kind @param {string} description @param {string} [mark] */
function row(name, kind, description, mark = "") {
  return make(
    "tr",
    {},
    make("th", { scope: "row" }, make("code", { textContent: name }), mark ? make("div", { className: "soft", textContent: mark }) : null),
    make("td", { className: "kind", textContent: kind }),
    make("td", { textContent: description }),
  );
}

/** @param {Operation} operation @param {Api} api */
function parameterTable(operation, api) {
  if (!operation.parameters.length) return [];
  const rows = operation.parameters.map((each) =>
    row(each.name, `${kindOf(each.schema, api).replace(/ or null$/, "")}, in the ${each.in}`, each.description ?? "", each.required ? "required" : ""),
  );
  return [make("h3", { textContent: "Parameters" }), table("Parameters", ["Name", "Value", "Meaning"], rows)];
}

/** @param {Schema} schema @param {Api} api */
function documentTable(schema, api) {
  const members = membersOf(schema, api);
  if (!members.length) return make("p", { className: "soft", textContent: resolve(schema, api).description ?? kindOf(schema, api) });
  const rows = members.map((each) => row(each.name, each.kind, each.description, each.required ? "always" : ""));
  return table("Members", ["Member", "Value", "Meaning"], rows);
}

/** @param {string} title @param {Content | undefined} content @param {Api} api @returns {HTMLElement[]} */
function media(title, content, api) {
  return Object.entries(content ?? {}).map(([type, { schema }]) =>
    make("details", {}, make("summary", { textContent: title ? `${title} · ${type}` : type }), documentTable(schema ?? {}, api)),
  );
}

/** @param {Operation} operation @param {Api} api */
function bodies(operation, api) {
  const given = operation.requestBody?.content;
  return given ? [make("h3", { textContent: "Body" }), ...media("", given, api)] : [];
}

/** @param {Operation} operation @param {Api} api */
function answers(operation, api) {
  const all = Object.entries(operation.responses ?? {});
  const problems = all.filter(([, answer]) => answer.content?.[PROBLEM]);
  const described = problems[0]?.[1].content?.[PROBLEM].schema ?? {};
  const expected = all.filter(([, answer]) => !answer.content?.[PROBLEM]);
  return [
    make("h3", { textContent: "Answers" }),
    ...expected.flatMap(([status, answer]) => {
      const shown = media(status, answer.content, api);
      return shown.length ? shown : [make("p", { textContent: `${status} ${answer.description ?? ""}` })];
    }),
    problems.length ? problemTable(problems, described, api) : null,
  ];
}

/** @param {[string, Described][]} problems @param {Schema} schema @param {Api} api */
function problemTable(problems, schema, api) {
  return make(
    "details",
    {},
    make("summary", { textContent: `Errors · ${PROBLEM}` }),
    ...problems.map(([status, answer]) => make("p", { textContent: `${status}: ${answer.description ?? ""}` })),
    documentTable(schema, api),
  );
}

/** @param {string} label @param {HTMLElement} control */
function field(label, control) {
  return make("label", { className: "field" }, make("span", { textContent: label }), control);
}

/** @param {Operation} operation @param {Api} api */
function tryIt(operation, api) {
  const inputs = operation.parameters
    .filter((each) => each.in === "path" || each.in === "query")
    .map((each) => ({ ...each, control: make("input", { type: "text", required: Boolean(each.required), autocomplete: "off" }) }));
  const given = operation.requestBody?.content ?? {};
  const types = Object.keys(given);
  const type = types.length ? selection(types) : null;
  const body = types.length ? make("textarea", { spellcheck: false }) : null;
  const accepted = Object.keys(operation.responses?.[200]?.content ?? {});
  const accept = accepted.length > 1 ? selection(accepted) : null;
  if (type && body) {
    const fill = () => {
      const isLines = type.value.includes("ndjson") || type.value.includes("jsonl");
      body.value = exampleOf(given[type.value].schema, api) || (isLines ? JSON.stringify({ id: 1, html: PAGE }) : PAGE);
    };
    type.addEventListener("change", fill);
    fill();
  }
  const output = make("div", { role: "status" });
  const form = make(
    "form",
    {},
    inputs.length ? make("div", { className: "fields" }, ...inputs.map((each) => field(`${each.name} (${each.in})`, each.control))) : null,
    type ? field("Content-Type", type) : null,
    body ? field("Body", body) : null,
    accept ? field("Accept", accept) : null,
    make("button", { type: "submit", textContent: "Send" }),
    output,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const request = build(operation, inputs, type?.value, body?.value, accept?.value);
    output.replaceChildren(make("p", { textContent: "Waiting for the answer …" }));
    output.replaceChildren(...(await send(request)));
  });
  return make("details", { className: "try" }, make("summary", { textContent: "Try it" }), form);
}

/** @param {string[]} values */
function selection(values) {
  return make("select", {}, ...values.map((value) => make("option", { textContent: value })));
}

/**
 * @param {Operation} operation
 * @param {(Parameter & {control: HTMLInputElement})[]} inputs
 * @param {string | undefined} type
 * @param {string | undefined} body
 * @param {string | undefined} accept
 */
function build(operation, inputs, type, body, accept) {
  let path = operation.path;
  const query = new URLSearchParams();
  for (const { name, in: where, control, schema } of inputs) {
    if (where === "path") path = path.replace(`{${name}}`, encodeURIComponent(control.value));
    else if (control.value !== "") {
      const values = schema?.type === "array" ? control.value.split(",") : [control.value];
      for (const value of values) query.append(name, value);
    }
  }
  /** @type {Record<string, string>} */
  const headers = {};
  if (type) headers["Content-Type"] = type;
  if (accept) headers.Accept = accept;
  const shown = query.size ? `${path}?${query}` : path;
  return { url: shown, options: { method: operation.method.toUpperCase(), headers, body: type ? body : undefined } };
}

/** @param {{url: string, options: Options}} request */
async function send({ url, options }) {
  const start = performance.now();
  try {
    const answer = await fetch(url, options);
    const text = await answer.text();
    const seconds = ((performance.now() - start) / 1000).toFixed(3);
    return [
      make("p", { textContent: `${answer.status} ${answer.statusText} · ${seconds} s · ${answer.headers.get("content-type") ?? "no content"}` }),
      make("pre", { tabIndex: 0, "aria-label": "The answer", textContent: pretty(text, answer.headers.get("content-type") ?? "") }),
      make("p", { className: "soft", textContent: "The same on a command line:" }),
      make("pre", { tabIndex: 0, "aria-label": "The same on a command line", textContent: curl(url, options) }),
    ];
  } catch (error) {
    return [make("p", { textContent: `No answer: ${messageOf(error)}` })];
  }
}

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** @param {string} text @param {string} type */
function pretty(text, type) {
  if (!type.includes("json") || type.includes("ndjson")) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** @param {string} text */
function quoted(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** @param {string} url @param {Options} options */
function curl(url, { method, headers, body }) {
  const parts = ["curl", ...(method === "GET" ? [] : ["-X", method])];
  for (const [name, value] of Object.entries(headers)) parts.push("-H", quoted(`${name}: ${value}`));
  if (body !== undefined) parts.push("--data-binary", quoted(body));
  return [...parts, quoted(location.origin + url)].join(" ");
}

/** @param {Operation} operation @param {Api} api */
function section(operation, api) {
  const heading = make("h2", { id: `${operation.id}-heading` }, badge(operation.method), make("span", { className: "path", textContent: operation.path }));
  return make(
    "section",
    { id: operation.id, className: "operation", "aria-labelledby": `${operation.id}-heading` },
    heading,
    ...(operation.description ?? operation.summary ?? "").split("\n\n").map((text) => make("p", { textContent: text.replaceAll("\n", " ") })),
    ...parameterTable(operation, api),
    ...bodies(operation, api),
    ...answers(operation, api),
    tryIt(operation, api),
  );
}

/** An element of docs.html. @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

async function show() {
  const state = part("state");
  try {
    const answer = await fetch("/openapi.json");
    if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
    const api = /** @type {Api} */ (await answer.json());
    const operations = operationsOf(api);
    part("version").textContent = api.info.version;
    part("about").textContent = api.info.description;
    part("contents").replaceChildren(...contents(operations));
    part("main").append(...operations.map((operation) => section(operation, api)));
    state.remove();
    if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  } catch (error) {
    state.textContent = `The OpenAPI document cannot be read: ${messageOf(error)}`;
  }
}

await show();
