import { definers, hardWords, softFollows, softWords, valueWords } from "../../src/dsl/ast/words.ts";
import { scales } from "../../src/units/index.ts";

const NOTE = "Written by `npm run generate` from src/dsl/ast/words.ts.";

/** Words that tree-sitter's `grammar.js` reads. */
export const treeSitterWords = (): string => `${JSON.stringify({ comment: NOTE, softWords }, null, 2)}\n`;

/** Words that tree-sitter's scanner reads, and the texts after which a soft word is a word of the grammar. */
export function treeSitterHeader(): string {
  return `// ${NOTE}
${array("HARD", hardWords)}
${array("SOFT", softWords)}
${array("SCALES", [...scales.keys()])}
enum { SOFT_COUNT = ${softWords.length} };

// Whether a blank must follow a soft word of the grammar, and the characters with which the text after it begins.
static const struct {
  bool blank;
  const char *begins;
} FOLLOWS[] = {
${softWords.map((word) => `    {${follows(softFollows[word])}},`).join("\n")}
};
`;
}

const array = (name: string, words: readonly string[]): string =>
  `static const char *const ${name}[] = {${words.map((word) => `"${word}"`).join(", ")}, 0};`;

function follows(pattern: string): string {
  const blank = pattern.startsWith("[ \\t]+");
  const begin = new RegExp(`^${pattern}`);
  const ascii = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));
  const begins = ascii.filter((one) => one !== " " && begin.test(`${blank ? " " : ""}${one}`)).join("");
  return `${blank}, ${JSON.stringify(begins)}`;
}

/** An editor's names of captures by Neovim's. Others are the same. */
type Captures = Readonly<Record<string, string>>;

const HELIX: Captures = {
  "keyword.type": "keyword.storage.type",
  "keyword.import": "keyword.control.import",
  number: "constant.numeric",
  boolean: "constant.builtin.boolean",
  property: "variable.other.member",
  "function.call": "function",
  "type.definition": "type",
};
const ZED: Captures = {
  "keyword.type": "keyword",
  "keyword.import": "keyword",
  "keyword.operator": "keyword",
  "constant.builtin": "constant",
  "variable.parameter": "variable.special",
  "function.call": "function",
  "type.definition": "type",
};

/** Queries of all editors by path below `editors/tree-sitter/queries/`. Those of Neovim lie where its plugins look. */
export const treeSitterQueries: Readonly<Record<string, () => string>> = {
  "highlights.scm": () => highlights({}),
  "folds.scm": () => `; ${NOTE}\n${either(BLOCKS)} @fold\n${either(STATEMENTS)} @fold\n`,
  "indents.scm": () =>
    `; ${NOTE}\n${either(BLOCKS)} @indent.begin\n["}" "]" ")"] @indent.branch @indent.end\n`,
  "locals.scm": () => locals(".parameter", ".var"),
  "helix/highlights.scm": () => highlights(HELIX),
  "helix/indents.scm": () => `; ${NOTE}\n${either(BLOCKS)} @indent\n["}" "]" ")"] @outdent\n`,
  "helix/locals.scm": () => locals(".variable.parameter", ".variable"),
  "zed/highlights.scm": () => highlights(ZED),
  "zed/indents.scm": () =>
    `; ${NOTE}\n${BRACKETS.map(([open, close]) => `(_ "${open}" "${close}" @end) @indent`).join("\n")}\n`,
  "zed/brackets.scm": () =>
    `; ${NOTE}\n${BRACKETS.map(([open, close]) => `("${open}" @open "${close}" @close)`).join("\n")}\n`,
  "zed/outline.scm": () =>
    `; ${NOTE}\n(definition kind: _ @context name: (identifier) @name) @item\n${[
      "let",
      "function",
      "table",
      "solve",
    ]
      .map((node) => `(${node} . _ @context name: (identifier) @name) @item`)
      .join("\n")}\n`,
};

const BRACKETS = [
  ["{", "}"],
  ["[", "]"],
  ["(", ")"],
] as const;
const BLOCKS = ["record", "list", "columns", "checks", "call", "parenthesized"];
const STATEMENTS = ["definition", "function", "table", "solve", "show", "plot", "expect"];

const either = (nodes: readonly string[]): string => `[${nodes.map((node) => `(${node})`).join(" ")}]`;

const locals = (parameter: string, variable: string): string => `; ${NOTE}
[(source_file) (function)] @local.scope
(parameters (identifier) @local.definition${parameter})
(definition name: (identifier) @local.definition${variable})
(let name: (identifier) @local.definition${variable})
(function name: (identifier) @local.definition${variable})
(table name: (identifier) @local.definition${variable})
(solve name: (identifier) @local.definition${variable})
(identifier) @local.reference
`;

function highlights(captures: Captures): string {
  const operators = ["and", "or", "not", "in"];
  const values: ReadonlySet<string> = new Set(valueWords);
  const definitions: ReadonlySet<string> = new Set(definers);
  const words = [...hardWords, ...softWords].filter((word) => !values.has(word) && !operators.includes(word));
  const imports = ["import", "from"];
  const others = words.filter((word) => !definitions.has(word) && !imports.includes(word));
  const quoted = (all: readonly string[]): string => `[${all.map((word) => `"${word}"`).join(" ")}]`;
  const rows: readonly (readonly [nodes: string, capture: string])[] = [
    [quoted(others), "keyword"],
    [quoted(words.filter((word) => definitions.has(word))), "keyword.type"],
    [quoted(imports), "keyword.import"],
    [quoted(operators), "keyword.operator"],
    ["(comment)", "comment"],
    ["(string)", "string"],
    ["(number)", "number"],
    ["(unit)", "type"],
    ["(boolean)", "boolean"],
    ["(none)", "constant.builtin"],
    ["(identifier)", "variable"],
    ["(member name: (identifier) %)", "property"],
    ["(path (identifier) %)", "property"],
    ["(argument name: (identifier) %)", "variable.parameter"],
    ["(parameters (identifier) %)", "variable.parameter"],
    ["(call function: (identifier) %)", "function.call"],
    ["(definition name: (identifier) %)", "type.definition"],
    ["(function name: (identifier) %)", "function"],
    ['["==" "!=" "<" "<=" ">" ">=" "~=" "+" "-" "*" "/" "^" "=" ".."]', "operator"],
    ['["(" ")" "[" "]" "{" "}"]', "punctuation.bracket"],
    ['["," "."]', "punctuation.delimiter"],
  ];
  return `; ${NOTE}\n${rows
    .map(([nodes, capture]) => {
      const named = `@${captures[capture] ?? capture}`;
      return nodes.includes("%") ? nodes.replace("%", named) : `${nodes} ${named}`;
    })
    .join("\n")}\n`;
}
