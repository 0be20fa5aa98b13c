import type { Part } from "../../core/algebra.ts";
import { bubbleRatio, simulatedWait, waitShare } from "../../formulas/step/pipeline.ts";
import { traitsOf } from "../../schedules/traits.ts";
import { times } from "../compute/layerTime.ts";
import type { Context } from "../inputs/context.ts";
import { noWait } from "./pacing.ts";
import type { ChunkTimes, PipelineStage } from "./pipelineStage.ts";
import { scheduleTime } from "./scheduleTime.ts";

/**
 * Bubble as textbooks define it: a stage's idle time ÷ its compute time in a step. The formula gives every stage the
 * mean time of all stages, so idle time that comes from unequal stages is not in it (but in the step's bubble). `m` is
 * the number of micro-batches that pass through all chunks of a stage.
 */
export function bubbleOverCompute<N>(ctx: Context<N>, stages: readonly PipelineStage<N>[], m: N): N {
  const { alg, x, scenario } = ctx;
  const { closed, drains } = traitsOf(scenario.plan.schedule);
  if (closed || stages.length === 1) return alg.apply(bubbleRatio, { p: x.pp, v: x.vpp, m: x.microBatches });
  const all = stages.flatMap(({ chunks }) => chunks);
  const counts = new Map<ChunkTimes<N>, number>();
  for (const chunk of all) counts.set(chunk, (counts.get(chunk) ?? 0) + 1);
  const share = alg.constant("share of each", 1 / all.length, "1", "the mean over all stages' chunks");
  const mean = (label: string, of: (chunk: ChunkTimes<N>) => N | null): N => {
    const parts: Part<N>[] = [];
    for (const [chunk, n] of counts) {
      const value = of(chunk);
      if (value === null) continue;
      const chunks = alg.constant("chunks", n, "1", "the plan's stages");
      parts.push({ label: `${n} chunks with equal times`, value: times(ctx, chunks, value) });
    }
    return times(ctx, share, alg.sum(label, "s", parts));
  };
  const chunk = {
    forward: mean("mean forward time of a chunk", ({ forward }) => forward),
    backward: mean("mean backward time of a chunk", ({ backward }) => backward),
    weights:
      all[0]?.weights === null
        ? null
        : mean("mean weight-gradient time of a chunk", ({ weights }) => weights),
  };
  const tau = alg.sum("mean time of a chunk, forward and backward", "s", [
    { label: "mean forward time of a chunk", value: chunk.forward },
    { label: "mean backward time of a chunk", value: chunk.backward },
    ...(chunk.weights === null
      ? []
      : [{ label: "mean weight-gradient time of a chunk", value: chunk.weights }]),
  ]);
  const tau_2 = times(ctx, x.vpp, tau);
  const equal = stages.map(({ stage, chunks }) => ({ stage, chunks: chunks.map(() => chunk) }));
  const tau_1 = drains
    ? alg.apply(simulatedWait, { tau_1: scheduleTime(ctx, equal), tau_2, m })
    : noWait(ctx);
  return alg.apply(waitShare, { tau_1, tau_2, m });
}
