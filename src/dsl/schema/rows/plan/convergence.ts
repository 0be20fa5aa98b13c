import { ratio, wordList } from "../../accepts.ts";
import type { FieldRow, RecordRow } from "../../row.ts";

const CHINCHILLA = "arXiv:2203.15556, eq. 10";
const REFIT = "arXiv:2404.10102, table 1";

type Value = number | null;

/** A constant of a law; without a value it has to be written. */
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

/** Measured exponents are below 1; far above, powers overflow. */
const MOST_EXPONENT = 10;

/** `e + a / N^alpha + b / D^beta`, in nats a token. */
function powerLaw(name: string, doc: string, values: readonly Value[], source: string): RecordRow {
  const [E = null, A = null, alpha = null, B = null, beta = null] = values;
  return {
    name,
    doc,
    fields: [
      constant("e", "Loss that nothing goes below.", E, source, "1.69"),
      constant("a", "Scale of the parameters' part, a / N^alpha.", A, source, "406.4"),
      constant("alpha", "Exponent of the parameters N.", alpha, source, "0.34", MOST_EXPONENT),
      constant("b", "Scale of the tokens' part, b / D^beta.", B, source, "410.7"),
      constant("beta", "Exponent of the tokens D.", beta, source, "0.28", MOST_EXPONENT),
    ],
  };
}

/** Scaling laws, and what was tuned at another batch size. */
export const convergenceTags: readonly RecordRow[] = [
  powerLaw(
    "chinchilla",
    "e + a / N^alpha + b / D^beta as Hoffmann et al. published it, on MassiveText.",
    [1.69, 406.4, 0.34, 410.7, 0.28],
    CHINCHILLA,
  ),
  powerLaw(
    "chinchilla_refit",
    "The same law fitted again to the same runs, by Besiroglu et al.: it agrees with what the paper's other two ways of fitting gave.",
    [1.8172, 482.01, 0.3478, 2085.43, 0.3658],
    REFIT,
  ),
  powerLaw(
    "power_law",
    "The same law with constants of your own, on your tokenizer and data; of a mixture of experts, N are the active parameters.",
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
    doc: "A learning rate that was tuned, and the batch it was tuned at.",
    fields: [
      {
        name: "batch",
        doc: "Tokens of that batch.",
        accepts: { numbers: ["token"] },
        unit: "tokens",
        range: [1, null],
        example: "4M tokens",
      },
      {
        name: "learning_rate",
        doc: "The rate.",
        accepts: ratio,
        range: [1e-9, 1e3],
        example: "0.0003",
      },
      {
        name: "beta2",
        doc: "Decay of Adam's second moment, which sets the warm-up.",
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
    doc: "Loss to reach, nats a token on the scaling law's data: for `time_to_loss` and its like.",
    accepts: { numbers: ["1"], words: wordList([["none", "no loss to reach"]]) },
    default: "none",
    range: [1e-6, 100],
    plausible: { least: 1, most: 5, because: "language models have losses of 1.7 to 4 nats a token" },
    example: "2.1",
  },
  {
    name: "scaling_law",
    doc: "What loss the model reaches after so many tokens. A law's loss is that of its own data and tokenizer: compare plans with it, not with your logs.",
    accepts: {
      tags: ["chinchilla", "chinchilla_refit", "kaplan", "power_law"],
      words: wordList([["none", "nothing is said of the loss"]]),
    },
    default: "chinchilla_refit",
    source: REFIT,
    example: "chinchilla",
  },
  {
    name: "critical_batch",
    doc: "The critical batch size, where a batch needs twice the tokens of small ones to the same loss: the gradient noise scale (arXiv:1812.06162). Tokens if you measured it.",
    accepts: {
      numbers: ["token"],
      words: wordList([
        ["zhang", "grows with the run's tokens to the power 0.47 (arXiv:2410.21676)"],
        ["kaplan", "grows as the loss falls, 2e8 tokens / L^4.8 (arXiv:2001.08361)"],
        ["none", "batches cost nothing"],
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
    doc: "A learning rate that was tuned at another batch size: `learning_rate` says what follows for this one.",
    accepts: { tags: ["at_batch"], words: wordList([["none", "none"]]) },
    default: "none",
    example: "at_batch(batch = 4M tokens, learning_rate = 0.0003)",
  },
];
