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

/** ANSI colours, or none. */
export function painter(color: boolean): Paint {
  return color
    ? (text, tone) => (text === "" ? "" : `\u001b[${codes[tone]}m${text}\u001b[0m`)
    : (text) => text;
}
