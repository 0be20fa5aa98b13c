import type { Style } from "./style.ts";

/** What selectors and boxes read of a node. */
interface DrawnNode {
  readonly nodeType: number;
  readonly textContent: string;
}

/** What selectors and boxes read of an element. */
export interface DrawnElement extends DrawnNode {
  readonly parentNode: DrawnElement | null;
  readonly childNodes: readonly DrawnNode[];
  readonly children: readonly DrawnElement[];
  readonly firstElementChild: DrawnElement | null;
  readonly localName: string;
  /** Selectors do not tell capitals apart. */
  readonly lowerName: string;
  readonly id: string;
  readonly className: string;
  readonly classNames: readonly string[];
  readonly style: Style;
  getAttribute(name: string): string | null;
}
