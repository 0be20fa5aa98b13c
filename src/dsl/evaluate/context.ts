import type { Scenario as EngineScenario, Model } from "../../engine/scenario.ts";
import type { Sweep } from "../ast.ts";
import type { Diagnostic, Place } from "../diagnostics/diagnostic.ts";
import type { TableRows } from "./runTable.ts";
import type { Change, Poison, ResultValue, ScenarioValue, Value } from "./value.ts";

/** What the language asks of the engine, injected so that the language does not depend on it. */
export interface OutputReader {
  /** All complete paths (`step_time`, `memory.peak`), for completion and did-you-mean. */
  readonly paths: readonly string[];
  /** Whether a path is an output or the beginning of one. */
  has(path: string): boolean;
  /** The base unit that the numbers of a group are in (`memory` is in "B"); null where they have none in common. */
  unit(path: string): string | null;
  /** The sentence on a path, for messages. */
  doc(path: string): string | undefined;
  /**
   * The output at `path`: a number or a truth; the node itself for a group or a structure, which is shown as a whole;
   * or why there is none (the engine's refusal, at the place of the field at fault).
   */
  read(context: Context, node: ResultValue, place: Place): Value;
  /** Null when the engine has an answer for the scenario, else why not. */
  check(context: Context, scenario: ScenarioValue, place: Place | null): Poison | null;
  /** Whether the scenario's peak is within its devices' memory. */
  fits(context: Context, scenario: ScenarioValue): boolean;
  /** Forgets what was worked out for a scenario; it is worked out again when it is asked for. */
  release(scenario: ScenarioValue): void;
  /** Outputs of a model alone: `params`, `active_params`. */
  readonly modelPaths: readonly string[];
}

/** What one evaluation carries along: the engine's results, where warnings go, the trail for cycles, limits. */
export interface Context {
  readonly outputs: OutputReader;
  warn(diagnostic: Diagnostic): void;
  interrupted(): boolean;
  /**
   * Asked as a loop over finished rows begins; what it gives says before each row whether to stop. A loop that the
   * interrupt meets stops at it; one that begins after it goes on for a moment, so that the rows made until then are kept.
   */
  stopsRows(): () => boolean;
  progress(done: number, total: number, label: string): void;
  /** `--set` texts, parsed: put on every scenario, over what is written. */
  readonly overrides: readonly Change[];
  /** Fields and names being evaluated, outermost first. */
  readonly trail: { readonly name: string; readonly place: Place | null }[];
  depth: number;
  /** Tables that are being filled. Of a run that was cut off wherever it was, those that an interrupted run ends with the rows they have. */
  readonly making: Map<Sweep, TableRows>;
  /** Above 0 inside a table: its rows do not warn one by one. */
  quiet: number;
}

/** An evaluation that nobody listens to: its warnings are dropped, nothing stops it but `interrupted`. */
export function silentContext(
  outputs: OutputReader,
  { interrupted = () => false, quiet = 0 }: Partial<Pick<Context, "interrupted" | "quiet">> = {},
): Context {
  return {
    outputs,
    warn() {},
    interrupted,
    stopsRows: () => interrupted,
    progress() {},
    overrides: [],
    trail: [],
    depth: 0,
    making: new Map(),
    quiet,
  };
}

export type { EngineScenario, Model, ScenarioValue };
