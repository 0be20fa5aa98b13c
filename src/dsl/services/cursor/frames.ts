import { statementWords } from "../../ast/words.ts";
import type { FieldRow } from "../../schema/index.ts";
import type { KnownName } from "../text/known.ts";
import type { Token } from "../text/scan.ts";
import { isClosing, isOpening } from "./brackets.ts";
import { fieldBefore, positional } from "./fieldBefore.ts";
import { type Inside, insideOf } from "./inside.ts";

/** A bracket that is open at a position, with the kind of its content. */
export interface Frame {
  readonly inside: Inside;
  /** Index of the first token inside the bracket. */
  readonly from: number;
  readonly field: FieldRow | null;
}

/** Statement and open brackets at a position of the text. */
export interface Open {
  /** Open brackets, outermost first. The first entry stands for the whole text and is no bracket. */
  readonly frames: readonly Frame[];
  readonly frame: Frame;
  /** First word of the statement at the position. `statementFrom` is the index of this token. */
  readonly statement: string;
  readonly statementFrom: number;
}

const TOP: Frame = { inside: { kind: "top" }, from: 0, field: null };
const STATEMENTS: ReadonlySet<string> = new Set([...statementWords, "edition"]);

/** Determines the statement and the brackets that are open after the first `count` tokens. */
export function openBehind(
  tokens: readonly Token[],
  count: number,
  names: ReadonlyMap<string, KnownName>,
): Open {
  const frames: Frame[] = [TOP];
  const innermost = (): Frame => frames[frames.length - 1] ?? TOP;
  let statement = "";
  let statementFrom = 0;
  for (let i = 0; i < count; i++) {
    const token = tokens[i];
    if (!token) break;
    const frame = innermost();
    if (token.leads && token.kind === "word" && STATEMENTS.has(token.text) && frames.length === 1) {
      statement = token.text;
      statementFrom = i;
    }
    if (isOpening(token)) {
      const field =
        // A value outside all brackets belongs to its statement. Statements before it would be read for nothing.
        fieldBefore(tokens, Math.max(frame.from, statementFrom) - 1, i, frame.inside) ??
        (token.text === "[" ? inherited(tokens, frame) : null);
      const from = frame.inside.kind === "top" ? statementFrom : frame.from;
      const inside = insideOf(tokens, i, { inside: frame.inside, from, statement, field, names });
      const isValue = token.text !== "{" && (inside.kind === "expression" || inside.kind === "call");
      frames.push({ inside, from: i + 1, field: isValue ? field : null });
    } else if (isClosing(token) && frames.length > 1) frames.pop();
  }
  return { frames, frame: innermost(), statement, statementFrom };
}

/**
 * Field whose value a list is although no `=` precedes the list: the field for unnamed arguments of a call, or the
 * field of the enclosing list.
 */
function inherited(tokens: readonly Token[], frame: Frame): FieldRow | null {
  const isCall = tokens[frame.from - 1]?.text === "(" && frame.inside.kind === "record";
  return isCall && frame.inside.kind === "record" ? positional(frame.inside.row) : frame.field;
}

/** Names whose columns the braces at a position list, in `show t { .. }` or `plot t { .. }`; empty elsewhere. */
export function shownBefore(
  tokens: readonly Token[],
  { frames, statement, statementFrom }: Open,
): readonly string[] {
  const braces = frames.find((frame) => tokens[frame.from - 1]?.text === "{");
  if (!braces || (statement !== "show" && statement !== "plot")) return [];
  const before = tokens.slice(statementFrom + 1, braces.from - 1);
  const last = statement === "show" ? before.findLastIndex((token) => token.text === ",") + 1 : 0;
  return before.slice(last).flatMap((token) => (token.kind === "word" ? [token.text] : []));
}
