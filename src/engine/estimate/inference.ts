/**
 * Memory and speed of inference with a trained model on one group of tp * pp devices. Bytes are those of the
 * group's fullest device.
 */
export interface Inference<N = number> {
  readonly weights: N;
  /**
   * Bytes of the keys and values of one token in all layers and heads. Each value counts once, however many
   * devices hold it.
   */
  readonly kvPerToken: N;
  /** Bytes of the key-value cache of the whole batch on the fullest device. */
  readonly kvCache: N;
  /** Memory of weights, key-value cache, and what is reserved before the framework allocates, B. */
  readonly memory: N;
  readonly capacity: N;
  readonly fits: boolean;
  /** Largest number of sequences of the context's length that fit in memory at once. */
  readonly largestBatch: N;
  /** Time to first token, s: a forward pass over the prompts of the batch, each as long as the context. */
  readonly prefill: N;
  /** Time to decode one more token for every sequence of the batch after a full context, s. */
  readonly decode: N;
  readonly tokensPerSecond: N;
  readonly tokensPerSecondPerDevice: N;
}
