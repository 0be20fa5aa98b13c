import { count, wordList } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";

/** Schema of the tags for the division of a plan between pools of unlike devices. */
export const placeTags: readonly RecordRow[] = [
  {
    name: "replicas",
    doc: "Each pool runs whole replicas, with the same `tp`, `cp` and `pp`. Gradients are all-reduced inside a pool, then between pools.",
    fields: [
      {
        name: "batch_shares",
        doc: "Micro-batches of a replica on each pool. A synchronous step waits for the slowest pool.",
        accepts: {
          list: count(),
          filled: true,
          words: wordList([
            ["equal", "the same number on all pools, as data-parallel frameworks do"],
            ["proportional", "in proportion to the pools' speeds, in whole micro-batches (arXiv:2011.09208)"],
          ]),
        },
        default: "equal",
        range: [1, null],
        example: "proportional",
      },
    ],
  },
  {
    name: "stages",
    doc: "Each pool runs consecutive stages of every pipeline, the first pool the first ones. `split` gives unlike stages unlike numbers of layers.",
    fields: [
      {
        name: "counts",
        doc: "Number of stages on each pool.",
        accepts: {
          list: count(),
          filled: true,
          words: wordList([["proportional", "in proportion to the pools' devices"]]),
        },
        default: "proportional",
        range: [1, null],
        example: "[2, 6]",
      },
    ],
    positional: "counts",
  },
];

export const placeField: FieldRow = {
  name: "place",
  doc: "Parts of the plan that each of the cluster's `pools` runs.",
  accepts: { tags: placeTags.map(({ name }) => name) },
  default: "replicas",
  example: "replicas(batch_shares = proportional)",
};
