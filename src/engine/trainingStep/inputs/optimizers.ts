import type { OptimizerName } from "../../scenario/optimizer.ts";

/** What an optimizer keeps, beside the master copy of the weights, and where its source says so. */
export interface OptimizerTraits {
  /** Moments of every parameter. */
  readonly moments: number;
  /** Bytes of a moment where the optimizer has a format of its own; null for the plan's. */
  readonly momentBytes: number | null;
  /** What it keeps or computes by matrix of the layers; null for nothing. */
  readonly matrices: "factored" | "orthogonal" | "preconditioned" | null;
  readonly source: string;
}

const plain = (moments: number, source: string): OptimizerTraits => ({
  moments,
  momentBytes: null,
  matrices: null,
  source,
});

/** A byte for each number, and an fp32 scale for each block of 2,048. */
const BLOCKWISE = 1 + 4 / 2048;

export const optimizerTraits: Readonly<Record<OptimizerName, OptimizerTraits>> = {
  adam: plain(2, "arXiv:1412.6980, algorithm 1"),
  adamw: plain(2, "arXiv:1711.05101, algorithm 2"),
  adam_8bit: { ...plain(2, "arXiv:2110.02861, section 2"), momentBytes: BLOCKWISE },
  sgd: plain(0, "definition"),
  sgd_momentum: plain(1, "definition"),
  lion: plain(1, "arXiv:2302.06675, program 1"),
  adafactor: { ...plain(0, "arXiv:1804.04235, algorithm 4"), matrices: "factored" },
  muon: { ...plain(1, "arXiv:2502.16982, algorithm 1"), matrices: "orthogonal" },
  shampoo: {
    ...plain(2, "arXiv:2309.06497: filtered gradient, and Adam's second moment for grafting"),
    matrices: "preconditioned",
  },
};
