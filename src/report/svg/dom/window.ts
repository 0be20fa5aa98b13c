import { property } from "./bounds.ts";
import { DomElement, DomNode, DomText } from "./node.ts";

const XHTML = "http://www.w3.org/1999/xhtml";

/** Window and document in which plotly.js draws a static figure; node.ts lists what they leave out. */
export function createWindow(): { readonly window: Record<string, unknown>; readonly body: DomElement } {
  const document: Record<string, unknown> = {};
  const element = (namespace: string, name: string): DomElement => new DomElement(namespace, name, document);
  const html = element(XHTML, "html");
  const head = html.appendChild(element(XHTML, "head"));
  const body = html.appendChild(element(XHTML, "body"));
  const window: Record<string, unknown> = {
    document,
    innerWidth: 1024,
    innerHeight: 768,
    devicePixelRatio: 1,
    location: { href: "about:blank", protocol: "about:" },
    navigator: { userAgent: "dtp", platform: "", language: "en", maxTouchPoints: 0 },
    screen: { width: 1024, height: 768 },
    addEventListener() {},
    removeEventListener() {},
    // Static figures have no animation and no delays.
    requestAnimationFrame: () => 0,
    cancelAnimationFrame() {},
    setTimeout: (callback: () => void, ms: number) => globalThis.setTimeout(callback, ms),
    clearTimeout: (id: number) => globalThis.clearTimeout(id),
    performance: { now: () => 0 },
    getComputedStyle: (of: DomElement) => computedStyle(of),
    URL: {},
    // DOMParser is for the logo and MathJax's SVG, neither of which a static figure has.
    DOMParser: class {
      parseFromString(): DomElement {
        return element(XHTML, "div");
      }
    },
    Node: DomNode,
    Element: DomElement,
    HTMLElement: DomElement,
    SVGElement: DomElement,
  };
  Object.assign(document, {
    nodeType: 9,
    documentElement: html,
    head,
    body,
    defaultView: window,
    readyState: "complete",
    childNodes: [html],
    createElement: (name: string) => element(XHTML, name),
    createElementNS: (namespace: string, name: string) => element(namespace, name),
    createTextNode: (text: string) => new DomText(text, document),
    createDocumentFragment: () => new DomNode(11, document),
    getElementById: (id: string) => html.querySelector(`#${id}`),
    querySelector: (selector: string) => (selector === "body" ? body : html.querySelector(selector)),
    querySelectorAll: (selector: string) => html.querySelectorAll(selector),
    addEventListener() {},
    removeEventListener() {},
  });
  window.window = window;
  window.self = window;
  return { window, body };
}

function computedStyle(element: DomElement): Record<string, unknown> {
  const value = (name: string): string => property(element, name) || (name === "display" ? "block" : "");
  return {
    getPropertyValue: value,
    get display() {
      return value("display");
    },
    get fontSize() {
      return value("font-size");
    },
    get width() {
      return value("width");
    },
    get height() {
      return value("height");
    },
  };
}
