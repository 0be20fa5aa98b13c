import type { Field } from "../scenario/field.ts";
import { splitsBackward } from "../schedules/pieces.ts";
import { type Computes, computes } from "../trainingStep/compute/layerTime.ts";
import { type MicroBatchWork, microBatchWork } from "../trainingStep/step/microBatch.ts";
import type { Point } from "./candidates.ts";
import { contextOf } from "./contextOf.ts";
import type { LayerPlaces, Lookup } from "./layerPlaces.ts";
import { type Nothing, ofLinks } from "./leastKernels.ts";
import { type PassVector, passTimes } from "./leastStep.ts";
import { memo } from "./memo.ts";
import type { Space } from "./space.ts";

/** Memos of the work of one micro-batch. */
export interface MicroBatchMemos {
  /**
   * Work of one micro-batch in a layer of each kind, the embedding and the head. Null where the layers do not divide over the
   * stages.
   */
  work(point: Point): MicroBatchWork<number> | null;
  /** Seconds of the passes of one micro-batch through a layer of each kind, the embedding and the head. */
  readonly passTimes: Lookup<PassVector | Nothing>;
}

/** Makes the memos of a micro-batch's work. `reads`: fields that this work depends on. */
export function microBatchMemos(
  space: Space,
  places: LayerPlaces,
  reads: () => readonly Field[],
): MicroBatchMemos {
  const kernels = memo<Computes<number> | Nothing>(space, {
    name: "kernels",
    fields: () => reads().filter((field) => !ofLinks.has(field)),
    make: (scenario) => {
      const ctx = contextOf(scenario);
      return ctx ? computes(ctx) : "nothing";
    },
  });
  const works = places.memo<MicroBatchWork<number> | Nothing>("layer", {
    name: "micro-batch work",
    fields: reads,
    make: (scenario, point) => {
      const ctx = contextOf(scenario);
      const own = kernels.at(point);
      return ctx && own && own !== "nothing" ? microBatchWork(ctx, own) : "nothing";
    },
    // A layer does not depend on the overlap of sends between stages or of gradients.
    merged: {
      fields: ["overlap", "schedule"],
      of: ({ overlap: { tp, ep, sharedExperts }, schedule }) =>
        `${tp} ${ep} ${sharedExperts} ${splitsBackward(schedule)}`,
    },
  });
  const work = (point: Point): MicroBatchWork<number> | null => {
    const found = works.at(point);
    return found === "nothing" ? null : found;
  };
  const times = places.memo<PassVector | Nothing>("layer", {
    name: "pass times",
    fields: reads,
    make: (_, point) => {
      const each = work(point);
      return each === null ? "nothing" : passTimes(each);
    },
  });
  return { work, passTimes: times };
}
