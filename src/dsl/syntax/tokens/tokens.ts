import { createToken, type IToken, Lexer, type TokenType, tokenMatcher } from "chevrotain";
import { hardWords, isDefinitionKind, isHardWord, softWords, verbs } from "../../ast/words.ts";
import { type NumberLiteral, readNumber, unitAt } from "./number.ts";

/**
 * Category of tokens that may be names. A category is a token type without a pattern (`Lexer.NA`), with which one
 * grammar rule accepts many tokens.
 */

export const Name = createToken({ name: "Name", label: "a name", pattern: Lexer.NA });
export const Infix = createToken({ name: "Infix", label: "an operator", pattern: Lexer.NA });
export const Prefix = createToken({ name: "Prefix", label: "`-` or `not`", pattern: Lexer.NA });
export const Kind = createToken({ name: "Kind", label: "a kind of definition", pattern: Lexer.NA });
/** Category of words that begin a statement wherever they stand, such as `let`. */
export const Verb = createToken({ name: "Verb", label: "a statement", pattern: Lexer.NA });
/**
 * Category of operators in the spelling of other languages, such as `&&`. The parser reads each as the operator of this
 * language, and an error suggests the right spelling.
 */
export const Foreign = createToken({ name: "Foreign", pattern: Lexer.NA });

const Identifier = createToken({
  name: "Identifier",
  pattern: /[A-Za-z_]\w*|1f1b(?!\w)/,
  categories: [Name],
});

const infixWords = new Set<string>(["in", "on", "with", "and", "or"]);
const verbWords = new Set<string>(verbs);

function word(text: string, soft: boolean): TokenType {
  const categories = [
    ...(soft ? [Name] : []),
    ...(infixWords.has(text) ? [Infix] : []),
    ...(text === "not" ? [Prefix] : []),
    ...(verbWords.has(text) ? [Verb] : []),
    ...(isDefinitionKind(text) ? [Kind] : []),
  ];
  return createToken({
    name: text.toUpperCase(), // rules of the grammar have the lower-case names
    label: `\`${text}\``,
    pattern: new RegExp(text),
    longer_alt: Identifier,
    categories,
  });
}

type Word = (typeof hardWords)[number] | (typeof softWords)[number];
const hard = hardWords.map((text) => [text, word(text, false)] as const);
const soft = softWords.map((text) => [text, word(text, true)] as const);
/** Token type of each word of the language, by the word: `W.let`. */
export const W = Object.fromEntries([...hard, ...soft]) as Readonly<Record<Word, TokenType>>;

function mark(name: string, text: string, categories: TokenType[] = []): TokenType {
  const pattern = new RegExp(text.replace(/[{}()[\].*+^]/g, "\\$&"));
  return createToken({ name, label: `\`${text}\``, pattern, categories });
}

export const LCurly = mark("LCurly", "{");
export const RCurly = mark("RCurly", "}");
export const LParen = mark("LParen", "(");
export const RParen = mark("RParen", ")");
export const LSquare = mark("LSquare", "[");
export const RSquare = mark("RSquare", "]");
export const Comma = mark("Comma", ",");
export const DotDot = mark("DotDot", "..");
export const Dot = mark("Dot", ".");
export const Equals = mark("Equals", "=");
const operators = [
  mark("EqualTo", "==", [Infix]),
  mark("NotEqual", "!=", [Infix]),
  mark("AtMost", "<=", [Infix]),
  mark("AtLeast", ">=", [Infix]),
  mark("About", "~=", [Infix]),
  mark("Below", "<", [Infix]),
  mark("Above", ">", [Infix]),
  mark("Plus", "+", [Infix]),
  mark("Minus", "-", [Infix, Prefix]),
  mark("Times", "*", [Infix]),
  mark("Over", "/", [Infix]),
  mark("Power", "^", [Infix]),
];

/** Operators of other languages, each with the spelling of the operator in this language. */
export const foreignSpellings: ReadonlyMap<string, string> = new Map([
  [":=", "="],
  [":", "="],
  ["&&", "and"],
  ["||", "or"],
  ["!", "not"],
  ["**", "^"],
  ["≈", "~="],
  ["≤", "<="],
  ["≥", ">="],
  ["≠", "!="],
  ["×", "*"],
  ["·", "*"],
  ["÷", "/"],
  ["−", "-"],
]);
const Meant = new Map<string, TokenType[]>([
  ["=", [Equals]],
  ["-", [Infix, Prefix]],
  ["not", [Prefix]],
]);
const foreign = [...foreignSpellings].map(([text, meant], index) =>
  createToken({
    name: `Foreign${index}`,
    pattern: new RegExp(text.replace(/[|*]/g, "\\$&")),
    categories: [...(Meant.get(meant) ?? [Infix]), Foreign],
  }),
);

export const Text = createToken({ name: "Text", label: "a text in quotes", pattern: Lexer.NA });
const Quoted = createToken({ name: "Quoted", pattern: /"(?:[^"\\\n\r]|\\[^\n\r])*"/, categories: [Text] });
/**
 * Token of a quoted text without its closing quote. The token ends with its line, so that the rest of the file is read
 * as usual.
 */
export const UnclosedText = createToken({
  name: "UnclosedText",
  pattern: /"(?:[^"\\\n\r]|\\[^\n\r])*\\?/,
  categories: [Text],
});
export const ForeignText = createToken({
  name: "ForeignText",
  pattern: /'[^'\n\r]*'|[“”][^“”\n\r]*[“”]/,
  categories: [Text],
});

const numberStarts = [..."$0123456789"];
export const NumberToken = createToken({
  name: "Number",
  label: "a number",
  line_breaks: false,
  start_chars_hint: numberStarts,
  pattern: {
    exec(text: string, offset: number) {
      const literal = readNumber(text, offset);
      if (!literal) return null;
      const found: [string] & { payload?: NumberLiteral } = [text.slice(offset, literal.end)];
      found.payload = literal;
      return found as unknown as RegExpExecArray;
    },
  },
});

/**
 * True after an `as` in an import (`import a as b, c as d`), which a name follows. After any other `as` follows a unit.
 */
function namesImport(tokens: readonly IToken[]): boolean {
  for (let at = tokens.length - 1; at >= 0; at--) {
    const token = tokens[at];
    if (token?.tokenType === W.import) return true;
    if (!token || !(token.tokenType === W.as || token.tokenType === Comma || tokenMatcher(token, Name)))
      break;
  }
  return false;
}

const unitStarts = [..."$%_µμABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];
/** Token of a unit directly after `as`. At any other place the same letters are a name. */
export const UnitToken = createToken({
  name: "Unit",
  label: "a unit",
  line_breaks: false,
  start_chars_hint: unitStarts,
  pattern: {
    exec(text: string, offset: number, tokens: readonly IToken[]) {
      const last = tokens[tokens.length - 1];
      if (last?.tokenType !== W.as || namesImport(tokens)) return null;
      const unit = unitAt(text, offset);
      if (unit === "" || isHardWord(unit)) return null;
      return [unit] as unknown as RegExpExecArray;
    },
  },
});

const Blank = createToken({ name: "Blank", pattern: /[\s\ufeff]+/, group: Lexer.SKIPPED, line_breaks: true });
const Comment = createToken({ name: "Comment", pattern: /#[^\n\r]*/, group: "comments" });
const ForeignComment = createToken({ name: "ForeignComment", pattern: /\/\/[^\n\r]*/, group: "foreign" });

export const allTokens: TokenType[] = [
  Blank,
  Comment,
  ForeignComment,
  UnitToken,
  NumberToken,
  ...soft.map(([, token]) => token), // `within` before `with`
  ...hard.map(([, token]) => token),
  Identifier,
  Quoted,
  UnclosedText,
  ForeignText,
  LCurly,
  RCurly,
  LParen,
  RParen,
  LSquare,
  RSquare,
  Comma,
  DotDot,
  Dot,
  ...foreign.filter((token) => token.PATTERN?.toString() === "/\\*\\*/"),
  ...operators,
  ...foreign.filter((token) => token.PATTERN?.toString() !== "/\\*\\*/"),
  Equals,
  Name,
  Infix,
  Prefix,
  Kind,
  Verb,
  Foreign,
  Text,
];

/**
 * Creates the lexer. With `check`, the token types are validated (unreachable ones, empty matches). That is slow, so
 * only a test does it.
 */
export function createLexer(check = false): Lexer {
  return new Lexer(allTokens, {
    positionTracking: "onlyOffset",
    ensureOptimizations: true,
    skipValidations: !check,
  });
}
