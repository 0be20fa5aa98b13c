import type { Diagnostic } from "../../../dsl/diagnostics/diagnostic.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { Failure } from "../evaluation/failure.ts";

/**
 * Failure of a cell with errors. The first error names it; the traceback has every error with its code frame.
 * null without errors.
 */
export function failureOf(errors: readonly Diagnostic[], evaluation: Evaluation): Failure | null {
  const [first] = errors;
  if (!first) return null;
  return {
    ename: first.code,
    evalue: first.message,
    traceback: errors.flatMap((error) => evaluation.renderDiagnostic(error, { color: "weight" }).split("\n")),
  };
}

/**
 * Failure of a cell that was interrupted. The message is the session's note on where it stopped (`interrupted
 * after 12 of 400 rows`).
 */
export function interruption(said: readonly Diagnostic[], evaluation: Evaluation): Failure {
  const [first] = said;
  return {
    ename: INTERRUPTED,
    evalue: first?.message ?? "the cell was stopped; earlier cells keep their definitions",
    traceback: first
      ? evaluation.renderDiagnostic(first, { color: "weight" }).split("\n")
      : ["\u001b[1minterrupted\u001b[0m: the cell was stopped; earlier cells keep their definitions"],
  };
}

/** Name of an interrupted cell's failure, and code of the session's note on the interrupt. */
export const INTERRUPTED = "interrupted";

/** Failure for an exception, which is a bug of this program. The text says so. */
export function bug(error: unknown): Failure {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const evalue = error instanceof Error ? error.message : String(error);
  return {
    ename: "internal-error",
    evalue,
    traceback: [
      "\u001b[1mThis is a bug in dtp, not in your cell.\u001b[0m Please report it with the cell:",
      stack,
    ],
  };
}
