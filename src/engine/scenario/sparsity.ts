/** Feed-forwards whose weights are pruned to two nonzeros of every four in each pass. */
export interface Sparsity {
  /** Rate of a matmul with pruned weights ÷ rate of the dense one; null for the device's own. */
  readonly speedup: number | null;
  /** True where gradients are pruned too, so that the matmul for the weights' gradient is sparse. */
  readonly prunesGradients: boolean;
}
