/** A trained model that answers, on one group of tp * pp devices. Bytes are of the group's fullest device. */
export interface Inference<N = number> {
  readonly weights: N;
  /** Of one token in all layers and all heads, over the whole group without copies, B. */
  readonly kvPerToken: N;
  readonly kvCache: N;
  /** Weights, cache, and what is gone before the framework allocates. */
  readonly memory: N;
  readonly capacity: N;
  readonly fits: boolean;
  /** Sequences of the context's length that fit at once. */
  readonly largestBatch: N;
  /** The batch's prompts, each as long as the context, until the first token, s. */
  readonly prefill: N;
  /** One more token for every sequence of the batch, behind a whole context, s. */
  readonly decode: N;
  readonly tokensPerSecond: N;
  readonly tokensPerSecondPerDevice: N;
}
