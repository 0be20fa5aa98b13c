import { count, ratio } from "../../notation/accepts.ts";
import type { RecordRow } from "../../notation/row.ts";

const lengths = (name: string, what: string, mean: string, max: string): RecordRow => ({
  name,
  doc: `Lengths of the ${what}: lognormal, cut at \`max\`.`,
  fields: [
    {
      name: "mean",
      doc: `Mean length of the ${what}, those cut at \`max\` included.`,
      accepts: count("token"),
      unit: "tokens",
      range: [1, 1e7],
      example: mean,
    },
    {
      name: "max",
      doc: `Length at which a ${what.slice(0, -1)} is cut.`,
      accepts: count("token"),
      unit: "tokens",
      range: [1, 1e7],
      example: max,
    },
    {
      name: "variation",
      doc: "Standard deviation of the uncut lengths divided by their mean.",
      accepts: ratio,
      default: "0.6",
      range: [0, 10],
      example: "0.8",
    },
  ],
  positional: "mean",
});

export const responsesTag: RecordRow = lengths("responses", "responses", "4_000 tokens", "16Ki tokens");

export const promptsTag: RecordRow = lengths("prompts", "prompts", "2_000 tokens", "8Ki tokens");
