import { count, truth, wordList, words } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";

const place = words([
  ["none", "the device"],
  ["host", "the memory of the node's processors, cluster.host_memory"],
  ["nvme", "the node's drives, cluster.nvme"],
]);

export const activationsTag: RecordRow = {
  name: "activations",
  doc: "Copy saved activations to host memory and back (arXiv:2104.07857, section 5.2.3).",
  fields: [
    {
      name: "layers",
      doc: "Number of layers on a device whose activations are offloaded.",
      accepts: { ...count(), words: wordList([["all", "every layer"]]) },
      default: "all",
      range: [1, null],
      example: "20",
    },
  ],
  positional: "layers",
};

/**
 * Schema of the plan's fields for offloading to the host or to drives: activations, and the sharded state as in
 * ZeRO-Offload and ZeRO-Infinity.
 */
export const offloadFields: readonly FieldRow[] = [
  {
    name: "offload",
    doc: "What is stored in host memory: activations, or an average of the weights. For other state see offload_optimizer and offload_weights.",
    accepts: {
      tags: ["activations"],
      words: wordList([
        ["none", "nothing"],
        ["ema", "a running average of the weights, if there is one"],
      ]),
    },
    default: "none",
    example: "activations(layers = 20)",
  },
  {
    name: "offload_optimizer",
    doc: "Where the optimizer state is stored. If it is not on the device, the host's processors update it. Under ZeRO 2 and 3, gradients that are reduced after every micro-batch are offloaded too (arXiv:2101.06840; arXiv:2104.07857).",
    accepts: place,
    default: "none",
    example: "host",
  },
  {
    name: "offload_weights",
    doc: "ZeRO 3: where a device keeps its shard of the weights. Layers are copied to the device as they are gathered (arXiv:2104.07857, section 5).",
    accepts: place,
    default: "none",
    example: "nvme",
  },
  {
    name: "delayed_update",
    doc: "Offloaded optimizer: whether the update overlaps the next step, which then uses weights one step older (arXiv:2101.06840, section 5.2).",
    accepts: truth,
    default: "false",
    example: "true",
  },
];
