/** An error as Jupyter knows it; the same on iopub and in the reply. */
export interface Failure {
  readonly ename: string;
  readonly evalue: string;
  /** Lines or blocks of lines, with what matters in bold. */
  readonly traceback: readonly string[];
}
