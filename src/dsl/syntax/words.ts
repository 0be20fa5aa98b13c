/** Words with a meaning in the grammar. Field names are not among them: a schema checks those. */

/** What begins a definition of fields. */
export const definitionKinds = ["model", "device", "cluster", "plan", "queue"] as const;

/** What begins any other statement. */
export const verbs = ["let", "show", "plot", "explain", "sweep", "search", "expect", "import"] as const;

/** What a statement may begin with. */
export const statementWords = [...definitionKinds, ...verbs] as const;

/** Words that a new name follows. */
export const definers = [...definitionKinds, "let", "sweep", "search"] as const;

/** Never names: each begins a statement or a clause, or stands inside an expression. */
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

/** Words that are names wherever their own meaning is not possible: `plan.tp`, `keep = 3`. */
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

/** A schedule that the field spells with a digit first: a word, and no number of a unit `f1b`. */
const ONE_F_ONE_B = /1f1b(?!\w)/y;

export function isDigitWord(text: string, at: number): boolean {
  ONE_F_ONE_B.lastIndex = at;
  return ONE_F_ONE_B.test(text);
}
