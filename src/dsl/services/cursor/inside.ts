import { isDefinitionKind } from "../../ast/words.ts";
import {
  exerciseRow,
  type FieldRow,
  type FunctionRow,
  functionRows,
  kindRow,
  plotRow,
  predictRow,
  type RecordRow,
  tagRow,
} from "../../schema/index.ts";
import type { KnownName } from "../text/known.ts";
import type { Token } from "../text/scan.ts";
import { partner } from "./brackets.ts";

/**
 * Kind of content that a bracket has, which decides what may be typed in it. `top` is the text outside all brackets.
 */
export type Inside =
  | { readonly kind: "record"; readonly row: RecordRow }
  /** Content of the braces in `scenario with { .. }`: changes of paths that begin with plan, cluster or model. */
  | { readonly kind: "changes" }
  /** Content of the braces in `show e { .. }`: names of columns, and expressions. */
  | { readonly kind: "columns" }
  /** Content of the brackets of a function call, `range(1, 9, ..)`: arguments. */
  | { readonly kind: "call"; readonly row: FunctionRow }
  | { readonly kind: "expression" }
  | { readonly kind: "top" };

/** Context of an opening bracket, from which the kind of its content follows. */
export interface Surroundings {
  /** Kind of content of the bracket that encloses this one. */
  readonly inside: Inside;
  /**
   * Index of the first token in the enclosing bracket. Outside all brackets, the index of the statement's first token.
   */
  readonly from: number;
  /** First word of the statement that contains the bracket. */
  readonly statement: string;
  /** Field whose value contains the bracket; null for none. */
  readonly field: FieldRow | null;
  readonly names: ReadonlyMap<string, KnownName>;
}

/** Determines the kind of content of the bracket at the token `open`. */
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
    // In `field = x with { .. }`, the field tells which kind of definition x is.
    const wanted = around.field?.accepts.definition;
    return what.kind === "expression" && wanted ? { kind: "record", row: kindRow(wanted) } : what;
  }
  if (!isTop) return { kind: "expression" };
  if (isDefinitionKind(statement)) return { kind: "record", row: kindRow(statement) };
  if (statement === "exercise") return { kind: "record", row: exerciseRow };
  if (statement === "predict") return { kind: "record", row: predictRow };
  if (statement === "plot") return { kind: "record", row: plotRow };
  return statement === "show" ? { kind: "columns" } : { kind: "expression" };
}

/** Determines the kind of content of the braces in `expr with {`, from the words before `with`. */
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
