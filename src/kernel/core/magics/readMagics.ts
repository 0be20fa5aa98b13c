import type { MagicCall } from "../evaluation/magicCall.ts";

/** Magic as a user wrote it. Its `name` may be unknown. */
export interface WrittenMagic extends MagicCall {
  readonly name: string;
}

/** Cell split into magics and code: a cell magic alone, or code with line magics around it. */
export type ReadCell =
  | { readonly kind: "cell magic"; readonly magic: WrittenMagic }
  | {
      readonly kind: "code";
      /** Text of the cell with every magic line blanked, so that offsets in the text do not change. */
      readonly code: string;
      /** Magics above the first line of code, which run before the code. */
      readonly before: readonly WrittenMagic[];
      /** Magics below the first line of code, which run after the code. */
      readonly after: readonly WrittenMagic[];
    };

const LINE = /^([ \t]*)%(?!%)([^\s%]*)([^\n]*)$/gm;
const CELL = /^\s*%%(\S*)([^\n]*)(?:\n|$)/;

/** Pattern of a cell that asks for help, as in IPython: `plan.tp?`, `?base`, `device = h100?`, `help`. */
const ASKED = /^\s*(?:\?\s*([\w.]+)|(?:[\w.]+\s*=\s*)?([\w.]+)\s*\?|help)\s*$/;

/**
 * Splits a cell into magics and code. In the language a `%` only follows a number, so a line that begins with
 * `%` is a magic.
 */
export function readMagics(text: string, name: string): ReadCell {
  const source = { name, text };
  const cell = CELL.exec(text);
  if (cell) {
    const bodyStart = cell[0].length;
    const start = text.indexOf("%%");
    const argument = (cell[2] ?? "").trim();
    const span = { start, end: start + cell[0].trim().length };
    const magic = { name: cell[1] ?? "", argument, body: text.slice(bodyStart), source, span, bodyStart };
    return { kind: "cell magic", magic };
  }
  const asked = ASKED.exec(text);
  if (asked) {
    const argument = asked[1] ?? asked[2] ?? "";
    const span = { start: text.length - text.trimStart().length, end: text.trimEnd().length };
    const magic = { name: "help", argument, body: "", source, span, bodyStart: text.length };
    return { kind: "code", code: " ".repeat(text.length), before: [magic], after: [] };
  }
  const before: WrittenMagic[] = [];
  const after: WrittenMagic[] = [];
  const code = text.replace(LINE, (line, indent: string, magic: string, rest: string, offset: number) => {
    const start = offset + indent.length;
    const span = { start, end: offset + line.trimEnd().length };
    const isFirst = /^\s*$/.test(
      text
        .slice(0, offset)
        .replace(LINE, "")
        .replace(/^[ \t]*#.*$/gm, ""),
    );
    const written = { name: magic, argument: rest.trim(), body: "", source, span, bodyStart: text.length };
    (isFirst ? before : after).push(written);
    return " ".repeat(line.length);
  });
  return { kind: "code", code, before, after };
}
