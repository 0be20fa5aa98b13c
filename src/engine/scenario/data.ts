/** The training data in the cluster's shared storage. */
export interface DataSet {
  /** Tokens of the data set; null for as many as the run trains on. */
  readonly tokens: number | null;
  readonly idBytes: number;
  /** Bytes of a sequence in addition to its token ids. */
  readonly sampleBytes: number;
  /**
   * Loader processes of a data-parallel rank. `prepareSeconds` is the time of one of them for a sequence, s.
   */
  readonly workers: number;
  readonly prepareSeconds: number;
  /** Cache of a node for training data, B. */
  readonly cacheBytes: number;
}

/** Lengths of the documents that are packed into sequences. */
export type Documents =
  | {
      readonly meanTokens: number;
      /** Standard deviation of the lengths ÷ their mean. */
      readonly variation: number;
    }
  /** Measured lengths, with the number of documents of each, in any unit. */
  | { readonly lengths: readonly number[]; readonly shares: readonly number[] };
