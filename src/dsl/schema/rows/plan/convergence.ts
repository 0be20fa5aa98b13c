import { ratio, wordList } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";

const CHINCHILLA = "arXiv:2203.15556, eq. 10";
const REFIT = "arXiv:2404.10102, table 1";

type Value = number | null;

/** Makes a field for a constant of a scaling law. A program must write the field where `value` is null. */
const constant = (
  name: string,
  doc: string,
  value: Value,
  source: string,
  example: string,
  most: number | null = null,
): FieldRow => ({
  name,
  doc,
  accepts: ratio,
  ...(value === null ? {} : { default: String(value), source }),
  range: [0, most],
  example,
});

/** Largest exponent that a scaling law may have. Measured exponents are below 1, and far larger ones overflow. */
const MOST_EXPONENT = 10;

/**
 * Makes the schema row of a scaling law: loss = `e + a / N^alpha + b / D^beta`, in nats per token, for N parameters and
 * D tokens.
 */
function powerLaw(name: string, doc: string, values: readonly Value[], source: string): RecordRow {
  const [E = null, A = null, alpha = null, B = null, beta = null] = values;
  return {
    name,
    doc,
    fields: [
      constant("e", "Irreducible loss.", E, source, "1.69"),
      constant("a", "Coefficient a of the parameter term a / N^alpha.", A, source, "406.4"),
      constant("alpha", "Exponent alpha of the parameters N.", alpha, source, "0.34", MOST_EXPONENT),
      constant("b", "Coefficient b of the token term b / D^beta.", B, source, "410.7"),
      constant("beta", "Exponent beta of the tokens D.", beta, source, "0.28", MOST_EXPONENT),
    ],
  };
}

/** Schema of the tags for scaling laws, and for hyperparameters that were tuned at another batch size. */
export const convergenceTags: readonly RecordRow[] = [
  powerLaw(
    "chinchilla",
    "e + a / N^alpha + b / D^beta as Hoffmann et al. published it, on MassiveText.",
    [1.69, 406.4, 0.34, 410.7, 0.28],
    CHINCHILLA,
  ),
  powerLaw(
    "chinchilla_refit",
    "The Chinchilla law refitted to the same runs by Besiroglu et al. It agrees with the paper's other two fitting methods.",
    [1.8172, 482.01, 0.3478, 2085.43, 0.3658],
    REFIT,
  ),
  powerLaw(
    "power_law",
    "The Chinchilla law with your own constants, for your tokenizer and data. For a mixture of experts, N is the number of active parameters.",
    [],
    "",
  ),
  {
    name: "kaplan",
    doc: "((n_c / N)^(alpha_n / alpha_d) + d_c / D)^alpha_d of Kaplan et al., on WebText2; N without embeddings.",
    fields: [
      constant(
        "n_c",
        "Parameters at which the loss would be 1.",
        6.4e13,
        "arXiv:2001.08361, table 2",
        "6.4e13",
      ),
      constant(
        "alpha_n",
        "Exponent of the parameters.",
        0.076,
        "arXiv:2001.08361, table 2",
        "0.076",
        MOST_EXPONENT,
      ),
      constant("d_c", "Tokens at which the loss would be 1.", 1.8e13, "arXiv:2001.08361, table 2", "1.8e13"),
      constant(
        "alpha_d",
        "Exponent of the tokens.",
        0.103,
        "arXiv:2001.08361, table 2",
        "0.103",
        MOST_EXPONENT,
      ),
    ],
  },
  {
    name: "at_batch",
    doc: "A tuned learning rate, and the batch size it was tuned at.",
    fields: [
      {
        name: "batch",
        doc: "Tokens in the batch that the learning rate was tuned at.",
        accepts: { numbers: ["token"] },
        unit: "tokens",
        range: [1, null],
        example: "4M tokens",
      },
      {
        name: "learning_rate",
        doc: "The tuned learning rate.",
        accepts: ratio,
        range: [1e-9, 1e3],
        example: "0.0003",
      },
      {
        name: "beta2",
        doc: "Decay of Adam's second moment (beta2), which sets the warm-up.",
        accepts: ratio,
        default: "0.95",
        range: [0, 0.999999],
        source: "arXiv:2005.14165, appendix B",
        example: "0.999",
      },
    ],
  },
];

export const convergenceFields: readonly FieldRow[] = [
  {
    name: "target_loss",
    doc: "Target loss in nats per token on the scaling law's data, for `time_to_loss` and related results.",
    accepts: { numbers: ["1"], words: wordList([["none", "no target loss"]]) },
    default: "none",
    range: [1e-6, 100],
    plausible: { least: 1, most: 5, because: "language models have losses of 1.7 to 4 nats per token" },
    example: "2.1",
  },
  {
    name: "scaling_law",
    doc: "The scaling law: loss as a function of parameters and tokens. Its loss is for its own data and tokenizer: use it to compare plans, not to match your logs.",
    accepts: {
      tags: ["chinchilla", "chinchilla_refit", "kaplan", "power_law"],
      words: wordList([["none", "no loss is predicted"]]),
    },
    default: "chinchilla_refit",
    source: REFIT,
    example: "chinchilla",
  },
  {
    name: "critical_batch",
    doc: "The critical batch size (gradient noise scale, arXiv:1812.06162): there a batch needs twice the tokens of small batches for the same loss. Give tokens if you measured it.",
    accepts: {
      numbers: ["token"],
      words: wordList([
        ["zhang", "grows with the run's tokens to the power 0.47 (arXiv:2410.21676)"],
        ["kaplan", "grows as the loss falls, 2e8 tokens / L^4.8 (arXiv:2001.08361)"],
        ["none", "large batches need no extra tokens"],
      ]),
    },
    unit: "tokens",
    default: "zhang",
    range: [1, null],
    source: "arXiv:2410.21676",
    example: "4M tokens",
  },
  {
    name: "tuned",
    doc: "A learning rate tuned at another batch size. `learning_rate` gives the one for this batch size.",
    accepts: { tags: ["at_batch"], words: wordList([["none", "none"]]) },
    default: "none",
    example: "at_batch(batch = 4M tokens, learning_rate = 0.0003)",
  },
];
