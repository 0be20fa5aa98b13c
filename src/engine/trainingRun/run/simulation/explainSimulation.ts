import type { Derivation } from "../../../core/derivation.ts";
import type { Estimate } from "../../../estimate/estimate.ts";
import type { Scenario } from "../../../scenario/scenario.ts";

/**
 * Derivation of a number from the simulated runs, with the inputs of the simulation; null without a
 * simulation.
 */
export function explainSimulation(
  result: string,
  unit: string,
  value: number,
  { plan }: Scenario,
  { reliability, checkpoint, goodput, run }: Estimate<Derivation>,
): Derivation | null {
  if (!reliability || !checkpoint || !goodput || !run) return null;
  const drawnFrom: readonly (readonly [meaning: string, derivation: Derivation])[] = [
    ["training without failures", run.training],
    ["mean time between failures", reliability.mtbf],
    ["training between checkpoints", goodput.interval],
    ["time a checkpoint stops training", checkpoint.blocking],
    ["time until it is safe", checkpoint.unsafe],
    ["recovery", goodput.recovery.total],
    ...(goodput.memory ? [["checkpoints lost with memory", goodput.memory.lost] as const] : []),
    ["mean by the closed-form formula", run.timeToTrain],
  ];
  const symbols = drawnFrom.map(([meaning], i) => ({ symbol: `x_${i + 1}`, meaning, unit: "" }));
  return {
    kind: "formula",
    formula: {
      name: "simulation",
      result,
      unit,
      expression: symbols.map(({ symbol }) => symbol).join(" + "),
      symbols,
      source: `${plan.simulate.runs} runs drawn from these, seed ${plan.simulate.seed}`,
      assumes: "",
    },
    value,
    inputs: drawnFrom.map(([, derivation], i) => ({ symbol: `x_${i + 1}`, derivation })),
  };
}
