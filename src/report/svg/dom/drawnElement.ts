import type { Style } from "./style.ts";

/** Part of a node that selectors and boxes read. */
interface DrawnNode {
  readonly nodeType: number;
  readonly textContent: string;
}

/** Part of an element that selectors and boxes read. */
export interface DrawnElement extends DrawnNode {
  readonly parentNode: DrawnElement | null;
  readonly childNodes: readonly DrawnNode[];
  readonly children: readonly DrawnElement[];
  readonly firstElementChild: DrawnElement | null;
  readonly localName: string;
  /** Tag name in lower case: selectors ignore case. */
  readonly lowerName: string;
  readonly id: string;
  readonly className: string;
  readonly classNames: readonly string[];
  readonly style: Style;
  getAttribute(name: string): string | null;
}
