// Shows the OpenAPI document of this service, and sends requests that a person writes. Nothing is ever set as HTML.

import { exampleOf, kindOf, membersOf, PAGE, resolve } from "./schemas.js";

const PROBLEM = "application/problem+json";
const METHODS = ["get", "post", "put", "patch", "delete"];

function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function operationsOf(api) {
  return Object.entries(api.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      ...item[method],
      path,
      method,
      id: `${method}-${path.replace(/[^a-z0-9]+/gi, "-")}`,
      parameters: [...(item.parameters ?? []), ...(item[method].parameters ?? [])],
    })),
  );
}

/** Return a path that may be broken after a slash, and nowhere else. */
function breakable(path) {
  const parts = path.split("/").slice(1);
  return make("span", {}, ...parts.flatMap((part) => [make("wbr"), `/${part}`]));
}

function badge(method) {
  return make("span", { className: `method method-${method}`, textContent: method.toUpperCase() });
}

function contents(operations) {
  const groups = Map.groupBy
    ? Map.groupBy(operations, (operation) => operation.tags?.[0] ?? "other")
    : operations.reduce((found, operation) => {
        const tag = operation.tags?.[0] ?? "other";
        return found.set(tag, [...(found.get(tag) ?? []), operation]);
      }, new Map());
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

function table(caption, headings, rows) {
  return make(
    "table",
    { "aria-label": caption },
    make("thead", {}, make("tr", {}, ...headings.map((text) => make("th", { scope: "col", textContent: text })))),
    make("tbody", {}, ...rows),
  );
}

function row(name, kind, description, mark = "") {
  return make(
    "tr",
    {},
    make("th", { scope: "row" }, make("code", { textContent: name }), mark ? make("div", { className: "soft", textContent: mark }) : null),
    make("td", { className: "kind", textContent: kind }),
    make("td", { textContent: description }),
  );
}

function parameterTable(operation, api) {
  if (!operation.parameters.length) return [];
  const rows = operation.parameters.map((each) =>
    row(each.name, `${kindOf(each.schema, api).replace(/ or null$/, "")}, in the ${each.in}`, each.description ?? "", each.required ? "required" : ""),
  );
  return [make("h3", { textContent: "Parameters" }), table("Parameters", ["Name", "Value", "Meaning"], rows)];
}

function documentTable(schema, api) {
  const members = membersOf(schema, api);
  if (!members.length) return make("p", { className: "soft", textContent: resolve(schema, api).description ?? kindOf(schema, api) });
  const rows = members.map((each) => row(each.name, each.kind, each.description, each.required ? "always" : ""));
  return table("Members", ["Member", "Value", "Meaning"], rows);
}

function media(title, content, api) {
  return Object.entries(content ?? {}).map(([type, { schema }]) =>
    make("details", {}, make("summary", { textContent: title ? `${title} · ${type}` : type }), documentTable(schema ?? {}, api)),
  );
}

function bodies(operation, api) {
  const given = operation.requestBody?.content;
  return given ? [make("h3", { textContent: "Body" }), ...media("", given, api)] : [];
}

function answers(operation, api) {
  const all = Object.entries(operation.responses ?? {});
  const problems = all.filter(([, answer]) => answer.content?.[PROBLEM]);
  const expected = all.filter(([, answer]) => !answer.content?.[PROBLEM]);
  return [
    make("h3", { textContent: "Answers" }),
    ...expected.flatMap(([status, answer]) => {
      const shown = media(status, answer.content, api);
      return shown.length ? shown : [make("p", { textContent: `${status} ${answer.description ?? ""}` })];
    }),
    problems.length ? problemTable(problems, api) : null,
  ];
}

function problemTable(problems, api) {
  return make(
    "details",
    {},
    make("summary", { textContent: `Errors · ${PROBLEM}` }),
    ...problems.map(([status, answer]) => make("p", { textContent: `${status}: ${answer.description ?? ""}` })),
    documentTable(problems[0][1].content[PROBLEM].schema ?? {}, api),
  );
}

function field(label, control) {
  return make("label", { className: "field" }, make("span", { textContent: label }), control);
}

function tryIt(operation, api) {
  const inputs = operation.parameters
    .filter((each) => each.in === "path" || each.in === "query")
    .map((each) => ({ ...each, control: make("input", { type: "text", required: Boolean(each.required), autocomplete: "off" }) }));
  const types = Object.keys(operation.requestBody?.content ?? {});
  const type = types.length ? make("select", {}, ...types.map((each) => make("option", { textContent: each }))) : null;
  const body = types.length ? make("textarea", { spellcheck: false }) : null;
  const accepted = Object.keys(operation.responses?.[200]?.content ?? {});
  const accept = accepted.length > 1 ? make("select", {}, ...accepted.map((each) => make("option", { textContent: each }))) : null;
  const fill = () => {
    const schema = operation.requestBody.content[type.value].schema;
    body.value = exampleOf(schema, api) || (type.value.includes("ndjson") || type.value.includes("jsonl") ? JSON.stringify({ id: 1, html: PAGE }) : PAGE);
  };
  if (type) {
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
  const headers = {};
  if (type) headers["Content-Type"] = type;
  if (accept) headers.Accept = accept;
  const shown = query.size ? `${path}?${query}` : path;
  return { url: shown, options: { method: operation.method.toUpperCase(), headers, body: type ? body : undefined } };
}

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
    return [make("p", { textContent: `No answer: ${error.message}` })];
  }
}

function pretty(text, type) {
  if (!type.includes("json") || type.includes("ndjson")) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function quoted(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function curl(url, { method, headers, body }) {
  const parts = ["curl", ...(method === "GET" ? [] : ["-X", method])];
  for (const [name, value] of Object.entries(headers)) parts.push("-H", quoted(`${name}: ${value}`));
  if (body !== undefined) parts.push("--data-binary", quoted(body));
  return [...parts, quoted(location.origin + url)].join(" ");
}

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

async function show() {
  const state = document.getElementById("state");
  try {
    const answer = await fetch("/openapi.json");
    if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
    const api = await answer.json();
    const operations = operationsOf(api);
    document.getElementById("version").textContent = api.info.version;
    document.getElementById("about").textContent = api.info.description;
    document.getElementById("contents").replaceChildren(...contents(operations));
    document.getElementById("main").append(...operations.map((operation) => section(operation, api)));
    state.remove();
    if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  } catch (error) {
    state.textContent = `The OpenAPI document cannot be read: ${error.message}`;
  }
}

await show();
