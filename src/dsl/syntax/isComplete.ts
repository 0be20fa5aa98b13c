import { nextIndent } from "./nextIndent.ts";
import { read } from "./parse.ts";

export interface Completeness {
  readonly status: "complete" | "incomplete" | "invalid";
  /** Indent of the next line if the text continues. */
  readonly indent: string;
}

/**
 * Tells a console whether to run a text or to wait for more. Open brackets, a dangling operator, or a statement without
 * its end are `incomplete`. A text that no further line can make valid is `invalid`.
 */
export function isComplete(text: string): Completeness {
  const { diagnostics, endsEarly } = read({ name: "cell", text }, "cell");
  if (endsEarly) return { status: "incomplete", indent: nextIndent(text) };
  const wrong = diagnostics.some((d) => d.severity === "error");
  return { status: wrong ? "invalid" : "complete", indent: "" };
}
