/**
 * Recurrence of a layer with one state per head: `dState` rows and `dHead` columns, which tokens write to and
 * read from.
 */
export interface HeadRecurrent {
  readonly kind: "mamba2" | "gated_delta" | "linear_attention";
  readonly heads: number;
  readonly dHead: number;
  /** Number of heads of keys and queries. */
  readonly groups: number;
  readonly dState: number;
  /** Number of taps of the convolution before the recurrence; 0 without a convolution. */
  readonly conv: number;
  /** Number of tokens that the kernels process at once. */
  readonly chunk: number;
}

/** Recurrence of Mamba's first version, with a state of `dState` numbers for each of `dInner` columns. */
export interface Mamba {
  readonly kind: "mamba";
  readonly dInner: number;
  readonly dState: number;
  /** Rank of the projection that gives the step sizes. */
  readonly stepRank: number;
  /** Number of taps of the convolution before the recurrence. */
  readonly conv: number;
  /** True where step sizes, keys and queries are normalised (Jamba). */
  readonly innerNorms: boolean;
}

export type Recurrent = HeadRecurrent | Mamba;
