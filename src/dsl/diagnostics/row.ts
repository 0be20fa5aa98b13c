/** Values that a message is made of. Ready for print where they carry a unit ("12.35 GiB"), else plain numbers. */
export type Params = Readonly<Record<string, string | number | null | undefined>>;

export type Severity = "error" | "warning" | "note";

/** One kind of mistake. The functions are the only place where its prose is written. */
export interface Row<P extends Params> {
  readonly severity: Severity;
  /** First line: what is wrong, making sense alone, with every number in play. */
  message(params: P): string;
  /** Under the underline, where the caller gives nothing more exact. */
  label?(params: P): string | null | undefined;
  help?(params: P): string | null | undefined;
  /** The wrong word stands for a value: a near word would be another value, so it is suggested and never written unasked. */
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

/** "did you mean `x`?", or nothing. */
export function didYouMean(suggestion: string | null | undefined): string | undefined {
  return suggestion === undefined || suggestion === null || suggestion === ""
    ? undefined
    : `did you mean \`${suggestion}\`?`;
}

/** "a model", "an output". */
export function article(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
}

/** "a", "a or b", "a, b or c". */
export function either(words: readonly (string | number)[]): string {
  const last = words[words.length - 1];
  if (last === undefined) return "";
  const before = words.slice(0, -1);
  return before.length === 0 ? String(last) : `${before.join(", ")} or ${last}`;
}
