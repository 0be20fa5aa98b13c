import { bytes, tags, wordList } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";

/** Parts of a device's memory that a plan may set by itself. Sums (`memory.peak`) are set through their parts. */
const TERMS = ["weights", "gradients", "optimizer", "activations", "logits", "buffers", "reserved"];

/** Schema of the parts of a device's memory that a plan sets by itself. */
export const memorySizesTag: RecordRow = {
  name: "memory_sizes",
  doc: "Parts of a device's memory that are set instead of computed, the same on every stage.",
  sums: { peak: TERMS, needed: TERMS },
  fields: TERMS.map((name) => ({
    name,
    doc: `Bytes of the part \`memory.${name}\` on a device of every stage; \`none\` as the engine computes it.${
      name === "reserved" ? " None of them can be freed." : ""
    }`,
    accepts: { ...bytes, words: wordList([["none", "the engine's own estimate"]]) },
    unit: "GiB",
    default: "none",
    range: [0, null] as const,
    example: "12 GiB",
  })),
};

export const memoryField: FieldRow = {
  name: "memory",
  doc: "Parts of a device's memory that are set instead of computed: `plan.memory.activations = 12 GiB`, or `base with { memory.activations = 12 GiB }`.",
  accepts: tags("memory_sizes"),
  default: "memory_sizes()",
  example: "memory_sizes(activations = 12 GiB)",
};
