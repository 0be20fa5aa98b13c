import type { Settings } from "./settings.ts";

/** What an argument may depend on beside the plan: how large the run is. Null where a file does not tell. */
export interface Around {
  readonly devices: number | null;
  readonly stepSeconds: number | null;
}

/**
 * One thing that a plan and a framework's arguments both say, and how to say it in either: the writer and the reader of a
 * framework walk the same rows. What a row cannot say it leaves out, in both directions; nobody has to remember that,
 * because what was written is read again (`lost`), and what was not read is told (`fromArguments`).
 */
export interface Row {
  /** Fields of the language, by path; a tag's own fields are named too. */
  readonly fields: readonly string[];
  /** The framework's arguments, by their own names. */
  readonly arguments: readonly string[];
  write(settings: Settings, around: Around): Settings;
  /** Whether these fields mean anything in this plan: how experts are spread is nothing to a model without any. */
  matters?(settings: Settings): boolean;
  /** What a run does of these fields that no argument can say in full: the lengths of documents are the data's own. */
  readonly instead?: string;
  /** Of all arguments given; an absent one is the framework's default. */
  read(given: Settings, around: Around): Settings;
}
