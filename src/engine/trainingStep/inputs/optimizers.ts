import type { OptimizerName } from "../../scenario/optimizer.ts";

/** State and extra work of an optimizer, besides the master copy of the weights; `source` is the paper. */
export interface OptimizerTraits {
  /** Number of moments that the optimizer stores for every parameter. */
  readonly moments: number;
  /**
   * Bytes per parameter of one moment, if the optimizer fixes its format; null if `plan.precision.moments` sets it.
   */
  readonly momentBytes: number | null;
  /**
   * Extra state or work for each weight matrix of the layers: `factored` second moments (Adafactor), `orthogonal`
   * updates (Muon), `preconditioned` updates (Shampoo); null for none.
   */
  readonly matrices: "factored" | "orthogonal" | "preconditioned" | null;
  /**
   * Passes over memory for the norms of each layer, by which LAMB and LARS scale its update: how often an fp32 update
   * and the gradient are read or written besides the update itself; null for other optimizers.
   */
  readonly norms: { readonly update: number; readonly gradient: number } | null;
  readonly source: string;
}

const plain = (moments: number, source: string): OptimizerTraits => ({
  moments,
  momentBytes: null,
  matrices: null,
  norms: null,
  source,
});

/** Bytes of an 8-bit number, including its share of the fp32 scale that each block of 2,048 numbers has. */
const BLOCKWISE = 1 + 4 / 2048;

export const optimizerTraits: Readonly<Record<OptimizerName, OptimizerTraits>> = {
  adam: plain(2, "arXiv:1412.6980, algorithm 1"),
  adamw: plain(2, "arXiv:1711.05101, algorithm 2"),
  adam_8bit: { ...plain(2, "arXiv:2110.02861, section 2"), momentBytes: BLOCKWISE },
  sgd: plain(0, "definition"),
  sgd_momentum: plain(1, "definition"),
  lion: plain(1, "arXiv:2302.06675, program 1"),
  // The update is written, read for its norm, and read again to be applied.
  lamb: { ...plain(2, "arXiv:1904.00962, algorithm 2"), norms: { update: 3, gradient: 0 } },
  lars: { ...plain(1, "arXiv:1708.03888, algorithm 1"), norms: { update: 0, gradient: 1 } },
  adafactor: { ...plain(0, "arXiv:1804.04235, algorithm 4"), matrices: "factored" },
  muon: { ...plain(1, "arXiv:2502.16982, algorithm 1"), matrices: "orthogonal" },
  shampoo: {
    ...plain(2, "arXiv:2309.06497: filtered gradient, and Adam's second moment for grafting"),
    matrices: "preconditioned",
  },
};
