import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import type { Loader, Module } from "../../dsl/evaluate/index.ts";
import type { Versions } from "../../report/index.ts";
import type { Owners } from "../cells/owners.ts";
import type { ShownRuns } from "../cells/shownRuns.ts";
import type { ControlState } from "../controls/controlState.ts";
import type { tableThreads } from "../threads/tableThreads.ts";
import type { RunResult } from "../world/runResult.ts";
import type { World } from "../world/world.ts";

/** State that a session carries from one run to the next. */
export interface History extends ControlState {
  readonly shown: ShownRuns;
  readonly owners: Owners;
  overrides: string;
  /**
   * Ends the current run after the caller has stopped it at an arbitrary point, and returns its result. Null where no
   * run is open.
   */
  finish: (() => RunResult) | null;
}

/** Parts of the session that a run uses. */
export interface Surroundings {
  readonly world: World;
  readonly versions: Versions | undefined;
  readonly session: Module;
  readonly history: History;
  readonly loader: Loader;
  /** Object that shares the tables of a run with worker threads; null without threads. */
  readonly threads: ReturnType<typeof tableThreads> | null;
  /** Adds hints to a diagnostic: names of the library, and the cells that define the names involved. */
  advise(one: Diagnostic): Diagnostic;
  /** Sets the function that receives the diagnostics of imported files, which belongs to the current run. */
  listen(report: (one: Diagnostic) => void): void;
}
