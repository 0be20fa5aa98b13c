import { estimateWith } from "../estimateWith.ts";
import { stageLayouts } from "../model/layout.ts";
import type { Output } from "../output.ts";
import { refusals } from "../refusals/refusals.ts";
import { neverFinishes } from "../run/neverFinishes.ts";
import type { Scenario } from "../scenario.ts";
import { agreement } from "./agreement.ts";
import { program } from "./program.ts";
import { type Recorded, recording } from "./recording.ts";
import type { Variable } from "./variables.ts";
import { watchedScenario } from "./watchedScenario.ts";

/** Fills `results` for a scenario that differs from the recorded one in variables alone; false where the course does not hold. */
export type Course = (scenario: Scenario, results: Float64Array) => boolean;

/** What a course can be asked for. */
export type AskedOutput = Extract<Output, { readonly kind: "number" | "truth" }>;

/**
 * The engine's course through one scenario, compiled; null for a scenario that it refuses. A result that the scenario does not have is
 * NaN, a truth 1 or 0.
 */
export function course(
  scenario: Scenario,
  variables: readonly Variable[],
  outputs: readonly AskedOutput[],
): Course | null {
  const accepted = acceptance(scenario);
  if (!accepted(scenario)) return null;
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
  const keptWatch = watched.seal();
  const agrees = agreement(watched.read);
  const run = program({ entries }, asked);
  const values = new Float64Array(variables.length);
  return (other, results) => agrees(other, values) && accepted(other) && run(values, results) && keptWatch();
}

/** Whether nothing speaks against a scenario: looked at anew only where it differs in what the engine looks at for that. */
function acceptance(scenario: Scenario): (other: Scenario) => boolean {
  const watched = watchedScenario(scenario);
  const known = isAccepted(watched.scenario);
  watched.seal();
  const same = agreement(watched.read);
  const none = new Float64Array(0);
  return (other) => (same(other, none) ? known : isAccepted(other));
}

const isAccepted = (scenario: Scenario): boolean =>
  refusals(scenario, stageLayouts(scenario.model, scenario.plan)).every(
    ({ severity }) => severity !== "error",
  );
