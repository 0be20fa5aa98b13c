/**
 * A layer's recurrence: a state of `dState` rows and `dHead` columns for each head, which tokens write to and
 * read from.
 */
export interface HeadRecurrent {
  readonly kind: "mamba2" | "gated_delta" | "linear_attention";
  readonly heads: number;
  readonly dHead: number;
  /** Heads of keys and queries. */
  readonly groups: number;
  readonly dState: number;
  /** Taps of the convolution before the recurrence; 0 for none. */
  readonly conv: number;
  /** Tokens that the kernels process at once. */
  readonly chunk: number;
}

/** Mamba's first version: a state of `dState` numbers for each of `dInner` columns. */
export interface Mamba {
  readonly kind: "mamba";
  readonly dInner: number;
  readonly dState: number;
  /** Rank of the step sizes. */
  readonly stepRank: number;
  /** Taps of the convolution. */
  readonly conv: number;
  /** True where step sizes, keys and queries are normalised (Jamba). */
  readonly innerNorms: boolean;
}

export type Recurrent = HeadRecurrent | Mamba;
