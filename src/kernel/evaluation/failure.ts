/** An error in Jupyter's form, as on iopub and in the reply. */
export interface Failure {
  readonly ename: string;
  readonly evalue: string;
  /** Lines or blocks of lines, with the important parts in bold. */
  readonly traceback: readonly string[];
}
