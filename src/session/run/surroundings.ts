import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import type { Loader, Module } from "../../dsl/evaluate/index.ts";
import type { Versions } from "../../report/index.ts";
import type { Owners } from "../cells/owners.ts";
import type { ShownRuns } from "../cells/shownRuns.ts";
import type { RunResult } from "../session.ts";
import type { tableThreads } from "../threads/tableThreads.ts";
import type { World } from "../world.ts";

/** What a session remembers of earlier runs. */
export interface History {
  readonly shown: ShownRuns;
  readonly owners: Owners;
  overrides: string;
  /** Ends the run under way that was cut off in its verbs. */
  finish: (() => RunResult) | null;
}

/** What a run needs of the session around it. */
export interface Surroundings {
  readonly world: World;
  readonly versions: Versions | undefined;
  readonly session: Module;
  readonly history: History;
  readonly loader: Loader;
  /** Where there are other threads, what hands them the tables of a run. */
  readonly threads: ReturnType<typeof tableThreads> | null;
  /** Adds to a diagnostic what only the names of the library and of other cells can tell. */
  advise(one: Diagnostic): Diagnostic;
  /** Sends what imported files have to report to the run under way. */
  listen(report: (one: Diagnostic) => void): void;
}
