import { numbers } from "../core/numbers.ts";
import { warning } from "../core/refusal.ts";
import type { Breakdown } from "../estimate/breakdown.ts";
import type { MemoryEstimate } from "../estimate/estimate.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Refusal, Scenario } from "../scenario/scenario.ts";
import { stageLayouts } from "../trainingStep/model/layout.ts";
import { estimateWith } from "./estimateWith.ts";

/** Tolerance for rounding differences of sums in another order. */
const ROUNDING = 1 + 1e-9;

/**
 * Memory measures to compare. The first that is larger under the plan's ZeRO stage than under a lower one is reported. Tensors are
 * compared too, because an allocator may cache less memory where tensors need more.
 */
const measures: Readonly<Record<"peak" | "tensors", (memory: MemoryEstimate) => number>> = {
  peak: ({ peak }) => peak,
  tensors: ({ peak, reserved }) => peak - reserved,
};

/**
 * Warning where the plan's ZeRO stage needs more memory than a lower one. Gathered weights, or a framework's
 * copies in addition to shards, can exceed the savings with few replicas. `memory` is the scenario's own.
 * Each lower stage costs one memory estimate.
 */
export function heldBySharding(scenario: Scenario, memory: MemoryEstimate): readonly Refusal[] {
  const { plan } = scenario;
  if (plan.zero === 0 || plan.dpShard * plan.cp === 1) return [];
  for (const lower of lowerStages(plan)) {
    const other = memoryAt(scenario, lower);
    if (other === null) continue;
    for (const what of ["peak", "tensors"] as const) {
      const [held, less] = [measures[what](memory), measures[what](other)];
      if (!(held > less * ROUNDING)) continue;
      const { label, bytes } = mostAdded(memory, other);
      return [
        warning("sharding-holds-more", ["plan.zero", "plan.dp"], {
          ...{ zero: plan.zero, lower, what, held, less, added: label, bytes },
          runs: runs(plan, lower) ? "yes" : "no",
          mends: mends(plan).join(", "),
        }),
      ];
    }
  }
  return [];
}

/** Fields that may reduce memory under the same stage. */
const mends = ({ zero, reshardAfter, gradientScatter, prefetch }: Plan): readonly string[] => [
  ...(zero === 3 && reshardAfter !== "forward" ? ["reshard_after"] : []),
  ...(zero === 3 && reshardAfter === "forward" && prefetch > 0 ? ["prefetch"] : []),
  ...(zero >= 2 && gradientScatter === "step" ? ["gradient_scatter"] : []),
];

const runs = ({ framework }: Plan, stage: number): boolean =>
  framework.runs.zeroStages?.includes(stage) ?? true;

/** Lower ZeRO stages to propose: those that the framework supports first, then by nearness. */
function lowerStages(plan: Plan): readonly Plan["zero"][] {
  const lower = ([2, 1, 0] as const).filter((stage) => stage < plan.zero);
  return [...lower.filter((stage) => runs(plan, stage)), ...lower.filter((stage) => !runs(plan, stage))];
}

function memoryAt(scenario: Scenario, zero: Plan["zero"]): MemoryEstimate | null {
  const plan = { ...scenario.plan, zero };
  return estimateWith(numbers, { ...scenario, plan }, stageLayouts(scenario.model, plan))?.memory ?? null;
}

/** The tensors of the fullest stage that grow most from one estimate to the other. */
function mostAdded(more: MemoryEstimate, less: MemoryEstimate): { label: string; bytes: number } {
  const before = leaves(less);
  let most = { label: "", bytes: 0 };
  for (const [label, bytes] of leaves(more)) {
    const added = bytes - (before.get(label) ?? 0);
    if (added > most.bytes) most = { label, bytes: added };
  }
  return most;
}

/** Bytes by label; equal labels are added up. */
function leaves({ stages, peakStage }: MemoryEstimate): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const add = ({ label, value, parts }: Breakdown): void => {
    if (parts.length === 0) found.set(label, (found.get(label) ?? 0) + value);
    for (const part of parts) add(part);
  };
  for (const stage of stages.slice(peakStage, peakStage + 1)) add(stage);
  return found;
}
