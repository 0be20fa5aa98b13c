import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import type { Loader, Module } from "../../dsl/evaluate/index.ts";
import type { Versions } from "../../report/index.ts";
import type { Owners } from "../cells/owners.ts";
import type { ShownRuns } from "../cells/shownRuns.ts";
import type { tableThreads } from "../threads/tableThreads.ts";
import type { RunResult } from "../world/runResult.ts";
import type { World } from "../world/world.ts";

/** State that a session carries from run to run. */
export interface History {
  readonly shown: ShownRuns;
  readonly owners: Owners;
  overrides: string;
  /** Ends the current run, whose verbs the caller has cut off; null where no run is open. */
  finish: (() => RunResult) | null;
}

/** Parts of the session that a run uses. */
export interface Surroundings {
  readonly world: World;
  readonly versions: Versions | undefined;
  readonly session: Module;
  readonly history: History;
  readonly loader: Loader;
  /** Assigns a run's tables to other threads; null without threads. */
  readonly threads: ReturnType<typeof tableThreads> | null;
  /** Adds hints to a diagnostic that need the names of the library and of other cells. */
  advise(one: Diagnostic): Diagnostic;
  /** Directs diagnostics of imported files to the current run. */
  listen(report: (one: Diagnostic) => void): void;
}
