import { definers, hardWords, softFollows, softWords, valueWords } from "../../src/dsl/ast/words.ts";
import { scales, unitNames } from "../../src/units/index.ts";

/** Scope of a token kind, and the kinds of a line's tokens by scope: the kinds of `src/editor/tokenizer.ts`. */
export const scopes = {
  comment: "comment.line.number-sign.dtp",
  magic: "meta.preprocessor.dtp",
  string: "string.quoted.double.dtp",
  keyword: "keyword.control.dtp",
  bool: "constant.language.dtp",
  number: "constant.numeric.dtp",
  unit: "keyword.other.unit.dtp",
  operator: "keyword.operator.dtp",
  bracket: "punctuation.section.brackets.dtp",
  punctuation: "punctuation.separator.dtp",
  definition: "entity.name.type.dtp",
  call: "entity.name.function.dtp",
  property: "variable.other.property.dtp",
  name: "variable.other.dtp",
} as const;

type Kind = keyof typeof scopes;
type Captures = Readonly<Record<string, { readonly name: string }>>;
type Pattern =
  | { readonly include: string }
  | { readonly match: string; readonly name?: string; readonly captures?: Captures }
  | {
      readonly begin: string;
      readonly end: string;
      readonly beginCaptures: Captures;
      readonly patterns: readonly Pattern[];
    };

const WORD = "[A-Za-z_]\\w*";
const BLANKS = "[ \\t]*";
const LETTERS = "[A-Za-zµμ_][\\wµμ]*";
/** Units as `dsl/syntax/tokens/number.ts` reads them: `/` and `-` join letters that touch them. */
const UNIT = `(?:${LETTERS}|\\$|%)(?:[-/][A-Za-zµμ$][\\wµμ]*)*`;
const PER = "(?:/[A-Za-zµμ][\\wµμ]*(?:-[A-Za-zµμ]\\w*)*)+";
const DIGITS = "\\d[\\d_]*(?:\\.\\d[\\d_]*)?(?:[eE][+-]?\\d+)?";
const NO_MORE = "(?![\\wµμ]|[-/][A-Za-zµμ$])";
/** `B` is a scale before a counted unit (`405B params`), and a byte elsewhere. */
const BILLION = `B${NO_MORE}(?=[ \\t]+(?:${either(counted())})(?![\\wµμ]))`;
const SCALE = `(?:(?:${either([...scales.keys()].filter((scale) => scale !== "B"))})${NO_MORE}|${BILLION})`;
const HARD = `(?:${either(hardWords)})\\b`;
/** A soft word where the text after it makes it a word of the grammar. */
const SOFT = `(?:${softWords.map((word) => `${word}\\b(?=${softFollows[word]})`).join("|")})(?!${BLANKS}${HARD})`;
/** Conditions on a unit after a number and a blank: it is no word of the language (`NO_UNIT`), and no name that `=` gives a value (`NOT_GIVEN`). */
const NO_UNIT = `(?!(?:${either([...hardWords, ...softWords])})(?![\\wµμ/-]))(?!\\$\\d)`;
const NOT_GIVEN = `(?![ \\t]*=(?!=))(?![\\wµμ])`;

/** Longer words first: an alternative that begins another one would end it early. */
function either(words: readonly string[]): string {
  return words.toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1)).join("|");
}

function counted(): readonly string[] {
  return unitNames().flatMap((unit) => (unit.counted && !unit.compound ? [unit.spelling] : []));
}

const scoped = (...kinds: readonly (Kind | null)[]): Captures =>
  Object.fromEntries(
    kinds.flatMap((kind, at) => (kind === null ? [] : [[String(at + 1), { name: scopes[kind] }]])),
  );
const one = (kind: Kind, match: string): Pattern => ({ match, name: scopes[kind] });

const lookbehind = "(?<![\\w])";
const hardDefiners = [...definers.filter((word) => !softWords.some((soft) => soft === word)), "derive"];
const softDefiners = definers.filter((word) => softWords.some((soft) => soft === word));
const softDefiner = softDefiners.map((word) => `${word}(?=${softFollows[word as keyof typeof softFollows]})`);
/** A name after a word that defines one. */
const DEFINED = `(?:[ \\t]+(?!${HARD})(?!${SOFT})(${WORD}))?`;

const patterns: readonly Pattern[] = [
  { include: "#comment" },
  one("magic", "^%%?[a-z]\\w*.*"),
  { include: "#string" },
  {
    // `as` in an import is followed by a name, elsewhere by a unit.
    begin: `${lookbehind}(import)\\b`,
    end: `(?=["“'}\\])=({\\[]|\\bfrom\\b(?!${BLANKS}["“'])|${lookbehind}(?:${either(hardWords.filter((word) => word !== "as"))})\\b)`,
    beginCaptures: scoped("keyword"),
    patterns: [
      { include: "#comment" },
      one("keyword", `${lookbehind}(?:as|from)\\b`),
      one("name", WORD),
      one("punctuation", ","),
    ],
  },
  {
    match: `${lookbehind}(as)\\b(?:[ \\t]+(?!${HARD})(${UNIT}))?`,
    captures: scoped("keyword", "unit"),
  },
  one("name", `${lookbehind}1f1b(?!\\w)`),
  one("number", `\\$${DIGITS}(?:(?:${either([...scales.keys()])})(?![\\wµμ]))?(?:${PER})?`),
  {
    match: `(${DIGITS}(?:${SCALE})?)(?:(${UNIT})|[ \\t]+${NO_UNIT}(${UNIT})${NOT_GIVEN})?`,
    captures: scoped("number", "unit", "unit"),
  },
  {
    match: `(?<!\\.)(\\.)(?!\\.)${BLANKS}(?:(${WORD})(?=\\s*\\()|(${WORD}))?`,
    captures: scoped("punctuation", "call", "property"),
  },
  {
    match: `${lookbehind}(${either(hardDefiners)})\\b${DEFINED}`,
    captures: scoped("keyword", "definition"),
  },
  {
    match: `${lookbehind}(${softDefiner.join("|")})(?!${BLANKS}${HARD})${DEFINED}`,
    captures: scoped("keyword", "definition"),
  },
  one("bool", `${lookbehind}(?:${either(valueWords)})\\b`),
  one("keyword", `${lookbehind}(?:${HARD}|${SOFT})`),
  one("call", `${lookbehind}${WORD}(?=\\s*\\()`),
  one("property", `${lookbehind}${WORD}(?=\\s*=(?!=))`),
  one("name", `${lookbehind}${WORD}`),
  one("operator", "\\.\\.|[=!<>~:]=|\\*\\*|&&|\\|\\||[-+*/^<>=!:≈≤≥≠×·÷−]"),
  one("bracket", "[{}()\\[\\]]"),
  one("punctuation", "[.,]"),
];

/** Grammar in TextMate's form, which VS Code, Shiki and GitHub read: `editors/textmate/dtp.tmLanguage.json`. */
export function textMateGrammar(): string {
  const grammar = {
    comment: "Written by `npm run generate` from src/dsl/ast/words.ts.",
    name: "dtp",
    displayName: "DTP",
    scopeName: "source.dtp",
    fileTypes: ["dtp"],
    patterns,
    repository: {
      comment: one("comment", "(?:#|//).*"),
      string: one("string", "\"(?:[^\"\\\\]|\\\\.)*(?:\"|\\\\?$)|'[^']*'|“[^”]*”?"),
    },
  };
  return `${JSON.stringify(grammar, null, 2)}\n`;
}
