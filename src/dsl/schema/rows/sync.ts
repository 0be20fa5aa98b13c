import { count, tags } from "../accepts.ts";
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
];

export const syncField: FieldRow = {
  name: "sync",
  doc: "When replicas meet, and which of them wait.",
  accepts: tags(...syncTags.map(({ name }) => name)),
  default: "synchronous",
  example: "synchronous(backup = 2)",
};
