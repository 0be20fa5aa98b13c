import type { Scenario } from "../scenario/scenario.ts";
import { servingScenario } from "./servingScenario.ts";

/** Serving scenario of a batch of sequences that all have a length, without documents. */
export function grouped(scenario: Scenario, batch: number, context: number): Scenario {
  const { plan } = scenario;
  const serve = plan.serve ?? {
    ...{ tp: null, pp: null, weightBytes: null, expertBytes: null, kvBytes: null },
    ...{ replicas: 1, arrivals: null },
  };
  return servingScenario({
    ...scenario,
    plan: { ...plan, documents: null, serve: { ...serve, batch, context } },
  });
}
