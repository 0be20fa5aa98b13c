import { count, wordList, words } from "../../accepts.ts";
import type { FieldRow, RecordRow } from "../../row.ts";
import { degree } from "./degree.ts";

export const hybridTag: RecordRow = {
  name: "hybrid",
  doc: "All-to-alls among neighbours share out heads, and key-value blocks go round among such groups (arXiv:2405.07719).",
  fields: [
    {
      name: "ulysses",
      doc: "Ranks of an all-to-all; it divides cp, and the heads that tp leaves.",
      accepts: count(),
      range: [1, 1e6],
      example: "8",
    },
  ],
  positional: "ulysses",
};

export const contextWords: readonly (readonly [word: string, doc: string])[] = [
  ["ring", "key-value blocks go round while attention works on the last one (arXiv:2310.01889)"],
  ["all_gather", "every rank gathers all keys and values first (arXiv:2407.21783, section 3.3.2)"],
  ["ulysses", "all-to-alls give each rank whole sequences of some heads (arXiv:2309.14509)"],
];

/** Context parallelism: a sequence on several devices. */
export const contextFields: readonly FieldRow[] = [
  degree("cp", "Context-parallel degree: devices that share every sequence.", { example: "2" }),
  {
    name: "cp_type",
    doc: "How attention crosses the context-parallel ranks.",
    accepts: {
      tags: ["hybrid"],
      words: wordList(contextWords),
    },
    default: "framework.cp_type",
    example: "hybrid(8)",
  },
  {
    name: "cp_order",
    doc: "Which tokens a context-parallel rank has where key-value blocks go round or are gathered.",
    accepts: words([
      ["zigzag", "a piece from the front and its mirror image from the back: equal work under a causal mask"],
      ["contiguous", "one piece: the last rank attends to all before it, and the others wait for it"],
    ]),
    default: "zigzag",
    source: "Megatron Core, Context parallelism overview; zhuzilin/ring-flash-attention, zigzag",
    example: "contiguous",
  },
];
