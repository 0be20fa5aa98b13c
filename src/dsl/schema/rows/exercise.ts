import { ratio } from "../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../notation/row.ts";

const NEVER = "none";
const field = (
  name: string,
  doc: string,
  accepts: FieldRow["accepts"],
  example: string,
  fallback: string | null = NEVER,
): FieldRow => ({ name, doc, accepts, example, ...(fallback === null ? {} : { default: fallback }) });

/** Schema of the fields in the braces after `exercise NAME`. The last three belong into a teacher's key. */
export const exerciseRow: RecordRow = {
  name: "exercise",
  doc: "A question to a reader, judged without telling the right answer. `dtp seal` writes the seal.",
  fields: [
    field(
      "answer",
      "The reader's answer: a number in any unit that fits or in none, a word, a text, or a plan. `none` leaves the exercise open.",
      { any: true },
      "112 GB",
    ),
    field(
      "unit",
      "The unit of the answer, in quotes. An answer without a unit is read in it. Absent for a plain number or a word.",
      { text: true },
      '"GB"',
    ),
    field(
      "hints",
      "Sentences for a reader whose answer is wrong, the gentlest first.",
      { list: { text: true } },
      '["sixteen bytes for each parameter"]',
      "[]",
    ),
    field(
      "goals",
      "Conditions on the answer, for an exercise that many answers solve. The score is the share that holds.",
      { any: true },
      "[(base with mine).mfu >= 45%]",
      "[]",
    ),
    field("points", "The points that a right answer earns in `dtp grade`.", ratio, "2", "1"),
    field("seal", "The right answer, sealed: written by `dtp seal`, never by hand.", { text: true }, '"1.."'),
    field(
      "within",
      "In a key: the relative error up to which an answer is right. 0 is exact.",
      ratio,
      "2%",
      "1%",
    ),
    field(
      "misconceptions",
      "In a key: wrong answers that show a known mistake, each with the words for whoever gives it.",
      { any: true },
      '[[56 GB, "that leaves out the optimizer"]]',
      "[]",
    ),
    field(
      "says",
      "In a key: a sentence for whoever answers right.",
      { text: true },
      '"two hundredths of the whole"',
    ),
  ],
};
