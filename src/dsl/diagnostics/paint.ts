import type { Severity } from "./row.ts";

export type Paint = (text: string, tone: Tone) => string;
export type Tone = Severity | "gutter" | "help" | "bold";

const codes: Readonly<Record<Tone, string>> = {
  error: "1;31",
  warning: "1;33",
  note: "1;36",
  gutter: "34",
  help: "32",
  bold: "1",
};

const weights: Readonly<Record<Tone, string | null>> = {
  error: "1",
  warning: "1",
  note: "1",
  gutter: null,
  help: "1",
  bold: "1",
};

/**
 * How a text is told apart: not at all; in a terminal's colours; by weight alone, for a notebook, which draws it on a light
 * or a dark ground of its own: no colour of its sixteen can be read on both.
 */
export type Color = boolean | "weight";

/** ANSI codes for a text that has colours, or none. */
export function painter(color: Color): Paint {
  return (text, tone) => {
    const code = color === "weight" ? weights[tone] : color ? codes[tone] : null;
    return text === "" || code === null ? text : `\u001b[${code}m${text}\u001b[0m`;
  };
}
