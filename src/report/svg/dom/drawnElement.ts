import type { Style } from "./style.ts";

/** Properties of a document node that selectors and bounding boxes read. */
interface DrawnNode {
  readonly nodeType: number;
  readonly textContent: string;
}

/** Properties of an element that selectors and bounding boxes read. */
export interface DrawnElement extends DrawnNode {
  readonly parentNode: DrawnElement | null;
  readonly childNodes: readonly DrawnNode[];
  readonly children: readonly DrawnElement[];
  readonly firstElementChild: DrawnElement | null;
  readonly localName: string;
  /** Tag name in lower case, because selectors ignore case. */
  readonly lowerName: string;
  readonly id: string;
  readonly className: string;
  readonly classNames: readonly string[];
  readonly style: Style;
  getAttribute(name: string): string | null;
}
