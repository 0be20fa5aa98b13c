import type { Compression } from "../../scenario/sync.ts";

/** A sentence on how a compression method affects training quality, with its source. */
export function qualityNote({ kind, errorBytes }: Compression): string {
  if (errorBytes === 0 && kind !== "quantised")
    return `\`${kind}\` without error feedback is biased and may not converge (arXiv:1901.09847).`;
  return NOTES[kind];
}

const NOTES: Readonly<Record<Compression["kind"], string>> = {
  top_k:
    "Top-k with error feedback did not lower the accuracy of CNNs and LSTMs at 0.1% of the numbers, with warm-up and momentum correction (arXiv:1712.01887).",
  power_sgd:
    "PowerSGD of rank 1 to 4 did not lower the accuracy of ResNet-18 and an LSTM (arXiv:1905.13727); large transformers needed ranks of hundreds (arXiv:2102.12092, table 1).",
  quantised:
    "8 bits do not raise the loss of language models, and 4 bits hardly do (arXiv:2306.10209, arXiv:2310.18313).",
  one_bit:
    "1-bit Adam, after 15% of the steps without compression, did not change the loss of BERT or its scores on SQuAD (arXiv:2102.02888).",
};
