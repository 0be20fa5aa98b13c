import type { Numbers } from "../session/index.ts";
import type { Setting } from "./shownTable.ts";

/** A scenario, or a row of a table. */
export interface Point {
  /** What it is among several: `cluster.nodes = 8`, `least cost`; empty for a scenario and for the best of a search. */
  readonly key: string;
  /** Of each measure, and of what its table is ranked by. */
  readonly numbers: Numbers;
  /** Whether it fits its devices: `yes`, `maybe`, `no`. */
  readonly fits: string;
  /** What its table has set in it, by path. */
  readonly settings: ReadonlyMap<string, Setting>;
  /** Of a row without an answer why it has none. */
  readonly why: string | null;
}
