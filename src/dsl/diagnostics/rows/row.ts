/**
 * Values that a diagnostic inserts into its texts. A number with a unit is passed as its printed text ("12.35 GiB"), a
 * plain number as a number.
 */
export type Params = Readonly<Record<string, string | number | null | undefined>>;

export type Severity = "error" | "warning" | "note";

/**
 * Row of the catalogue: the texts of one diagnostic, as functions of its values. All wording of the diagnostic is here.
 */
export interface Row<P extends Params> {
  readonly severity: Severity;
  /**
   * First line of the message. A reader must understand it without the lines below, so it contains every number
   * involved.
   */
  message(params: P): string;
  /** Text below the underline in the program. A caller may pass a more precise one instead. */
  label?(params: P): string | null | undefined;
  help?(params: P): string | null | undefined;
  /**
   * True for a diagnostic of a wrong value. A similar word would be another value with another meaning, so the message
   * suggests it, but no automatic fix inserts it.
   */
  readonly value?: true;
}

interface Extra<P extends Params> {
  readonly label?: (params: P) => string | null | undefined;
  readonly help?: (params: P) => string | null | undefined;
  readonly value?: true;
}

const row =
  (severity: Severity) =>
  <P extends Params>(message: (params: P) => string, extra: Extra<P> = {}): Row<P> => ({
    severity,
    message,
    ...extra,
  });

export const error = row("error");
export const warning = row("warning");
export const note = row("note");

/** Sentence "did you mean `x`?", or undefined without a suggestion. */
export function didYouMean(suggestion: string | null | undefined): string | undefined {
  return suggestion === undefined || suggestion === null || suggestion === ""
    ? undefined
    : `did you mean \`${suggestion}\`?`;
}

/** Noun with its article: "a model", "an output". */
export function article(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
}

/** List of alternatives: "a", "a or b", "a, b or c". */
export function either(words: readonly (string | number)[]): string {
  const last = words[words.length - 1];
  if (last === undefined) return "";
  const before = words.slice(0, -1);
  return before.length === 0 ? String(last) : `${before.join(", ")} or ${last}`;
}
