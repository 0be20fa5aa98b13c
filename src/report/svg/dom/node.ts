import { type Box, boundsOf } from "./bounds.ts";
import { type Selector, selectorOf } from "./selector.ts";
import { createStyle, type Style } from "./style.ts";

/**
 * Minimal DOM for plotly.js to draw a static figure: a tree with attributes, inline styles, selectors by tag,
 * class and id, and text boxes measured from a table. No events, no layout, no HTML parser.
 */
export class DomNode {
  parentNode: DomElement | null = null;
  childNodes: DomNode[] = [];
  readonly nodeType: number;
  readonly ownerDocument: unknown;

  constructor(nodeType: number, ownerDocument: unknown) {
    this.nodeType = nodeType;
    this.ownerDocument = ownerDocument;
  }

  get firstChild(): DomNode | null {
    return this.childNodes[0] ?? null;
  }
  get lastChild(): DomNode | null {
    return this.childNodes.at(-1) ?? null;
  }
  get nextSibling(): DomNode | null {
    return this.sibling(1);
  }
  get previousSibling(): DomNode | null {
    return this.sibling(-1);
  }
  private sibling(step: number): DomNode | null {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + step] ?? null;
  }
  get parentElement(): DomElement | null {
    return this.parentNode;
  }
  get textContent(): string {
    return this.childNodes.map((child) => child.textContent).join("");
  }
  set textContent(text: string) {
    for (const child of this.childNodes) child.parentNode = null;
    this.childNodes = [];
    if (text !== "" && text !== null) this.appendChild(new DomText(String(text), this.ownerDocument));
  }
  appendChild<T extends DomNode>(child: T): T {
    return this.insertBefore(child, null);
  }
  insertBefore<T extends DomNode>(child: T, before: DomNode | null): T {
    if (child.nodeType === 11) {
      for (const inner of [...child.childNodes]) this.insertBefore(inner, before);
      return child;
    }
    child.parentNode?.removeChild(child);
    const at = before === null ? -1 : this.childNodes.indexOf(before);
    if (at < 0) this.childNodes.push(child);
    else this.childNodes.splice(at, 0, child);
    child.parentNode = this as unknown as DomElement;
    return child;
  }
  removeChild<T extends DomNode>(child: T): T {
    const at = this.childNodes.indexOf(child);
    if (at >= 0) this.childNodes.splice(at, 1);
    child.parentNode = null;
    return child;
  }
  replaceChild<T extends DomNode>(child: DomNode, old: T): T {
    this.insertBefore(child, old);
    return this.removeChild(old);
  }
  remove(): void {
    this.parentNode?.removeChild(this);
  }
  contains(other: DomNode | null): boolean {
    for (let at: DomNode | null = other; at !== null; at = at.parentNode) if (at === this) return true;
    return false;
  }
  compareDocumentPosition(): number {
    return 0;
  }
  addEventListener(): void {}
  removeEventListener(): void {}
  dispatchEvent(): boolean {
    return true;
  }
}

export class DomText extends DomNode {
  private text: string;
  constructor(text: string, ownerDocument: unknown) {
    super(3, ownerDocument);
    this.text = text;
  }
  override get textContent(): string {
    return this.text;
  }
  override set textContent(text: string) {
    this.text = String(text);
  }
  get nodeValue(): string {
    return this.text;
  }
  cloneNode(): DomText {
    return new DomText(this.text, this.ownerDocument);
  }
}

const NO_CLASSES: readonly string[] = [];

export class DomElement extends DomNode {
  readonly namespaceURI: string;
  readonly localName: string;
  /** Tag name in lower case, because selectors ignore case. */
  readonly lowerName: string;
  /**
   * Words of the `class` attribute. They are split when it is set, because selectors read them far more
   * often.
   */
  classNames: readonly string[] = NO_CLASSES;
  readonly attributes = new Map<string, string>();
  readonly style: Style = createStyle();
  constructor(namespace: string, name: string, ownerDocument: unknown) {
    super(1, ownerDocument);
    this.namespaceURI = namespace;
    this.localName = name;
    this.lowerName = name.toLowerCase();
  }
  /**
   * Style sheet of a `<style>` element, always empty: plotly.js' rules are for interaction and are dropped.
   */
  get sheet() {
    return { cssRules: [], insertRule: () => 0 };
  }
  get tagName(): string {
    return this.namespaceURI.endsWith("xhtml") ? this.localName.toUpperCase() : this.localName;
  }
  get nodeName(): string {
    return this.tagName;
  }
  get children(): DomElement[] {
    return this.childNodes.filter((child) => child instanceof DomElement);
  }
  get firstElementChild(): DomElement | null {
    for (const child of this.childNodes) if (child instanceof DomElement) return child;
    return null;
  }
  get id(): string {
    return this.getAttribute("id") ?? "";
  }
  set id(id: string) {
    this.setAttribute("id", id);
  }
  get className(): string {
    return this.getAttribute("class") ?? "";
  }
  set className(name: string) {
    this.setAttribute("class", name);
  }
  get classList() {
    const names = (): readonly string[] => this.classNames;
    return {
      contains: (name: string): boolean => names().includes(name),
      add: (name: string): void => {
        if (!names().includes(name)) this.className = [...names(), name].join(" ");
      },
      remove: (name: string): void => {
        this.className = names()
          .filter((one) => one !== name)
          .join(" ");
      },
    };
  }
  getAttribute(name: string): string | null {
    if (name === "style") return this.style.cssText || null;
    return this.attributes.get(name) ?? null;
  }
  setAttribute(name: string, value: unknown): void {
    if (name === "style") this.style.cssText = String(value);
    else this.attributes.set(name, String(value));
    if (name === "class") this.classNames = String(value).split(/\s+/).filter(Boolean);
  }
  removeAttribute(name: string): void {
    if (name === "style") this.style.cssText = "";
    else this.attributes.delete(name);
    if (name === "class") this.classNames = NO_CLASSES;
  }
  hasAttribute(name: string): boolean {
    return name === "style" ? this.style.properties.size > 0 : this.attributes.has(name);
  }
  getAttributeNS(_namespace: string, name: string): string | null {
    return this.getAttribute(name);
  }
  setAttributeNS(_namespace: string, name: string, value: unknown): void {
    this.setAttribute(name, value);
  }
  removeAttributeNS(_namespace: string, name: string): void {
    this.removeAttribute(name);
  }
  /** Content of the element as text. In a static figure plotly.js sets no markup here. */
  get innerHTML(): string {
    return this.textContent;
  }
  set innerHTML(text: string) {
    this.textContent = text;
  }
  matches(selector: string): boolean {
    return selectorOf(selector)(this, null);
  }
  querySelector(selector: string): DomElement | null {
    return firstMatch(this, selectorOf(selector), this);
  }
  querySelectorAll(selector: string): DomElement[] {
    const found: DomElement[] = [];
    collectMatches(this, selectorOf(selector), this, found);
    return found;
  }
  cloneNode(deep = false): DomElement {
    const copy = new DomElement(this.namespaceURI, this.localName, this.ownerDocument);
    for (const [name, value] of this.attributes) copy.attributes.set(name, value);
    copy.classNames = this.classNames;
    copy.style.cssText = this.style.cssText;
    if (!deep) return copy;
    for (const child of this.childNodes) {
      if (child instanceof DomElement) copy.appendChild(child.cloneNode(true));
      else if (child instanceof DomText) copy.appendChild(child.cloneNode());
    }
    return copy;
  }
  getBoundingClientRect(): Box {
    return boundsOf(this, true);
  }
  getBBox(): Box {
    return boundsOf(this, false);
  }
  getComputedTextLength(): number {
    return this.getBBox().width;
  }
  getContext(): null {
    return null;
  }
}

/**
 * First element in document order that a selector matches. Searches are most of the work on a figure, so
 * children are read by index: an iterator costs more than a test.
 */
function firstMatch(inside: DomNode, selector: Selector, root: DomElement): DomElement | null {
  const nodes = inside.childNodes;
  for (let at = 0; at < nodes.length; at++) {
    const child = nodes[at];
    if (!(child instanceof DomElement)) continue;
    if (selector(child, root)) return child;
    const found = child.childNodes.length > 0 ? firstMatch(child, selector, root) : null;
    if (found) return found;
  }
  return null;
}

function collectMatches(inside: DomNode, selector: Selector, root: DomElement, found: DomElement[]): void {
  const nodes = inside.childNodes;
  for (let at = 0; at < nodes.length; at++) {
    const child = nodes[at];
    if (!(child instanceof DomElement)) continue;
    if (selector(child, root)) found.push(child);
    if (child.childNodes.length > 0) collectMatches(child, selector, root, found);
  }
}
