import { nextIndent } from "./nextIndent.ts";
import { read } from "./parse.ts";

export interface Completeness {
  readonly status: "complete" | "incomplete" | "invalid";
  /** Blanks with which the next line begins if the text is incomplete; "" otherwise. */
  readonly indent: string;
}

/**
 * Tells a console whether to run a text or to wait for more lines. A text with open brackets, an operator at its end,
 * or an unfinished statement is `incomplete`. A text that no further line can make valid is `invalid`.
 */
export function isComplete(text: string): Completeness {
  const { diagnostics, endsEarly } = read({ name: "cell", text }, "cell");
  if (endsEarly) return { status: "incomplete", indent: nextIndent(text) };
  const wrong = diagnostics.some((d) => d.severity === "error");
  return { status: wrong ? "invalid" : "complete", indent: "" };
}
