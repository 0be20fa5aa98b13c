import {
  type FieldRow,
  type FunctionRow,
  functionRows,
  kindRow,
  plotRow,
  type RecordRow,
  tagRow,
} from "../../schema/index.ts";
import { isDefinitionKind } from "../../syntax/words.ts";
import type { KnownName } from "../known.ts";
import type { Token } from "../scan.ts";
import { partner } from "./brackets.ts";

/** What the innermost bracket is the inside of. */
export type Inside =
  | { readonly kind: "record"; readonly row: RecordRow }
  /** `scenario with { .. }`: paths that begin with plan, cluster, model. */
  | { readonly kind: "changes" }
  /** `show e { .. }`: names of columns and expressions. */
  | { readonly kind: "columns" }
  /** `range(1, 9, ..)` */
  | { readonly kind: "call"; readonly row: FunctionRow }
  | { readonly kind: "expression" }
  | { readonly kind: "top" };

/** What stands around a bracket that opens. */
export interface Surroundings {
  /** What the bracket itself stands in. */
  readonly inside: Inside;
  /** Index of the first token in there; of the statement's first one outside all brackets. */
  readonly from: number;
  /** The word that the statement begins with. */
  readonly statement: string;
  /** The field whose value the bracket belongs to. */
  readonly field: FieldRow | null;
  readonly names: ReadonlyMap<string, KnownName>;
}

/** What the bracket at `open` is the outside of. */
export function insideOf(tokens: readonly Token[], open: number, around: Surroundings): Inside {
  const { statement } = around;
  const bracket = tokens[open];
  const before = tokens[open - 1];
  if (bracket?.text === "(") {
    const touches = before?.end === bracket.start;
    const tag = before?.kind === "word" && touches ? tagRow(before.text) : null;
    if (tag) return { kind: "record", row: tag };
    const called = functionRows.find((row) => row.name === before?.text);
    return called && touches ? { kind: "call", row: called } : { kind: "expression" };
  }
  if (bracket?.text !== "{") return { kind: "expression" };
  const isTop = around.inside.kind === "top";
  if (before?.text === "with") {
    if (isTop && isDefinitionKind(statement)) return { kind: "record", row: kindRow(statement) };
    const what = changed(tokens, open - 2, around.from, around.names);
    // Inside `field = x with { .. }` the field says what x is.
    const wanted = around.field?.accepts.definition;
    return what.kind === "expression" && wanted ? { kind: "record", row: kindRow(wanted) } : what;
  }
  if (!isTop) return { kind: "expression" };
  if (isDefinitionKind(statement)) return { kind: "record", row: kindRow(statement) };
  if (statement === "plot") return { kind: "record", row: plotRow };
  return statement === "show" ? { kind: "columns" } : { kind: "expression" };
}

/** What `expr with {` changes, by the words before `with`. */
function changed(
  tokens: readonly Token[],
  before: number,
  from: number,
  names: ReadonlyMap<string, KnownName>,
): Inside {
  let base: string | undefined;
  for (let i = before; i >= from; i--) {
    const token = tokens[i];
    if (!token || token.text === "=" || token.text === ",") break;
    if (/^[)}]$/.test(token.text)) {
      const open = partner(tokens, i);
      if (open < from) break;
      if (token.text === ")" && base === undefined) {
        const inner = changed(tokens, i - 1, open + 1, names);
        if (inner.kind !== "expression" && inner.kind !== "call") return inner;
      }
      i = open;
      continue;
    }
    if (token.text === "on") return { kind: "changes" };
    if (token.kind === "word" && token.text !== "with") base = token.text;
    if (token.leads && base !== undefined) break;
  }
  const kind = names.get(base ?? "")?.kind;
  if (kind === "scenario") return { kind: "changes" };
  return isDefinitionKind(kind) ? { kind: "record", row: kindRow(kind) } : { kind: "expression" };
}
