import { bandwidth, count, tags, wordList, words } from "../accepts.ts";
import type { FieldRow, RecordRow } from "../row.ts";

/** When replicas meet. */
export const syncTags: readonly RecordRow[] = [
  {
    name: "synchronous",
    doc: "All replicas add up their gradients in every step.",
    fields: [
      {
        name: "backup",
        doc: "Replicas that a step does not wait for: the slowest ones' gradients are dropped (backup workers, arXiv:1604.00981).",
        accepts: count(),
        default: "0",
        range: [0, 1e6],
        source: "arXiv:1604.00981, section 3",
        example: "2",
      },
    ],
    positional: "backup",
  },
  {
    name: "local_sgd",
    doc: "Islands of replicas train by themselves and add up their changes every so many steps: local SGD (arXiv:1805.09767), DiLoCo (arXiv:2311.08105).",
    fields: [
      {
        name: "steps",
        doc: "Steps from one meeting to the next.",
        accepts: count(),
        default: "500",
        range: [1, 1e9],
        source: "arXiv:2311.08105, section 3",
        example: "500",
      },
      {
        name: "islands",
        doc: "Islands, each with dp / islands of the replicas: the sites of the cluster, or as many as there are.",
        accepts: count(),
        range: [1, 1e7],
        example: "cluster.sites.count",
      },
      {
        name: "exchange",
        doc: "Format in which changes are exchanged.",
        accepts: words([
          ["fp32", "as DiLoCo does"],
          ["bf16", "half of it"],
          ["fp8", "a quarter"],
          ["fp4", "an eighth (arXiv:2501.18512, section 3.3)"],
        ]),
        default: "fp32",
        source: "arXiv:2311.08105",
        example: "bf16",
      },
    ],
    positional: "steps",
  },
  {
    name: "asynchronous",
    doc: "Every replica pushes its gradients to parameter servers and pulls the weights, without waiting for others (Li et al., OSDI 2014).",
    fields: [
      { name: "servers", doc: "Parameter servers.", accepts: count(), range: [1, 1e6], example: "8" },
      {
        name: "bandwidth",
        doc: "Of one server, per direction.",
        accepts: bandwidth,
        unit: "Gb/s",
        range: [1, null],
        example: "200 Gb/s",
      },
      {
        name: "bound",
        doc: "Steps that a replica may be ahead of the slowest one (stale synchronous parallel: Ho et al., NIPS 2013).",
        accepts: { ...count(), words: wordList([["none", "any number"]]) },
        default: "none",
        range: [0, 1e9],
        example: "3",
      },
    ],
  },
];

export const syncField: FieldRow = {
  name: "sync",
  doc: "When replicas meet, and which of them wait.",
  accepts: tags(...syncTags.map(({ name }) => name)),
  default: "synchronous",
  example: "synchronous(backup = 2)",
};
