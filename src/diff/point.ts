import type { Numbers } from "../session/index.ts";
import type { Setting } from "./shownTable.ts";

/** One compared result: a scenario, or a row of a table. */
export interface Point {
  /**
   * Name that tells the result from the others of its answer: `cluster.nodes = 8`, `least cost`. Empty for a
   * scenario and for the best row of a search.
   */
  readonly key: string;
  /** Values of the standard measures and of the table's ranking expressions, in base units. */
  readonly numbers: Numbers;
  /** Verdict on memory: `yes` if the plan fits its devices, `maybe`, or `no`. */
  readonly fits: string;
  /** Settings that the table varies, by path: `plan.tp`. */
  readonly settings: ReadonlyMap<string, Setting>;
  /** Reason why the row has no results. null where it has them. */
  readonly why: string | null;
}
