import type { Severity } from "./rows/row.ts";

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
 * Styling of messages: none (false), a terminal's colours (true), or bold type only ("weight"). Notebooks use "weight",
 * because none of the sixteen colours is legible on both light and dark backgrounds.
 */
export type Color = boolean | "weight";

/**
 * Makes the function that styles parts of a message with ANSI codes. Without styling, the function returns each text
 * unchanged.
 */
export function painter(color: Color): Paint {
  return (text, tone) => {
    const code = color === "weight" ? weights[tone] : color ? codes[tone] : null;
    return text === "" || code === null ? text : `\u001b[${code}m${text}\u001b[0m`;
  };
}
