import type { Control, File } from "../../dsl/ast/ast.ts";
import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import { diagnostic } from "../../dsl/diagnostics/index.ts";
import { type Choice, type Entry, type Module, moduleScope, pathText } from "../../dsl/evaluate/index.ts";
import { parse } from "../../dsl/syntax/index.ts";

/** Chosen values of a program's `control` statements, as texts of the language by the path: `base.plan.tp` to `4`. */
export type Choices = ReadonlyMap<string, string>;

/** Name of the text of a choice in messages. */
const SOURCE = "control";

/** The `control` statements of a text. */
export const controlsIn = (file: File): readonly Control[] =>
  file.items.filter((item): item is Control => item.kind === "control");

/**
 * Splits overrides such as `base.plan.tp=4` from those of the command line that set a field of every scenario: an
 * override of a control's path chooses the control's value.
 */
export function splitOverrides(
  overrides: readonly string[],
  file: File,
): { readonly choices: Choices; readonly others: readonly string[] } {
  const paths = new Set(controlsIn(file).map(({ path }) => pathText(path)));
  const choices = new Map<string, string>();
  const others: string[] = [];
  for (const text of overrides) {
    const [path = "", ...value] = text.split("=");
    if (paths.has(path.trim())) choices.set(path.trim(), value.join("=").trim());
    else others.push(text);
  }
  return { choices, others };
}

/** A definition with the choices of the controls that set it, or the same entry where they are as before. */
export function chosenEntry(module: Module, entry: Entry, choices: Choices): Entry {
  const made: Choice[] = [];
  for (const [path, text] of choices) {
    if (path.split(".")[0] !== entry.name) continue;
    const choice = readChoice(module, path, text);
    if (!("severity" in choice)) made.push(choice);
  }
  const { chosen, ...rest } = entry;
  const now = made.length > 0 ? { ...rest, chosen: made, value: null } : { ...rest, value: null };
  return chosenTexts(now) === chosenTexts(entry) ? entry : now;
}

/** Choices of a definition as one text, by which two versions of the definition are compared. */
export const chosenTexts = ({ chosen = [] }: Entry): string =>
  chosen.map(({ of, text }) => `${of}=${text}`).join("\n");

/** Parses a chosen value. The text must be one expression, which may use the program's names. */
export function readChoice(module: Module, path: string, text: string): Choice | Diagnostic {
  const source = { name: SOURCE, text };
  const { file, diagnostics } = parse(source, "cell");
  const wrong = diagnostics.find(({ severity }) => severity === "error");
  if (wrong) return wrong;
  if (!file.result || file.items.length > 0)
    return diagnostic("syntax", { expected: `a value for \`${path}\``, found: `\`${text}\`` }, undefined);
  const place = { source, span: file.result.span };
  const names = path.split(".").slice(1);
  return {
    ...{ of: path, text, path: names, places: names.map(() => place) },
    binding: { kind: "expr", expr: file.result, scope: moduleScope(module, source), place },
  };
}
