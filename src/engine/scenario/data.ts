/** What is trained on, in the cluster's shared storage. */
export interface DataSet {
  /** null: as many as the run trains on. */
  readonly tokens: number | null;
  readonly idBytes: number;
  /** Of a sequence beside its ids. */
  readonly sampleBytes: number;
  /** Loader processes of a data-parallel rank, and what one of them takes for a sequence, s. */
  readonly workers: number;
  readonly prepareSeconds: number;
  /** Of a node. */
  readonly cacheBytes: number;
}

/** Lengths of the documents that sequences are packed of. */
export type Documents =
  | {
      readonly meanTokens: number;
      /** Standard deviation of their lengths over the mean. */
      readonly variation: number;
    }
  /** As they were measured, and of how many documents each is, in any unit. */
  | { readonly lengths: readonly number[]; readonly shares: readonly number[] };
