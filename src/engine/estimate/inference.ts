/**
 * Inference with a trained model on one group of tp * pp devices. Bytes are of the group's fullest device.
 */
export interface Inference<N = number> {
  readonly weights: N;
  /** Keys and values of one token in all layers and all heads, over the whole group without copies, B. */
  readonly kvPerToken: N;
  readonly kvCache: N;
  /** Memory of weights, cache, and what is reserved before the framework allocates, B. */
  readonly memory: N;
  readonly capacity: N;
  readonly fits: boolean;
  /** Sequences of the context's length that fit at once. */
  readonly largestBatch: N;
  /** Time to first token, s, for the batch's prompts, each as long as the context. */
  readonly prefill: N;
  /** Time of one more token for every sequence of the batch, after a full context, s. */
  readonly decode: N;
  readonly tokensPerSecond: N;
  readonly tokensPerSecondPerDevice: N;
}
