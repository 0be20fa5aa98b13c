import { notModelled } from "../core/limit.ts";
import type { Origin, Refusal, Scenario } from "../scenario/scenario.ts";
import { expertLayers } from "../trainingStep/model/layerKinds.ts";
import { servingLimits } from "./servingLimits.ts";

/** Paths of a serving group's fields, by the path that the engine reads. */
const WRITTEN: Readonly<Record<string, string>> = {
  "plan.tp": "plan.serve.tp",
  "plan.pp": "plan.serve.pp",
  "plan.micro_batch": "plan.serve.batch",
  "plan.seq_len": "plan.serve.context",
  "plan.precision.weights": "plan.serve.weights",
};

/**
 * The scenario of serving the trained model on one group of devices: a batch of prompts passes forward once.
 * Fields that `plan.serve` leaves out are as in training. Experts are sharded over the tensor-parallel ranks.
 */
export function servingScenario(scenario: Scenario): Scenario {
  const { plan, model } = scenario;
  const { serve, precision } = plan;
  const routed = expertLayers(model) > 0;
  const tp = serve?.tp ?? plan.tp;
  const batch = serve?.batch ?? 1;
  const origins: Record<string, Origin> = { ...scenario.origins };
  for (const [read, written] of Object.entries(WRITTEN)) {
    const origin = scenario.origins[written];
    if (serve && origin && origin.kind === "given") origins[read] = origin;
  }
  return {
    ...scenario,
    origins,
    // Modules of multi-token prediction are discarded (arXiv:2412.19437, section 2.2).
    model: model.mtp > 0 ? { ...model, mtp: 0 } : model,
    plan: {
      ...plan,
      tp,
      pp: serve?.pp ?? plan.pp,
      dp: 1,
      dpShard: 1,
      sync: { kind: "synchronous", islands: 1, backup: 0 },
      compression: null,
      cp: 1,
      ep: 1,
      etp: routed ? tp : 1,
      vpp: 1,
      zero: 0,
      schedule: "1f1b",
      ownSchedule: null,
      split: "uneven",
      // Routed experts take each rank's share of the sequence (expertOperators.ts).
      sequenceParallel: routed && tp > 1,
      seqLen: serve?.context ?? plan.seqLen,
      microBatch: batch,
      globalBatch: batch,
      numMicroBatches: 1,
      precision: { ...precision, weightBytes: serve?.weightBytes ?? precision.weightBytes },
      recompute: { kind: "none", modules: [] },
      flashAttention: true,
      overlap: { dp: false, tp: false, pp: false, ep: false, sharedExperts: false },
      offload: "none",
      offloadLayers: null,
      lora: null,
      stateOffload: { optimizer: "none", weights: "none", delayed: false },
    },
  };
}

/** Field that a refusal of the serving group points at: `plan.serve` for fields that training lacks. */
export function writtenAt(field: string): string {
  return Object.hasOwn(WRITTEN, field) ? "plan.serve" : field;
}

/** Refusals of models that do not generate token by token. */
export const unserved = (scenario: Scenario): readonly Refusal[] => notModelled(servingLimits, scenario);
