export interface MagicCall {
  readonly argument: string;
  /** Text below the first line of a cell magic. Empty for a line magic. */
  readonly body: string;
  /** Name of the run (`cell [3]`) and text of the whole cell, for code frames. */
  readonly source: { readonly name: string; readonly text: string };
  /** Place of the magic in the cell's text, including percent signs and argument. */
  readonly span: { readonly start: number; readonly end: number };
  /** Offset of `body` in the cell's text. */
  readonly bodyStart: number;
}
