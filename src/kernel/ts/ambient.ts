import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sheetTypesFolder } from "../../host/index.ts";

/**
 * Declarations that every TypeScript cell sees besides Node's: types of the values in DTP definitions, and the
 * notebook's helper functions.
 */
export function ambientDeclarations(): string {
  const types = ["sheetFields.ts", "sheetTypes.ts"]
    .map((name) => readFileSync(join(sheetTypesFolder, name), "utf8"))
    .join("\n")
    .replace(/^import type .*$/gm, "")
    .replace(/^export /gm, "");
  return `${types}\n${HELPERS}`;
}

const HELPERS = `
/**
 * Shows a value below the cell: a value of the sheet as \`show\` does, an array of records as a table, anything with a
 * \`[Symbol.for("Jupyter.display")]()\` as it says. A text of another type than \`text/plain\` is shown as that type.
 */
declare function display(value: unknown, mimeType?: string): void;
/** Shows rows as a table. */
declare function table(rows: readonly object[], options?: TableOptions): void;
/** Draws rows: \`plot(best, { x: "plan.tp", y: "step_time" })\`. */
declare function plot(rows: readonly object[], options: PlotOptions): void;
/**
 * Runs a text of the DTP language in the notebook's sheet: \`dtp\\\`let budget = \${gib} GiB\\\`\` defines a name there. Gives
 * the value of the text's last expression. Throws a \`SheetError\` for a mistake.
 */
declare function dtp<T = SheetValue>(text: TemplateStringsArray, ...values: readonly unknown[]): T;
/** Error of the sheet for a name without a value. */
declare class SheetError extends Error {
  readonly diagnostics: readonly { readonly code: string; readonly message: string; readonly help?: string }[];
}
`;
