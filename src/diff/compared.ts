import type { Attribution } from "../session/index.ts";
import type { Answer } from "./answers.ts";
import type { Measured, Outcome } from "./measure.ts";

/** An answer that both programs have. */
export interface Compared {
  readonly answer: Answer;
  /** Further names of the answer, such as the `let` of a search's best plan. */
  readonly also: readonly string[];
  readonly before: Measured;
  readonly after: Measured;
  /** Expressions that the table is ranked by now. Several for a Pareto front. */
  readonly aims: readonly string[];
  /** Indices of the changes that reach the answer. */
  readonly causes: readonly number[];
  /**
   * Shares per change, by index into `causes`. null where nothing differs, or where the attribution takes too
   * long.
   */
  readonly attribution: Attribution | null;
  /**
   * Result of the second program for the plan that used to be the search's best, where the best has changed.
   */
  readonly asBefore: Outcome | null;
}
