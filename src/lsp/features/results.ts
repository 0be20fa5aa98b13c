import { type CodeLens, type InlayHint, InlayHintKind, type Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { File } from "../../dsl/ast/ast.ts";
import { withoutOutputs } from "../../dsl/syntax/index.ts";
import { comparedNumbers } from "../../report/numbers/comparedNumbers.ts";
import type { Expectation } from "../../session/index.ts";
import type { LastCheck } from "../checking/checks.ts";
import { rangeOf } from "../text/ranges.ts";

/**
 * Values beside the statements of a range: the value of a `let` that is more than its text, ✓ or ✗ with the actual
 * value beside a check of `expect`. Values of an earlier text stay beside their names; its checks do not.
 */
export function inlayHints(
  document: TextDocument,
  file: File,
  range: Range,
  last: LastCheck | null,
): InlayHint[] {
  const checked = last?.checked;
  if (!checked) return [];
  const from = document.offsetAt(range.start);
  const to = document.offsetAt(range.end);
  const values = new Map(checked.names.map((one) => [one.name, one]));
  const fresh = checked.text === document.getText();
  const hints: InlayHint[] = [];
  const add = (end: number, label: string, tooltip: string): void => {
    if (end < from || end > to) return;
    hints.push({
      position: document.positionAt(end),
      label,
      kind: InlayHintKind.Type,
      paddingLeft: true,
      tooltip,
    });
  };
  for (const item of file.items) {
    if (item.kind === "let") {
      const known = values.get(item.name.name);
      const written = file.source.text.slice(item.value.span.start, item.value.span.end);
      if (known?.kind === "value" && isMore(known.value, written))
        add(item.span.end, `= ${known.value}`, `value of ${known.name}`);
    } else if (item.kind === "expect" && fresh)
      for (const check of item.checks) {
        const line = document.positionAt(check.span.start).line + 1;
        const found = checked.expectations.find((one) => one.line === line);
        if (found) add(check.span.end, checkText(found), found.pass ? "holds" : "does not hold");
      }
  }
  return hints;
}

/** True for a value that says more than the text that it comes from. */
const isMore = (value: string, written: string): boolean =>
  value !== "" &&
  value !== "not evaluated yet" &&
  value !== "has a mistake" &&
  !value.endsWith("…") &&
  value.replace(/\s/g, "") !== written.replace(/\s/g, "");

function checkText(one: Expectation): string {
  const mark = one.pass ? "✓" : "✗";
  // An exercise does not tell the right number.
  if (one.exercise !== null) return mark;
  const actual = comparedNumbers(one).actual ?? one.answer;
  return actual === undefined ? mark : `${mark} ${actual}`;
}

/** Commands of the server. Each takes the address of a document, and returns Markdown. */
export const commands = { run: "dtp.run", explain: "dtp.explain", best: "dtp.bestPlan" } as const;

/** Commands over the lines of a document: its run, and for each scenario its explanation and the search of its best plan. */
export function codeLenses(document: TextDocument, file: File, last: LastCheck | null): CodeLens[] {
  const scenarios = new Set(
    last?.checked?.names.filter(({ kind }) => kind === "scenario").map(({ name }) => name) ?? [],
  );
  const { uri } = document;
  const top = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  return [
    { range: top, command: { title: "Run", command: commands.run, arguments: [uri] } },
    ...file.items.flatMap((item): CodeLens[] => {
      if (item.kind !== "let" || !scenarios.has(item.name.name)) return [];
      const range = rangeOf(document, item.name.span);
      const given = [uri, item.name.name];
      return [
        { range, command: { title: "Explain", command: commands.explain, arguments: given } },
        { range, command: { title: "Best plan", command: commands.best, arguments: given } },
      ];
    }),
  ];
}

/** Program that a command evaluates; null for an unknown command, or for what is no name. */
export function programOf(command: string, text: string, name: unknown): string | null {
  if (command === commands.run) return text;
  if (typeof name !== "string" || !/^[A-Za-z_]\w*$/.test(name)) return null;
  const definitions = withoutOutputs(text);
  if (command === commands.explain) return `${definitions}\nexplain ${name}.step_time\n`;
  if (command !== commands.best) return null;
  let free = "best";
  while (new RegExp(`\\b${free}\\b`).test(text)) free += "_";
  return `${definitions}\nsearch ${free} = ${name}\nshow ${free}\n`;
}
