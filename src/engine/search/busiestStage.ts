import type { Scenario } from "../scenario/scenario.ts";
import { pipelineCopies } from "../schedules/pieces.ts";
import { countKinds, layerKinds } from "../trainingStep/model/layerKinds.ts";
import type { Point } from "./candidates.ts";
import { layoutReads, layoutsOf } from "./layoutsOf.ts";
import type { Summands } from "./leastKernels.ts";
import { waitsForThoseBefore } from "./leastStep.ts";
import { memo } from "./memo.ts";
import { ROUNDING } from "./rounding.ts";
import type { Space } from "./space.ts";

/** Lower bound of a step by the stage with the most work in its layers. */
export interface BusiestStage {
  /** Settings, as bits, that the stage's share of the layers depends on. */
  reads(): number;
  /**
   * Seconds of all micro-batches through the busiest stage's layers, and of the first one through the stages before it. `seconds`
   * are those of one layer of each kind.
   */
  seconds(point: Point, seconds: Summands | null): number;
}

/** Layers of each kind on a stage, and layers on the first pieces of the stages before it. */
interface Held {
  readonly layers: readonly number[];
  readonly before: readonly number[];
}

export function busiestStage(space: Space): BusiestStage {
  const layout = memo(space, { name: "layers on stages", fields: () => layoutReads, make: heldByStages });
  const microBatches = memo(space, {
    name: "micro-batches",
    fields: () => ["numMicroBatches", "schedule", "ownSchedule"],
    make: ({ plan }) => plan.numMicroBatches / pipelineCopies(plan),
  });
  const waits = memo(space, {
    name: "waits for stages before",
    fields: () => ["schedule", "pp", "numMicroBatches", "microBatchGroup", "ownSchedule"],
    make: ({ plan }) => waitsForThoseBefore(plan),
  });
  return {
    reads: () => microBatches.reads | layout.reads | waits.reads,
    seconds(point, seconds) {
      const m = microBatches.at(point);
      const held = layout.at(point);
      if (m === null || seconds === null || held === null) return 0;
      const waiting = waits.at(point) === true;
      let most = 0;
      for (const { layers, before } of held) {
        const own = m * over(layers, seconds) + (waiting ? over(before, seconds) : 0);
        if (own > most) most = own;
      }
      return most * (1 - ROUNDING);
    },
  };
}

function over(layers: readonly number[], seconds: Summands): number {
  let sum = 0;
  for (let part = 0; part < seconds.length; part++) {
    const each = seconds[part] as readonly number[];
    for (let i = 0; i < layers.length; i++) sum += (layers[i] as number) * (each[i] as number);
  }
  return sum;
}

/** Distinct contents of stages; empty where the layers do not divide over the stages. */
function heldByStages(scenario: Scenario): readonly Held[] {
  const { model } = scenario;
  const kinds = layerKinds(model);
  const found = new Map<string, Held>();
  const before = kinds.map(() => 0);
  for (const stage of layoutsOf(scenario) ?? []) {
    const own = countKinds(model, stage.spans);
    const layers = kinds.map(({ name }) => own.find(({ kind }) => kind === name)?.layers ?? 0);
    found.set(layers.join(" "), { layers, before: [...before] });
    for (const { kind, layers: n } of countKinds(model, stage.spans.slice(0, 1))) {
      const at = kinds.findIndex(({ name }) => name === kind);
      before[at] = (before[at] ?? 0) + n;
    }
  }
  return [...found.values()];
}
