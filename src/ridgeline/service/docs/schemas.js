/**
 * JSON schemas in words, and examples of what they describe.
 *
 * @typedef {{$ref?: string, type?: string, enum?: unknown[], const?: unknown, anyOf?: Schema[], items?: Schema,
 *   required?: string[], properties?: Record<string, Schema>, description?: string}} Schema
 * @typedef {{components: {schemas: Record<string, Schema>}}} Schemas an OpenAPI document, or what of it is wanted here
 */

/** Return a schema with its reference followed. @param {Schema | undefined} schema @param {Schemas} document */
export function resolve(schema, document) {
  let found = schema ?? {};
  for (let hops = 0; found.$ref && hops < 10; hops += 1) {
    found = document.components.schemas[nameOf(found.$ref)] ?? {};
  }
  return found;
}

/** @param {string} reference as `#/components/schemas/PageInfo` */
const nameOf = (reference) => reference.slice(reference.lastIndexOf("/") + 1);

/** @type {Record<string, string>} */
const KINDS = { string: "text", integer: "whole number", boolean: "true or false" };

/**
 * Return the kind of a value in words: "text", "list of text", "one of …".
 * @param {Schema | undefined} schema
 * @param {Schemas} document
 * @returns {string}
 */
export function kindOf(schema, document) {
  const found = resolve(schema, document);
  if (found.enum) return `one of ${found.enum.map((value) => JSON.stringify(value)).join(", ")}`;
  if (found.const !== undefined) return JSON.stringify(found.const);
  if (found.anyOf) return [...new Set(found.anyOf.map((option) => kindOf(option, document)))].join(" or ");
  if (found.type === "array") return `list of ${kindOf(found.items, document)}`;
  if (schema?.$ref) return nameOf(schema.$ref);
  return found.type ? (KINDS[found.type] ?? found.type) : "anything";
}

/**
 * Return the members of an object's schema, each with its name, and whether it has to be there.
 * @param {Schema | undefined} schema
 * @param {Schemas} document
 */
export function membersOf(schema, document) {
  const found = resolve(schema, document);
  const required = new Set(found.required ?? []);
  return Object.entries(found.properties ?? {}).map(([name, member]) => ({
    name,
    kind: kindOf(member, document),
    required: required.has(name),
    description: member.description ?? resolve(member, document).description ?? "",
  }));
}

/**
 * Return an example of what a schema describes: what has to be there, and for a page a short one.
 * @param {Schema | undefined} schema
 * @param {Schemas} document
 */
export function exampleOf(schema, document) {
  const members = membersOf(schema, document);
  if (!members.length) return "";
  const names = new Set(members.map((member) => member.name));
  /** @type {Record<string, string | string[]>} */
  const example = Object.fromEntries(
    members.filter((member) => member.required).map((member) => [member.name, member.kind.startsWith("list") ? [] : ""]),
  );
  if (names.has("html")) example.html = PAGE;
  if (names.has("formats")) example.formats = ["markdown"];
  return JSON.stringify(example, null, 2);
}

export const PAGE =
  "<title>The ferry</title><nav>Home News</nav><h1>The ferry</h1>" +
  "<p>The ferry leaves the harbour at eight in the morning, and again at noon if the weather allows it.</p>" +
  "<p>Tickets are sold on board, and children under six travel without one on every day of the week.</p>";
