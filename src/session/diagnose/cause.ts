import type { MeasuredRun } from "../../dsl/evaluate/index.ts";
import type { Estimate } from "../../engine/estimate/estimate.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";
import type { Compared } from "../compare/measuredBeside.ts";
import type { TracedPart } from "../compare/tracedParts.ts";

/** Numbers of a run and of its prediction, in which causes are looked for. */
export interface Findings {
  readonly run: MeasuredRun;
  readonly compared: Compared;
  readonly scenario: Scenario;
  readonly estimate: Estimate;
  /** Parts of a traced step beside the estimate's; null for a log. */
  readonly parts: readonly TracedPart[] | null;
}

/** Sign of a cause in the numbers of a run. */
export interface Sign {
  /** Numbers that speak for the cause, in sentences. */
  readonly evidence: string;
  /** Time of a step that the cause costs at most, s. Null where it costs no time of a steady step, or no number says. */
  readonly seconds: number | null;
}

/** Row of the catalogue: a cause by which a run differs from its prediction. */
export interface Cause {
  /** Name in the data of the output: `host-bound`. */
  readonly id: string;
  readonly title: string;
  /** Kind of file that can show the cause. */
  readonly of: "log" | "trace" | "both";
  /** Sign of the cause; null where the numbers do not speak for it. */
  sign(found: Findings): Sign | null;
  /** Experiment that confirms the cause or rules it out. */
  readonly test: string;
}
