/** Words of the grammar. Field names are not in these lists; the schema checks them. */

/** Words that begin the definition of a record, which are also its kinds: `plan tp8 { .. }`. */
export const definitionKinds = ["model", "device", "cluster", "plan", "queue", "run"] as const;

/** Words that begin a statement other than a definition with fields: `let`, `show`, `sweep`. */
export const verbs = [
  "let",
  "show",
  "plot",
  "compare",
  "explain",
  "sweep",
  "search",
  "expect",
  "import",
] as const;

/** Words that define a name where a name and `(` or `=` follow, and are names elsewhere: `fn f(x) = x`. */
const softDefiners = ["fn", "solve"] as const;

/** Words that begin a statement where a name follows, and are names elsewhere. */
export const softVerbs = [...softDefiners, "control", "exercise", "predict", "diagnose"] as const;

/** All words that may begin a statement, for messages and completion. */
export const statementWords = [...definitionKinds, ...verbs, ...softVerbs] as const;

/** Words after which a statement gives the name that it defines: `plan tp8`, `let x`, `sweep t`. */
export const definers = [
  ...definitionKinds,
  "let",
  "sweep",
  "search",
  "exercise",
  "predict",
  ...softDefiners,
] as const;

const defining: ReadonlySet<string> = new Set(definers);

/** Words of statements below the imports that define no name: `show`, `plot`, `expect`. */
export const showers = verbs.filter((word) => word !== "import" && !defining.has(word));

/** Words that are values. */
export const valueWords = ["true", "false", "none"] as const;

/**
 * Reserved words, which a program cannot use as names. Each begins a statement or a clause, or is part of an
 * expression.
 */
export const hardWords = [
  ...verbs,
  "for",
  "where",
  "derive",
  "minimize",
  "maximize",
  "in",
  "on",
  "with",
  "as",
  "and",
  "or",
  "not",
  "if",
  "then",
  "else",
  ...valueWords,
] as const;

/**
 * Words of the grammar that a program may also use as names (`plan.tp`, `keep = 3`). Such a word is read as a name
 * wherever its grammatical meaning is impossible.
 */
export const softWords = [
  ...definitionKinds,
  ...softVerbs,
  "from",
  "keep",
  "per",
  "pareto",
  "scaling",
  "against",
  "edition",
  "cite",
  "within",
  "hint",
] as const;

/**
 * Patterns, one for each soft word, of the text after it on its line that makes it a word of the grammar instead of a
 * name. Highlighters read them, which see a line at a time; the parser decides by the grammar.
 */
export const softFollows: Readonly<Record<(typeof softWords)[number], string>> = {
  model: "[ \\t]+[A-Za-z_]",
  device: "[ \\t]+[A-Za-z_]",
  cluster: "[ \\t]+[A-Za-z_]",
  plan: "[ \\t]+[A-Za-z_]",
  queue: "[ \\t]+[A-Za-z_]",
  run: "[ \\t]+[A-Za-z_]",
  fn: "[ \\t]+[A-Za-z_]",
  solve: "[ \\t]+[A-Za-z_]",
  control: "[ \\t]+[A-Za-z_]",
  exercise: "[ \\t]+[A-Za-z_]",
  predict: "[ \\t]+[A-Za-z_]",
  diagnose: "[ \\t]+[A-Za-z_]",
  from: "[ \\t]*[\"“']",
  cite: "[ \\t]*[\"“']",
  keep: "[ \\t]+[\\w$(]",
  per: "[ \\t]+[A-Za-z_]",
  pareto: "[ \\t]+[\\w$(-]",
  scaling: "[ \\t]+\\w",
  against: "[ \\t]+[\\w(]",
  edition: "[ \\t]+[\\w$(]",
  within: "[ \\t]+[\\w$(]",
  hint: "[ \\t]*[\"“']",
};

const followed = new Map(Object.entries(softFollows).map(([word, text]) => [word, new RegExp(`^${text}`)]));

/** True where the text after a soft word makes it a word of the grammar: a pattern of `softFollows`, no hard word. */
export function isWordBefore(word: string, rest: string): boolean {
  return (
    followed.get(word)?.test(rest) === true && !isHardWord(/^[ \t]*([A-Za-z_]\w*)/.exec(rest)?.[1] ?? "")
  );
}

const hard: ReadonlySet<string> = new Set(hardWords);
const soft: ReadonlySet<string> = new Set(softWords);
const kinds: ReadonlySet<string> = new Set(definitionKinds);

export function isDefinitionKind(text: string | undefined): text is (typeof definitionKinds)[number] {
  return text !== undefined && kinds.has(text);
}

export function isHardWord(text: string): boolean {
  return hard.has(text);
}

export function isWord(text: string): boolean {
  return hard.has(text) || soft.has(text);
}

/**
 * Pattern of `1f1b`, a pipeline schedule whose name begins with a digit. Without this pattern it would be read as the
 * number 1 with a unit `f1b`.
 */
const ONE_F_ONE_B = /1f1b(?!\w)/y;

export function isDigitWord(text: string, at: number): boolean {
  ONE_F_ONE_B.lastIndex = at;
  return ONE_F_ONE_B.test(text);
}
