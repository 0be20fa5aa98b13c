/** Formats for which a device has a peak rate. */
export type Dtype = "fp32" | "tf32" | "fp16" | "bf16" | "fp8" | "fp4";

/** Scaling of 8- or 4-bit operands. */
export type Scaling = "delayed" | "current" | "rowwise" | "blockwise" | "mx" | "nvfp4" | "mxfp4";

export interface Precision {
  /** Name of the precision's tag: `nvfp4`. */
  readonly name: string;
  /** Format of the linear layers' matmuls; the loss uses `coreDtype`. */
  readonly compute: Dtype;
  /** Format of flash attention's matmuls. */
  readonly attention: Dtype;
  /** Format of the head's matmuls. */
  readonly head: Dtype;
  /** Scaling of narrow operands; null where linear layers need no cast. */
  readonly scaling: Scaling | null;
  readonly weightBytes: number;
  readonly gradientBytes: number;
  /** Bytes of the optimizer's fp32 copy of a weight; 0 without one. */
  readonly masterBytes: number;
  /** Bytes of each optimizer moment. */
  readonly momentBytes: number;
  readonly activationBytes: number;
  /**
   * Bytes of a linear layer's input as gathered and saved, including scales; equals an activation's in 16 and
   * more bits.
   */
  readonly operandBytes: number;
  /** Bytes of a saved input of the activation function. */
  readonly actInputBytes: number;
  /** Bytes of attention's saved output. */
  readonly attentionOutputBytes: number;
  /** Bytes of a weight as ZeRO gathers it. */
  readonly gatherBytes: number;
  /** Bytes of a gradient as replicas reduce it. */
  readonly reduceBytes: number;
  /** Bytes of a token's element in the dispatch to experts, and of a gradient's in the dispatch to theirs. */
  readonly dispatchBytes: number;
  /** Layers whose linear layers stay in bf16. */
  readonly bf16Layers: number;
}
