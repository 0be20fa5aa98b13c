import { withoutOutputs } from "../../dsl/syntax/index.ts";

/** Text of a program that only explains a path. Its own outputs are blanked; lines stay where they are. */
export function explaining(text: string, path: string): string {
  return `${withoutOutputs(text)}\nexplain ${path}\n`;
}
