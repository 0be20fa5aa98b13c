import { seconds, tags, wordList } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";

/** Parts of a step's time that a plan may set by itself. Sums (`time.compute`) are set through their parts. */
const COMPUTE = ["gemm", "attention", "memory_bound", "recompute", "vocabulary", "launch"];
const COMMUNICATION = ["tp", "cp", "ep", "pp", "dp", "host"];
const TERMS = [
  ...COMPUTE,
  ...COMMUNICATION,
  ...["bubble", "gradient_launch", "compression", "documents", "stragglers", "optimizer"],
];

/** Schema of the times of a step that a plan sets by itself. */
export const stepTimesTag: RecordRow = {
  name: "step_times",
  doc: "Parts of a step's time that are set instead of computed.",
  sums: { compute: COMPUTE, communication: COMMUNICATION, step: TERMS },
  fields: TERMS.map((name) => ({
    name,
    doc: `Time of the part \`time.${name}\` of a step; \`none\` as the engine computes it.`,
    accepts: { ...seconds, words: wordList([["none", "the engine's own estimate"]]) },
    unit: "ms",
    default: "none",
    range: [0, null] as const,
    example: "20 ms",
  })),
};

export const timeField: FieldRow = {
  name: "time",
  doc: "Parts of the step's time that are set instead of computed: `plan.time.dp = 20 ms`, or `base with { time.dp = 20 ms }`.",
  accepts: tags("step_times"),
  default: "step_times()",
  example: "step_times(dp = 20 ms)",
};
