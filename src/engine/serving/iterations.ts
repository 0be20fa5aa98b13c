/** Times of the iterations of a replica, s. */
export interface Iterations {
  /** Forward pass of `tokens` tokens that attend to nothing before them. */
  pass(tokens: number): number;
  /** Attention of prompts, for each pair of a token and one that it may attend to. */
  readonly perPair: number;
  /** Step of decoding for `batch` sequences that have `cached` tokens each on average. */
  decode(batch: number, cached: number): number;
  /** Time of every iteration on the host. */
  readonly host: number;
}

/** Rules by which a replica forms its batches. */
export interface Batching {
  /** Largest number of requests in progress. */
  readonly batch: number;
  /** Tokens that the cache of keys and values has room for. */
  readonly room: number;
  /** Largest number of tokens of an iteration; infinite for whole prompts. */
  readonly chunk: number;
}
