import type { Numbers } from "../session/index.ts";
import type { Setting } from "./shownTable.ts";

/** A scenario, or a row of a table. */
export interface Point {
  /**
   * Name among several points: `cluster.nodes = 8`, `least cost`. Empty for a scenario and for a search's
   * best.
   */
  readonly key: string;
  /** Values of the measures and of the table's ranking expressions. */
  readonly numbers: Numbers;
  /** Fit to the devices: `yes`, `maybe` or `no`. */
  readonly fits: string;
  /** Settings that the table varies, by path. */
  readonly settings: ReadonlyMap<string, Setting>;
  /** Reason why the row has no answer. null where it has one. */
  readonly why: string | null;
}
