import type { Derivation } from "../../core/derivation.ts";
import { derivations } from "../../core/derivations.ts";
import type { Breakdown } from "../../estimate/breakdown.ts";
import type { MemoryEstimate } from "../../estimate/estimate.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { context } from "../model/layerContext.ts";
import { stageLayouts } from "../model/layout.ts";
import { stageParams } from "../model/stageParams.ts";

/**
 * Memory of one device of the fullest stage, B, by kind, then by layers, then by tensor. Weights, gradients
 * and optimizer state are divided in proportion to parameters: each kind has a fixed number of bytes for each
 * parameter, routed experts their own. Other kinds, and what the plan sets, keep the parts of the estimate. Parts
 * of zero bytes are omitted.
 */
export function memoryTree(scenario: Scenario, { stages, peakStage }: MemoryEstimate): Breakdown {
  const stage = stages[peakStage];
  if (!stage) throw new Error("memory without a stage");
  const ctx = context(derivations({}), scenario, stageLayouts(scenario.model, scenario.plan));
  const params = ctx ? stageParams(ctx) : null;
  const [dense, experts] = [params?.stages[peakStage], params?.experts[peakStage]];
  const grown = (part: Breakdown): Breakdown => {
    if (part.parts.length > 0) return { ...part, parts: part.parts.filter(isHeld).map(grown) };
    if (!STATE.has(part.name) || params?.lora || part.name.slice("memory.".length) in scenario.plan.memory)
      return part;
    const held = part.label === "routed experts" ? experts : dense;
    return held ? { ...part, parts: unfolded(held, part) } : part;
  };
  return { ...stage, parts: stage.parts.filter(isHeld).map(grown) };
}

/** Kinds of memory with equally many bytes for each parameter. */
const STATE: ReadonlySet<string> = new Set(["memory.weights", "memory.gradients", "memory.optimizer"]);

const isHeld = ({ value }: Breakdown): boolean => value > 0;

/**
 * Parameters of a device as parts of their `whole` bytes. Sums split into their addends; equal layers stay
 * one part.
 */
function unfolded(params: Derivation, whole: Breakdown): readonly Breakdown[] {
  if (params.kind !== "formula" || params.value === 0) return [];
  const { formula, inputs } = params;
  if (formula.name === "repeatedParams") {
    const one = inputs.find(({ symbol }) => symbol === "P_x")?.derivation;
    return one ? unfolded(one, whole) : [];
  }
  if (formula.name !== "sum") return [];
  return inputs
    .map(({ symbol, derivation }): Breakdown => {
      const label = formula.symbols.find((one) => one.symbol === symbol)?.meaning ?? symbol;
      const part = { ...whole, label, value: (whole.value * derivation.value) / params.value, parts: [] };
      return { ...part, parts: unfolded(derivation, part) };
    })
    .filter(isHeld);
}
