import type { Scenario } from "../scenario/scenario.ts";

/**
 * Compares a scenario with the one that a trace was recorded from. True where both agree in every field whose exact value the
 * recording read. Writes the scenario's variables (fields that may differ) to `variables`. Pass `anew` where `variables` was
 * overwritten since the last scenario that agreed.
 */
export type Agreement = (scenario: Scenario, variables: Float64Array, anew?: boolean) => boolean;
