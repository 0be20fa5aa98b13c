/** Error of a cell in Jupyter's form, as sent on iopub and in the reply. */
export interface Failure {
  readonly ename: string;
  readonly evalue: string;
  /** Text of the error as lines or blocks of lines, with the important parts in bold. */
  readonly traceback: readonly string[];
}
