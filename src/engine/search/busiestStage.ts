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

/** Lower bound of a step's time, computed from the pipeline stage whose layers take longest. */
export interface BusiestStage {
  /** Bit mask of the settings that decide the layers and micro-batches of each stage. */
  reads(): number;
  /**
   * Lower bound of the step, s: all micro-batches through the busiest stage's layers, plus the first micro-batch through the
   * earlier stages where the stage waits for them. The argument `seconds` holds the seconds of one layer of each kind for one
   * micro-batch.
   */
  seconds(point: Point, seconds: Summands | null): number;
}

/** Numbers of layers by kind. `layers`: on one pipeline stage. `before`: on the first chunk of each earlier stage. */
interface Held {
  readonly layers: readonly number[];
  readonly before: readonly number[];
}

export function busiestStage(space: Space): BusiestStage {
  const layout = memo(space, { name: "layers on stages", fields: () => layoutReads, make: heldByStages });
  const microBatches = memo(space, {
    name: "micro-batches",
    fields: () => ["numMicroBatches", "schedule"],
    make: ({ plan }) => plan.numMicroBatches / pipelineCopies(plan),
  });
  const waits = memo(space, {
    name: "waits for stages before",
    // A plan has an order of its own where its schedule is `custom`, and all such orders are alike here.
    fields: () => ["schedule", "pp", "numMicroBatches", "microBatchGroup"],
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

/**
 * Numbers of layers on the pipeline stages. Stages with equal layers share one entry, whose `before` is that of the last of
 * them. Empty where the layers do not divide over the stages.
 */
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
