import type { Limits } from "../core/limit.ts";
import { pipelineCopies } from "./pieces.ts";
import { traitsOf } from "./traits.ts";

/**
 * Limits on plans that pipeline schedules cannot run, such as too few micro-batches or an odd number of stages.
 */
export const scheduleLimits: Limits = {
  of: "Pipeline schedules",
  limits: [
    {
      fields: ["plan.pp"],
      what: "`dualpipe` over an odd number of stages",
      why: "stages work in pairs, one from either end",
      instead: "use an even `pp`: stages work in pairs",
      asked: ({ plan }) =>
        plan.pp % pipelineCopies(plan) !== 0 && `\`${plan.schedule}\` over an odd number of stages`,
    },
    {
      fields: ["plan.num_micro_batches"],
      what: "`dualpipe` and `dualpipe_v` with fewer than 2 * pp micro-batches, or the first with an odd number",
      why: "the order of their passes is published only for such numbers",
      instead: "use at least 2 * pp micro-batches, and an even number under `dualpipe`",
      // Another check refuses a batch that does not divide into micro-batches.
      asked: ({ plan }) => {
        const { schedule, pp, numMicroBatches: m } = plan;
        const few = m < traitsOf(schedule).least * pp;
        const asks = Number.isInteger(m) && (m % pipelineCopies(plan) !== 0 || few);
        return asks && `\`${schedule}\` with ${m} micro-batches over ${pp} stages`;
      },
    },
    {
      fields: ["plan.micro_batch_group"],
      what: "`interleaved_1f1b` with groups of fewer than pp micro-batches",
      why: "stages would wait for a micro-batch to return to them",
      instead: "use a group of at least pp: with fewer, stages wait for a micro-batch to return",
      asked: ({ plan: { schedule, pp, microBatchGroup } }) =>
        traitsOf(schedule).grouped &&
        microBatchGroup < pp &&
        `a group of ${microBatchGroup} micro-batches over ${pp} stages`,
    },
  ],
};
