import { wordList } from "../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../notation/row.ts";

const scale = (name: string, doc: string): FieldRow => ({
  name,
  doc,
  accepts: {
    words: wordList([
      ["linear", "ticks at equal distances"],
      ["log2", "each tick is twice the one before"],
      ["log10", "each tick is ten times the one before"],
    ]),
  },
  default: "linear",
  example: "log2",
});

/** Schema of the fields in the braces after `plot e`, such as `x` and `y`. */
export const plotRow: RecordRow = {
  name: "plot",
  doc: "How a sweep is drawn.",
  fields: [
    { name: "x", doc: "The column along the x axis.", accepts: { any: true }, example: "cluster.devices" },
    { name: "y", doc: "The column along the y axis.", accepts: { any: true }, example: "mfu" },
    {
      name: "color",
      doc: "The column whose values each get a line.",
      accepts: { any: true },
      default: "none",
      example: "plan.tp",
    },
    scale("x_scale", "The scale of the x axis."),
    scale("y_scale", "The scale of the y axis."),
    {
      name: "marks",
      doc: "How rows, or the parts of a result, are drawn.",
      accepts: {
        words: wordList([
          ["lines", "a line through the rows, in their order"],
          ["points", "points, for rows without an order"],
          ["steps", "points and their Pareto front; the default for a `pareto` search"],
          ["parallel", "parallel coordinates: one line per row, one axis per column"],
          ["tree", "a result and its parts, level by level: memory by kind, layer and tensor"],
          ["load", "time to the first token over the load of a server, a curve for each percentile"],
          ["flows", "communication as flows from groups through operations to links, with widths by bytes"],
          ["shards", "what each data-parallel rank holds of weights, gradients and optimizer state"],
          ["ring", "the data-parallel collective as a ring of ranks, with the chunk that each sends"],
          ["matrices", "the weights that tensor parallelism shards, with the sizes on a rank"],
          ["dispatch", "tokens on their way to the experts of an expert-parallel group, by share"],
          ["sequence", "the tokens of each context-parallel rank, and its share of the causal work"],
        ]),
      },
      default: "lines",
      example: "points",
    },
    {
      name: "ideal",
      doc: "A dashed line to compare with.",
      accepts: {
        words: wordList([
          ["none", "no line; for an efficiency, a line at 1"],
          ["equal", "y equals x: predicted over measured"],
          ["constant", "y is 1"],
          ["proportional", "y grows with x from the first row: throughput over devices"],
          ["inverse", "y falls as 1 / x from the first row: step time over devices"],
        ]),
      },
      default: "none",
      example: "equal",
    },
    {
      name: "from",
      doc: "Start of the drawn part of a timeline. In a short part of a long step each pass has its own bar.",
      accepts: { numbers: ["s"], words: wordList([["none", "the beginning, or both ends of a long step"]]) },
      unit: "s",
      default: "none",
      range: [0, null],
      example: "2 s",
    },
    {
      name: "until",
      doc: "End of the drawn part of a timeline.",
      accepts: { numbers: ["s"], words: wordList([["none", "the end, or both ends of a long step"]]) },
      unit: "s",
      default: "none",
      range: [0, null],
      example: "3 s",
    },
    {
      name: "title",
      doc: "The figure's title.",
      accepts: { text: true },
      default: '""',
      example: '"Llama 3 405B"',
    },
  ],
};
