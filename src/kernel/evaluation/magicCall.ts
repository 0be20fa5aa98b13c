export interface MagicCall {
  readonly argument: string;
  /** Body of a cell magic: the lines below the first. */
  readonly body: string;
  /** Name of the run (`cell [3]`) and text of the whole cell, for code frames. */
  readonly source: { readonly name: string; readonly text: string };
  /** Span of the magic in the cell, with percent signs and argument. */
  readonly span: { readonly start: number; readonly end: number };
  /** Offset of the body in the cell. */
  readonly bodyStart: number;
}
