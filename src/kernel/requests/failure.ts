import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import type { Evaluation } from "../evaluation.ts";

/** An error as Jupyter knows it; the same on iopub and in the reply. */
export interface Failure {
  readonly ename: string;
  readonly evalue: string;
  /** Lines or blocks of lines, coloured for a terminal. */
  readonly traceback: readonly string[];
}

/** The first error names the failure; the traceback shows every error with its code frame. */
export function failureOf(errors: readonly Diagnostic[], evaluation: Evaluation): Failure | null {
  const [first] = errors;
  if (!first) return null;
  return {
    ename: first.code,
    evalue: first.message,
    traceback: errors.flatMap((error) => evaluation.renderDiagnostic(error, { color: true }).split("\n")),
  };
}

export const INTERRUPTED: Failure = {
  ename: "interrupted",
  evalue: "the cell was interrupted; all definitions stand as they were before it",
  traceback: [
    "\u001b[31minterrupted\u001b[0m: the cell was stopped; all definitions stand as they were before it",
  ],
};

/** Something was thrown: a bug in ours, and it says so. */
export function bug(error: unknown): Failure {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const evalue = error instanceof Error ? error.message : String(error);
  return {
    ename: "internal-error",
    evalue,
    traceback: [
      "\u001b[31mThis is a bug in dtp, not in your cell.\u001b[0m Please report it with the cell:",
      stack,
    ],
  };
}
