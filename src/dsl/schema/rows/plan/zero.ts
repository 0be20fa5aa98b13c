import { count, wordList, words } from "../../notation/accepts.ts";
import type { FieldRow } from "../../notation/row.ts";
import { degree } from "./degree.ts";

/** Schema of the plan's fields for ZeRO: which state is sharded, and over which group of devices. */
export const shardFields: readonly FieldRow[] = [
  {
    name: "zero",
    doc: "ZeRO stage: 1 shards the optimizer state over dp, 2 also the gradients, 3 also the weights (arXiv:1910.02054).",
    accepts: count(),
    default: "framework.zero",
    range: [0, 3],
    example: "1",
  },
  degree(
    "dp_shard",
    "Data-parallel ranks that ZeRO shards state over; the dp / dp_shard groups are replicas of each other (hybrid sharding: HSDP in arXiv:2304.11277, section 3.2.2; MiCS, arXiv:2205.00119).",
    {
      accepts: { ...count(), words: wordList([["all", "all of them: no state is replicated"]]) },
      default: "all",
      example: "8",
    },
  ),
];

/** Schema of the plan's fields for the points in a step at which ZeRO gathers weights and reduces gradients. */
export const gatherFields: readonly FieldRow[] = [
  {
    name: "reshard_after",
    doc: "ZeRO 3: when the gathered weights of a layer are freed.",
    accepts: words([
      ["forward", "after each pass: weights are gathered again for the backward pass"],
      ["backward", "after the backward pass: PyTorch's reshard_after_forward = False, SHARD_GRAD_OP"],
      ["step", "after the step's last backward pass: gathered once a step"],
    ]),
    default: "if pp > 1 then framework.pipeline_reshard else forward",
    source: "arXiv:2304.11277, section 4.3; PyTorch, fully_shard",
    example: "backward",
  },
  {
    name: "gradient_scatter",
    doc: "ZeRO 2 and 3: when gradients are reduce-scattered.",
    accepts: words([
      ["micro_batch", "after every backward pass: a rank keeps only its shard"],
      [
        "group",
        "after each `micro_batch_group` of a chunk: only chunks in progress hold unsharded gradients",
      ],
      ["step", "after the last backward pass: gradients accumulate unsharded until then (PyTorch's no_sync)"],
    ]),
    default: "if pp > 1 then framework.pipeline_scatter else micro_batch",
    source: "arXiv:2304.11277, section 3.3.4: gradient accumulation with and without communication",
    example: "step",
  },
  {
    name: "prefetch",
    doc: "ZeRO 3: how many layers are gathered ahead of the one in use. With 0, no all-gather overlaps computation.",
    accepts: count(),
    default: "1",
    range: [0, 1_000],
    source: "arXiv:2304.11277, section 3.3.2 and 3.3.3",
    example: "2",
  },
];
