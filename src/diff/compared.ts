import type { Attribution } from "../session/index.ts";
import type { Answer } from "./answers.ts";
import type { Measured, Outcome } from "./measure.ts";

/** An answer that both programs have. */
export interface Compared {
  readonly answer: Answer;
  /** What else it is called: the `let` that is a search's best. */
  readonly also: readonly string[];
  readonly before: Measured;
  readonly after: Measured;
  /** What its table is ranked by now; more than one for a front. */
  readonly aims: readonly string[];
  /** Places of the changes that reach it. */
  readonly causes: readonly number[];
  /** Its shares tell changes by their place among the causes; null where nothing differs, and where it was not worked out. */
  readonly attribution: Attribution | null;
  /** Of a search's best plan that is another one now, what the search says today of the plan that was the best. */
  readonly asBefore: Outcome | null;
}
