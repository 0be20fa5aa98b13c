import { estimateWith } from "../answer/estimateWith.ts";
import type { Estimate } from "../estimate/estimate.ts";
import type { Output } from "../estimate/output.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { neverFinishes } from "../trainingRun/run/neverFinishes.ts";
import { stageLayouts } from "../trainingStep/model/layout.ts";
import { acceptance } from "./acceptance.ts";
import { agreement } from "./agreement.ts";
import { program } from "./program.ts";
import { type Recorded, recording } from "./recording.ts";
import { turnOf } from "./turnOf.ts";
import type { Variable } from "./variables.ts";
import { watchedScenario } from "./watchedScenario.ts";

/**
 * Recorded arithmetic of one scenario, compiled. It fills `results` for scenarios that differ from the recorded one in variables
 * alone. Every method returns false where the trace does not apply.
 */
export interface Trace {
  answer(scenario: Scenario, results: Float64Array): boolean;
  /**
   * Changes a plan field of the scenario that was answered last, where all scenarios are known to be accepted. After false, call
   * `answer` next.
   */
  turn(field: keyof Plan, value: unknown): boolean;
  /** Fills `results` for the last scenario with the changes made by `turn`. */
  turned(results: Float64Array): boolean;
}

/** Output that a trace can answer: a number or a boolean. */
export type AskedOutput =
  | Extract<Output, { readonly kind: "number" }>
  | { readonly kind: "truth"; readonly path: string; read<N>(estimate: Estimate<N>): boolean };

/** Facts about all scenarios of a table, known before the first is estimated. */
export interface Known {
  /** True where every scenario is accepted, so that a trace skips the checks (refusals/). */
  readonly accepted?: boolean;
}

/**
 * Records the engine's arithmetic for a scenario and compiles it. Null for a refused scenario. In the results, NaN stands for a
 * result that the scenario lacks, 1 or 0 for a boolean.
 */
export function trace(
  scenario: Scenario,
  variables: readonly Variable[],
  outputs: readonly AskedOutput[],
  { accepted = false }: Known = {},
): Trace | null {
  const accepts = accepted ? () => true : acceptance(scenario);
  if (!accepts) return null;
  const watched = watchedScenario(scenario);
  const places = new Map(variables.map(({ path, at }, variable) => [path, { at, variable }]));
  const { alg, entries } = recording((path, value) => {
    const found = places.get(path);
    return found && watched.claim(found.at, value, found.variable) ? found.variable : null;
  });
  const seen = watched.scenario;
  const estimate = estimateWith(alg, seen, stageLayouts(seen.model, seen.plan));
  if (!estimate || neverFinishes(alg, seen, estimate)) return null;
  const asked = outputs.map((output): Recorded => {
    if (output.kind === "number") return output.read(estimate) ?? alg.constant("none", Number.NaN, "1", "");
    return alg.constant("truth", output.read(estimate) ? 1 : 0, "1", "");
  });
  const watchHolds = watched.seal();
  const agrees = agreement(watched.read);
  const run = program({ entries }, asked);
  const values = new Float64Array(variables.length);
  const turn = turnOf(watched.read, "plan", values);
  let anew = false;
  const worked = (results: Float64Array): boolean => run(values, results) && watchHolds();
  return {
    answer(other, results) {
      const found = agrees(other, values, anew) && accepts(other) && worked(results);
      anew = false;
      return found;
    },
    turn(field, value) {
      anew = true;
      return turn(field, value);
    },
    turned: worked,
  };
}
