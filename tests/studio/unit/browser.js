/** As much of a browser as the modules under test touch: elements, an address, a store, a service. Importing it installs it. */

class FakeNode extends EventTarget {
  childNodes = [];
  append(...children) {
    for (const child of children) {
      this.childNodes.push(child);
      if (child instanceof FakeNode) child.parentElement = this;
    }
  }
  replaceChildren(...children) {
    this.childNodes = [];
    this.append(...children);
  }
}

class FakeElement extends FakeNode {
  attributes = new Map();
  dataset = {};
  classes = new Set();
  parentElement = null;
  constructor(name) {
    super();
    this.localName = name;
  }
  classList = {
    add: (name) => this.classes.add(name),
    remove: (name) => this.classes.delete(name),
    contains: (name) => this.classes.has(name),
  };
  setAttribute(name, value) {
    this.attributes.set(name, value);
    if (name === "class") for (const one of value.split(" ")) this.classes.add(one);
  }
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }
  closest(selector) {
    return this.classes.has(selector.slice(1)) ? this : (this.parentElement?.closest(selector) ?? null);
  }
  get textContent() {
    return this.childNodes.map((child) => (typeof child === "string" ? child : child.textContent)).join("");
  }
  get children() {
    return this.childNodes.filter((child) => child instanceof FakeElement);
  }
  get firstElementChild() {
    return this.children[0] ?? null;
  }
  remove() {
    const place = this.parentElement?.childNodes.indexOf(this) ?? -1;
    if (place >= 0) this.parentElement.childNodes.splice(place, 1);
  }
  querySelectorAll(selector) {
    return this.children.filter((child) => child.classes.has(selector.slice(1)));
  }
  focus() {}
  click() {
    this.dispatchEvent(new Event("click"));
  }
  scrollIntoView() {
    this.wasScrolledTo = true;
  }
}

const parts = new Map();

/** What `localStorage` holds. */
export const store = new Map();

/** What the document and the system answer; tests change it. */
export const state = { isDialogOpen: false, isSystemDark: false, selected: "" };

/** The element of the page with an id. */
export function part(id) {
  if (!parts.has(id)) parts.set(id, new FakeElement("div"));
  return parts.get(id);
}

const follow = new EventTarget();
const place = {
  value: "",
  get hash() {
    return this.value;
  },
  set hash(path) {
    this.value = path && !path.startsWith("#") ? `#${path}` : path;
    follow.dispatchEvent(new Event("hashchange"));
  },
};
const body = new FakeElement("body");

const browser = {
  Node: FakeNode,
  Element: FakeElement,
  HashChangeEvent: Event,
  location: place,
  localStorage: { getItem: (key) => store.get(key) ?? null, setItem: (key, value) => store.set(key, value) },
  matchMedia: () => ({
    get matches() {
      return state.isSystemDark;
    },
    addEventListener: () => {},
  }),
  getSelection: () => state.selected,
  scrollTo: () => {},
  addEventListener: follow.addEventListener.bind(follow),
  dispatchEvent: follow.dispatchEvent.bind(follow),
  document: {
    body,
    activeElement: body,
    title: "",
    documentElement: new FakeElement("html"),
    createElement: (name) => new FakeElement(name),
    createElementNS: (_, name) => new FakeElement(name),
    getElementById: part,
    querySelector: () => (state.isDialogOpen ? body : null),
  },
};
for (const [name, value] of Object.entries(browser))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

/**
 * Installs a service, and returns what it is asked: method and address, and the body where there is one.
 * @param {(path: string, options: RequestInit) => Response | Promise<Response>} answer
 */
export function serve(answer) {
  const asked = [];
  globalThis.fetch = async (path, options) => {
    asked.push([options.method ?? "GET", path, ...(options.body === undefined ? [] : [options.body])]);
    return answer(path, options);
  };
  return asked;
}

/** A JSON answer. */
export const json = (document, status = 200, headers = {}) => new Response(JSON.stringify(document), { status, headers });
