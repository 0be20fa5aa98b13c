import type { Completion } from "../../dsl/services/index.ts";
import type { Document } from "../../report/index.ts";

/** Editor services of a session: completion, hover, help, and the list of its defined names. */
export interface Services {
  /** Completions at an offset, in UTF-16 code units of `text`. */
  complete(text: string, offset: number): Completion;
  inspect(text: string, offset: number): Document | null;
  /**
   * Help on a word of any kind: a name, a field (`tp`, `plan.tp`), a value, a unit, a function, a result. Null for an
   * unknown word.
   */
  help(word: string): Document | null;
  /** Names defined in the session, in order of definition. */
  names(): readonly SessionName[];
}

export interface SessionName {
  readonly name: string;
  readonly kind: string;
  readonly detail: string;
  /** Value of the name as one line; `not evaluated yet` until something reads it. */
  readonly value: string;
  /** Run or library that defined the name: `cell [3]`, `std/devices`. */
  readonly from: string;
}
