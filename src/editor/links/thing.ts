/** Element that stands for something, with the labels of what it stands for. */
export interface Thing {
  readonly element: Element;
  readonly keys: readonly string[];
}
