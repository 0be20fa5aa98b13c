import { nextIndent } from "./nextIndent.ts";
import { read } from "./parse.ts";

export interface Completeness {
  readonly status: "complete" | "incomplete" | "invalid";
  /** For the next line, where the text goes on. */
  readonly indent: string;
}

/**
 * Whether a console should run a text or wait for more: open brackets, a dangling operator or a statement without its
 * rest go on (`incomplete`); what no further line can mend is `invalid`.
 */
export function isComplete(text: string): Completeness {
  const { diagnostics, endsEarly } = read({ name: "cell", text }, "cell");
  if (endsEarly) return { status: "incomplete", indent: nextIndent(text) };
  const wrong = diagnostics.some((d) => d.severity === "error");
  return { status: wrong ? "invalid" : "complete", indent: "" };
}
