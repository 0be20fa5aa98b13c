/** Work that a test gives to the page, and the page's report of it: plain data. */
export interface Task {
  /** Address to which the page posts its reports. */
  readonly post: string;
  readonly steps: readonly Step[];
}

export type Step =
  /** Cells of a notebook, one after the other, in a kernel of their own. */
  | {
      readonly kind: "notebook";
      readonly id: string;
      readonly cells: readonly string[];
      readonly files: Readonly<Record<string, string>>;
    }
  /** Cell that is stopped after some time, in ms, and a cell behind it. */
  | { readonly kind: "stop"; readonly id: string; readonly cell: string; readonly after: number }
  /** Requests to the runtime on one text. */
  | {
      readonly kind: "runtime";
      readonly id: string;
      readonly text: string;
      readonly files: Readonly<Record<string, string>>;
    }
  /** Times of the runtime, in ms: load, first and second run of `text`, least of some runs of `warm`. */
  | { readonly kind: "bench"; readonly id: string; readonly text: string; readonly warm: string };

export interface Report {
  readonly id: string;
  /** Reason why the step failed; absent where it has a result. */
  readonly error?: string;
  readonly result?: unknown;
}

/** Result of a step of cells. */
export interface CellsResult {
  readonly notes: readonly string[];
  readonly secure: boolean;
  readonly isolated: boolean;
  /** Outputs of each cell, in a notebook's form. */
  readonly outputs: readonly (readonly SavedOutput[])[];
  /** Time of each cell, ms. */
  readonly times: readonly number[];
}

/** Output of a cell in a notebook's file, with whole texts instead of lines. */
export type SavedOutput = Readonly<Record<string, unknown>>;
