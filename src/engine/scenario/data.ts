/** Training data in the cluster's shared storage. */
export interface DataSet {
  /** Number of tokens of the data set; null where the data set has as many as the run trains on. */
  readonly tokens: number | null;
  readonly idBytes: number;
  /** Bytes of a sequence in addition to its token ids. */
  readonly sampleBytes: number;
  /** Number of loader processes of each data-parallel rank. */
  readonly workers: number;
  /** Time that one loader process needs for a sequence, s. */
  readonly prepareSeconds: number;
  /** Capacity of a node's cache for training data, B. */
  readonly cacheBytes: number;
}

/** Lengths of the documents that are packed into training sequences: mean and variation, or a histogram. */
export type Documents =
  | {
      readonly meanTokens: number;
      /** Standard deviation of the document lengths ÷ their mean. */
      readonly variation: number;
    }
  /** Measured document lengths in tokens, with the number or the share of documents of each length. */
  | { readonly lengths: readonly number[]; readonly shares: readonly number[] };
