/** Words of the grammar. Field names are not among them; the schema checks those. */

/** Words that begin a definition with fields. */
export const definitionKinds = ["model", "device", "cluster", "plan", "queue"] as const;

/** Words that begin any other statement. */
export const verbs = ["let", "show", "plot", "explain", "sweep", "search", "expect", "import"] as const;

/** Words that may begin a statement. */
export const statementWords = [...definitionKinds, ...verbs] as const;

/** Words that a new name follows. */
export const definers = [...definitionKinds, "let", "sweep", "search"] as const;

/** Reserved words, never names: each begins a statement or a clause, or is part of an expression. */
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
  "true",
  "false",
  "none",
] as const;

/** Words that are names wherever their grammatical meaning is impossible: `plan.tp`, `keep = 3`. */
export const softWords = [
  ...definitionKinds,
  "from",
  "keep",
  "per",
  "pareto",
  "edition",
  "cite",
  "within",
  "hint",
] as const;

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

/** Name of a schedule that begins with a digit: one word, not a number with a unit `f1b`. */
const ONE_F_ONE_B = /1f1b(?!\w)/y;

export function isDigitWord(text: string, at: number): boolean {
  ONE_F_ONE_B.lastIndex = at;
  return ONE_F_ONE_B.test(text);
}
