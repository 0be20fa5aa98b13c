import { count, wordList, words } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";
import { degree } from "./degree.ts";

export const hybridTag: RecordRow = {
  name: "hybrid",
  doc: "Hybrid: all-to-alls split heads inside groups of neighbours, and key-value blocks travel around a ring of groups (arXiv:2405.07719).",
  fields: [
    {
      name: "ulysses",
      doc: "Ranks per all-to-all group. It divides cp, and the heads left per tensor-parallel rank.",
      accepts: count(),
      range: [1, 1e6],
      example: "8",
    },
  ],
  positional: "ulysses",
};

export const contextWords: readonly (readonly [word: string, doc: string])[] = [
  [
    "ring",
    "ring attention: key-value blocks travel around a ring while attention works on the current one (arXiv:2310.01889)",
  ],
  ["all_gather", "every rank gathers all keys and values first (arXiv:2407.21783, section 3.3.2)"],
  ["ulysses", "all-to-alls give each rank whole sequences of some heads (arXiv:2309.14509)"],
];

/** Schema of the plan's fields for context parallelism, which shards a sequence over devices. */
export const contextFields: readonly FieldRow[] = [
  degree("cp", "Context-parallel degree: devices that each sequence is sharded over.", { example: "2" }),
  {
    name: "cp_type",
    doc: "How attention exchanges data between context-parallel ranks.",
    accepts: {
      tags: ["hybrid"],
      words: wordList(contextWords),
    },
    default: "framework.cp_type",
    example: "hybrid(8)",
  },
  {
    name: "cp_order",
    doc: "Which tokens a context-parallel rank holds, with ring attention or gathered keys and values.",
    accepts: words([
      ["zigzag", "a piece from the front and its mirror image from the back: equal work under a causal mask"],
      [
        "contiguous",
        "one contiguous piece: the last rank attends to all earlier tokens, and the others wait for it",
      ],
    ]),
    default: "zigzag",
    source: "Megatron Core, Context parallelism overview; zhuzilin/ring-flash-attention, zigzag",
    example: "contiguous",
  },
];
