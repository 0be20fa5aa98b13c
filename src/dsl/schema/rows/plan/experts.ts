import { ratio, truth, wordList, words } from "../../accepts.ts";
import type { Accepts, FieldRow, RecordRow } from "../../row.ts";
import { degree } from "./degree.ts";

/** How a router loads experts, and what they take of it. */
export const loadTags: readonly RecordRow[] = [
  {
    name: "zipf",
    doc: "The i-th busiest expert of a layer receives tokens in proportion to i^-s; which device it is on is chance.",
    fields: [
      {
        name: "s",
        doc: "How unequal: 0 is balanced.",
        accepts: ratio,
        range: [0, 10],
        example: "0.5",
      },
    ],
    positional: "s",
  },
  {
    name: "measured",
    doc: "What each expert of a layer received, in the experts' order, which is also their order on devices.",
    fields: [
      {
        name: "loads",
        doc: "Tokens, or shares, one number an expert.",
        accepts: { list: ratio },
        example: "[3, 1, 1, 2, 1, 1, 2, 1]",
      },
    ],
    positional: "loads",
  },
  {
    name: "limited",
    doc: "An expert takes no more than `factor` times the mean; the copies beyond are dropped (arXiv:2101.03961, section 2.2).",
    fields: [
      {
        name: "factor",
        doc: "The capacity factor: places of an expert over the tokens it would receive from a balanced router.",
        accepts: ratio,
        range: [0.01, 1_000],
        plausible: { least: 0.5, most: 8, because: "published factors are 1 to 2" },
        example: "1.25",
      },
      {
        name: "pad",
        doc: "Whether empty places are sent and computed too, so that all sizes are known beforehand (arXiv:2006.16668, section 3.2).",
        accepts: truth,
        default: "framework.pad_capacity",
        example: "false",
      },
    ],
    positional: "factor",
  },
];

export const dispatchWords: Accepts = words([
  ["per_expert", "a copy for each of a token's experts, by an all-to-all"],
  [
    "per_node",
    "a copy for each node that has any of them, spread inside it, as DeepEP and HybridEP do (arXiv:2412.19437, section 3.2.2)",
  ],
]);

/** Experts on devices, and the tokens that travel to them. */
export const expertFields: readonly FieldRow[] = [
  degree(
    "ep",
    "Expert-parallel degree: devices that share a layer's experts; taken from the tp * cp * dp devices of a stage.",
  ),
  degree(
    "etp",
    "Tensor-parallel degree inside an expert; experts are replicated tp * cp * dp / (ep * etp) times (arXiv:2504.14960).",
    { default: "framework.etp", example: "1" },
  ),
  {
    name: "dispatch",
    doc: "How tokens travel to experts on other devices.",
    accepts: dispatchWords,
    default: "framework.dispatch",
    example: "per_node",
  },
  {
    name: "balance",
    doc: "How the router loads the experts of a layer: the busiest device paces products and exchanges of tokens, and its memory is what is told.",
    accepts: {
      tags: ["zipf", "measured"],
      words: wordList([["balanced", "all experts alike"]]),
    },
    default: "balanced",
    example: "zipf(0.5)",
  },
  {
    name: "capacity",
    doc: "How many tokens an expert takes.",
    accepts: {
      tags: ["limited"],
      words: wordList([["dropless", "all that are sent to it (arXiv:2211.15841)"]]),
    },
    default: "dropless",
    example: "limited(1.25)",
  },
];
