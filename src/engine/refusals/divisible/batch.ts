import { error, warning } from "../../core/refusal.ts";
import type { Refusal, Scenario } from "../../scenario/scenario.ts";
import { chunksPerStage } from "../../schedules/pieces.ts";
import { traitsOf } from "../../schedules/traits.ts";

/** Refusal of a batch that does not divide into replicas and micro-batches. */
export function batch({ plan }: Scenario): readonly Refusal[] {
  const { dp, numMicroBatches: m, microBatch, globalBatch } = plan;
  if (!Number.isInteger(dp)) return [];
  if (Number.isInteger(m) && m >= 1 && m * dp * microBatch === globalBatch) return [];
  return [
    error("batch-not-divisible", ["plan.global_batch", "plan.dp", "plan.micro_batch"], {
      ...{ global_batch: globalBatch, dp, micro_batch: microBatch },
    }),
  ];
}

/** Refusals of a number of micro-batches that does not suit the pipeline. */
export function microBatches({ plan }: Scenario): readonly Refusal[] {
  const { pp, vpp, numMicroBatches: m } = plan;
  // The indivisible batch has its own refusal.
  if (!Number.isInteger(m)) return [];
  const found: Refusal[] = [];
  if (vpp > 1 && vpp !== chunksPerStage(plan))
    found.push(
      error("vpp-without-interleaving", ["plan.vpp", "plan.schedule"], {
        ...{ vpp, schedule: plan.schedule, chunks: chunksPerStage(plan) },
      }),
    );
  else if (traitsOf(plan.schedule).grouped && vpp > 1 && m % plan.microBatchGroup !== 0)
    found.push(
      error("micro-batches-not-divisible", ["plan.num_micro_batches", "plan.pp"], {
        num_micro_batches: m,
        pp: plan.microBatchGroup,
        ...(plan.microBatchGroup === pp ? {} : { degree: "micro_batch_group" }),
      }),
    );
  else if (m < pp)
    found.push(
      warning("few-micro-batches", ["plan.num_micro_batches", "plan.pp"], {
        ...{ num_micro_batches: m, pp, vpp },
        ...(traitsOf(plan.schedule).closed ? {} : { schedule: plan.schedule }),
      }),
    );
  return found;
}
