import type { Attribution } from "../session/index.ts";
import type { Answer } from "./answers.ts";
import type { Measured, Outcome } from "./measure.ts";

/** An answer that both programs give, with its results and what caused their difference. */
export interface Compared {
  readonly answer: Answer;
  /** Further names that stand for this answer, such as the `let` of a search's best plan. */
  readonly also: readonly string[];
  readonly before: Measured;
  readonly after: Measured;
  /** Expressions that the second program ranks the table by. Several for a Pareto front. */
  readonly aims: readonly string[];
  /** Indices of the changes that can affect the answer. */
  readonly causes: readonly number[];
  /**
   * Part of the difference that each change causes, by index into `causes`. null where nothing differs, or
   * where the attribution takes too long.
   */
  readonly attribution: Attribution | null;
  /**
   * Result of the second program for the plan that the first program's search ranked best. null where the
   * best plan is still the same.
   */
  readonly asBefore: Outcome | null;
}
