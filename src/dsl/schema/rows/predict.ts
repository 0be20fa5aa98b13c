import type { RecordRow } from "../notation/row.ts";

/** Schema of the fields in the braces after `predict NAME`. */
export const predictRow: RecordRow = {
  name: "predict",
  doc: "A guess that a reader makes before the number is seen. It gets no mark and is never an error.",
  fields: [
    {
      name: "of",
      doc: "What is guessed: a number. A guess without a unit is read in the unit after `as`.",
      accepts: { any: true },
      example: "base.memory.peak as GiB",
    },
    {
      name: "guess",
      doc: "The reader's guess. While it is `none`, the number is not shown.",
      accepts: { any: true },
      example: "40 GiB",
      default: "none",
    },
  ],
};
