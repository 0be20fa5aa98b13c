/** Values in a message. Numbers with a unit are printed texts ("12.35 GiB"), others are plain numbers. */
export type Params = Readonly<Record<string, string | number | null | undefined>>;

export type Severity = "error" | "warning" | "note";

/** Texts of one diagnostic. Its functions are the only place with the wording. */
export interface Row<P extends Params> {
  readonly severity: Severity;
  /** First line of the message, which must be understood alone and contain every number involved. */
  message(params: P): string;
  /** Text under the underline, unless the caller gives a more precise one. */
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
