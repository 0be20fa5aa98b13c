import { ratio, truth, wordList, words } from "../../notation/accepts.ts";
import type { Accepts, FieldRow, RecordRow } from "../../notation/row.ts";
import { degree } from "./degree.ts";

/** Schema of the tags for the load of experts: how unevenly tokens are distributed over them. */
export const loadTags: readonly RecordRow[] = [
  {
    name: "zipf",
    doc: "The i-th busiest expert of a layer receives tokens in proportion to i^-s. Experts are placed on devices at random.",
    fields: [
      {
        name: "s",
        doc: "Exponent s: 0 is balanced, larger values are less equal.",
        accepts: ratio,
        range: [0, 10],
        example: "0.5",
      },
    ],
    positional: "s",
  },
  {
    name: "measured",
    doc: "Measured loads of the experts of a layer, in the order in which experts are placed on devices.",
    fields: [
      {
        name: "loads",
        doc: "Tokens, or shares, one number per expert.",
        accepts: { list: ratio },
        example: "[3, 1, 1, 2, 1, 1, 2, 1]",
      },
    ],
    positional: "loads",
  },
  {
    name: "limited",
    doc: "An expert takes at most `factor` times the mean load; tokens beyond that are dropped (arXiv:2101.03961, section 2.2).",
    fields: [
      {
        name: "factor",
        doc: "The capacity factor: slots of an expert divided by its tokens under a balanced router.",
        accepts: ratio,
        range: [0.01, 1_000],
        plausible: { least: 0.5, most: 8, because: "published factors are 1 to 2" },
        example: "1.25",
      },
      {
        name: "pad",
        doc: "Whether empty slots are sent and computed too, so that all sizes are fixed (arXiv:2006.16668, section 3.2).",
        accepts: truth,
        default: "framework.pad_capacity",
        example: "false",
      },
    ],
    positional: "factor",
  },
];

export const dispatchWords: Accepts = words([
  ["per_expert", "one copy per expert of a token, by an all-to-all"],
  [
    "per_node",
    "one copy per node that has any of them, then distributed inside the node, as DeepEP and HybridEP do (arXiv:2412.19437, section 3.2.2)",
  ],
]);

/** Schema of the plan's fields for expert parallelism and the dispatch of tokens to experts. */
export const expertFields: readonly FieldRow[] = [
  degree(
    "ep",
    "Expert-parallel degree: devices that a layer's experts are sharded over. They are among the tp * cp * dp devices of a stage.",
  ),
  degree(
    "etp",
    "Tensor-parallel degree inside an expert; experts are replicated tp * cp * dp / (ep * etp) times (arXiv:2504.14960).",
    { default: "framework.etp", example: "1" },
  ),
  {
    name: "dispatch",
    doc: "How tokens are sent to experts on other devices.",
    accepts: dispatchWords,
    default: "framework.dispatch",
    example: "per_node",
  },
  {
    name: "balance",
    doc: "How the router loads the experts of a layer. The busiest device sets the time of matmuls and all-to-alls, and the reported memory is that device's.",
    accepts: {
      tags: ["zipf", "measured"],
      words: wordList([["balanced", "balanced: all experts get the same number of tokens"]]),
    },
    default: "balanced",
    example: "zipf(0.5)",
  },
  {
    name: "capacity",
    doc: "The most tokens that an expert takes.",
    accepts: {
      tags: ["limited"],
      words: wordList([["dropless", "no limit: no token is dropped (arXiv:2211.15841)"]]),
    },
    default: "dropless",
    example: "limited(1.25)",
  },
];
