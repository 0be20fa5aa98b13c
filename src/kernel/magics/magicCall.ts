export interface MagicCall {
  readonly argument: string;
  /** Of a cell magic: the lines below the first. */
  readonly body: string;
  /** The run's name (`cell [3]`) and the whole cell, for code frames. */
  readonly source: { readonly name: string; readonly text: string };
  /** Where the magic stands in the cell, percent signs and argument included. */
  readonly span: { readonly start: number; readonly end: number };
  /** Where the body begins in the cell. */
  readonly bodyStart: number;
}
