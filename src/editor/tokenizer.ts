import type { StreamParser, StringStream } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import { definers, isDigitWord, isHardWord, isWordBefore, valueWords } from "../dsl/ast/words.ts";
import { readNumber, unitAt } from "../dsl/syntax/tokens/number.ts";

/** State of the tokenizer between two tokens. Plain data, so that the editor can copy it for each line. */
interface State {
  /** True inside `import a as b, c`, where a name follows `as`. Elsewhere a unit follows `as`. */
  readonly importing: boolean;
  readonly before: "start" | "as" | "dot" | "definer" | "other";
  /** Number of brackets open at this place. */
  readonly depth: number;
}

type Kind =
  | "comment"
  | "magic"
  | "keyword"
  | "bool"
  | "number"
  | "unit"
  | "string"
  | "operator"
  | "bracket"
  | Names;
type Names = "punctuation" | "definition" | "call" | "property" | "name";

/** Keywords that a newly defined name follows. */
const DEFINERS: ReadonlySet<string> = new Set([...definers, "derive"]);
const VALUES: ReadonlySet<string> = new Set(valueWords);

const WORD = /^[A-Za-z_]\w*/;
const COMMENT = /^(?:#|\/\/).*/;
const MAGIC = /^%%?[a-z]\w*.*/;
const TEXT = /^(?:"(?:[^"\\]|\\.)*(?:"|\\?$)|'[^']*'|“[^”]*”?)/;
const OPERATOR = /^(?:\.\.|[=!<>~:]=|\*\*|&&|\|\||[-+*/^<>=!:≈≤≥≠×·÷−])/;

/**
 * Reads the next token of a line. Returns its kind and the changes to the tokenizer's state. The kind is null
 * for text that the language does not know.
 */
function read(stream: StringStream, state: State): readonly [Kind | null, Partial<State>] {
  if (stream.match(COMMENT)) return ["comment", { before: state.before }];
  if (stream.sol() && stream.match(MAGIC)) return ["magic", {}];
  if (stream.match(TEXT)) return ["string", { importing: false }];
  if (state.before === "as" && !state.importing) {
    const unit = unitAt(stream.string, stream.pos);
    if (unit !== "" && !isHardWord(unit)) return [take(stream, unit.length, "unit"), {}];
  }
  const literal = readNumber(stream.string, stream.pos);
  if (literal) {
    // The unit is read next, as a token of its own: it begins where no name can.
    const { end, unitStart } = literal;
    const digits = unitStart > stream.pos && unitStart < end ? unitStart : end;
    const width = stream.string.slice(stream.pos, digits).trimEnd().length;
    return [take(stream, width, "number"), digits < end ? { before: "as", importing: false } : {}];
  }
  if (isDigitWord(stream.string, stream.pos)) return [take(stream, 4, "name"), {}];
  const word = stream.match(WORD, false);
  if (Array.isArray(word)) return readWord(stream, state, String(word[0]));
  if (stream.match(OPERATOR)) return ["operator", {}];
  const mark = stream.next() ?? "";
  if ("{([".includes(mark)) return ["bracket", { depth: state.depth + 1, before: "start" }];
  if ("})]".includes(mark)) return ["bracket", { depth: Math.max(0, state.depth - 1) }];
  if (mark === ".") return ["punctuation", { before: "dot" }];
  return mark === "," ? ["punctuation", { importing: state.importing }] : [null, {}];
}

function readWord(stream: StringStream, state: State, word: string): readonly [Kind, Partial<State>] {
  const rest = stream.string.slice(stream.pos + word.length);
  const importing = word === "import" || (state.importing && word !== "from");
  if (state.before !== "dot" && (isHardWord(word) || isWordBefore(word, rest))) {
    take(stream, word.length, "keyword");
    if (VALUES.has(word)) return ["bool", {}];
    if (word === "as") return ["keyword", { importing, before: "as" }];
    return ["keyword", { importing, before: DEFINERS.has(word) ? "definer" : "other" }];
  }
  const kind: Names =
    state.before === "definer"
      ? "definition"
      : /^\s*\(/.test(rest)
        ? "call"
        : state.before === "dot" || /^\s*=(?!=)/.test(rest)
          ? "property"
          : "name";
  return [take(stream, word.length, kind), { importing }];
}

function take<K extends Kind>(stream: StringStream, length: number, kind: K): K {
  stream.pos += length;
  return kind;
}

/**
 * Tokenizer of the DTP language for CodeMirror. It reads words, numbers and units with the parser's own
 * functions (`dsl/syntax`).
 */
export const tokenizer: StreamParser<{ now: State }> = {
  name: "dtp",
  startState: () => ({ now: { importing: false, before: "start", depth: 0 } }),
  copyState: ({ now }) => ({ now }),
  token(stream, state) {
    if (stream.eatSpace()) return null;
    const [kind, next] = read(stream, state.now);
    state.now = { importing: false, before: "other", depth: state.now.depth, ...next };
    return kind;
  },
  indent({ now }, textAfter, { unit }) {
    return Math.max(0, now.depth - (/^\s*[})\]]/.test(textAfter) ? 1 : 0)) * unit;
  },
  languageData: {
    commentTokens: { line: "#" },
    closeBrackets: { brackets: ["(", "[", "{", '"'] },
    indentOnInput: /^\s*[})\]]$/,
  },
  // These tags have distinguishable colours in JupyterLab's light and dark themes.
  tokenTable: {
    magic: tags.meta,
    unit: tags.labelName,
    definition: tags.definition(tags.variableName),
    call: tags.special(tags.variableName),
    property: tags.propertyName,
    name: tags.variableName,
    bool: tags.bool,
  },
};
