import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import { diagnostic, suggest } from "../../dsl/diagnostics/index.ts";
import { type Change, changesOf, PARTS, type Scope } from "../../dsl/evaluate/index.ts";
import { kindRow } from "../../dsl/schema/index.ts";
import { parse } from "../../dsl/syntax/index.ts";

/** Parses command-line overrides such as `--set plan.tp=4`. Right-hand sides may use the program's names. */
export function parseOverrides(
  texts: readonly string[],
  scope: Scope,
): { readonly changes: readonly Change[]; readonly diagnostics: readonly Diagnostic[] } {
  const changes: Change[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const text of texts) {
    const source = { name: "--set", text: `set with { ${text} }` };
    const parsed = parse(source, "cell");
    const wrong = parsed.diagnostics.filter((one) => one.severity === "error");
    const { result } = parsed.file;
    const record = result?.kind === "binary" && result.right.kind === "record" ? result.right : null;
    if (wrong.length > 0 || !record || record.fields.length !== 1 || parsed.file.items.length > 0) {
      diagnostics.push(
        wrong[0] ?? diagnostic("syntax", { expected: "`plan.field=value`", found: `\`${text}\`` }, undefined),
      );
      continue;
    }
    const made = changesOf(record, { ...scope, source });
    if ("kind" in made) {
      diagnostics.push(...made.diagnostics);
      continue;
    }
    for (const change of made) {
      const problem = unknown(change);
      if (problem) diagnostics.push(problem);
      else changes.push(change);
    }
  }
  return { changes, diagnostics };
}

function unknown(change: Change): Diagnostic | null {
  const [head = "", field] = change.path;
  const part = PARTS.find((one) => one === head);
  if (!part || field === undefined) {
    const owner = PARTS.find((one) => kindRow(one).fields.some((row) => row.name === head));
    const suggestion = owner ? `${owner}.${change.path.join(".")}` : suggest(head, PARTS);
    return diagnostic(
      "unknown-field",
      { kind: "scenario", field: change.path.join("."), suggestion },
      change.places[0],
    );
  }
  const names = kindRow(part).fields.map((row) => row.name);
  if (names.includes(field)) return null;
  return diagnostic(
    "unknown-field",
    { kind: part, field, suggestion: suggest(field, names) },
    change.places[1],
  );
}
