/** Number format for which a device has a peak rate. */
export type Dtype = "fp32" | "tf32" | "fp16" | "bf16" | "fp8" | "fp4";

/** Scaling scheme of 8- or 4-bit operands: which numbers share a scale, and when the scale is computed. */
export type Scaling = "delayed" | "current" | "rowwise" | "blockwise" | "mx" | "nvfp4" | "mxfp4";

export interface Precision {
  /** Name of the precision in the language, such as `nvfp4`. */
  readonly name: string;
  /** Number format of the operands in linear layers' matmuls. */
  readonly compute: Dtype;
  /** Number format of flash attention's matmuls. */
  readonly attention: Dtype;
  /** Number format of the matmuls in the language-model head. */
  readonly head: Dtype;
  /** Scaling scheme of 8- or 4-bit operands; null where linear layers need no casts. */
  readonly scaling: Scaling | null;
  readonly weightBytes: number;
  readonly gradientBytes: number;
  /** Bytes of the optimizer's fp32 copy of a weight; 0 without such a copy. */
  readonly masterBytes: number;
  /** Bytes of each of the optimizer's moments for one parameter. */
  readonly momentBytes: number;
  readonly activationBytes: number;
  /**
   * Bytes per element of a linear layer's input as it is gathered over ranks and saved, including scales. In 16
   * and more bits, equal to `activationBytes`.
   */
  readonly operandBytes: number;
  /** Bytes per element of the saved input of the activation function. */
  readonly actInputBytes: number;
  /** Bytes per element of the saved attention output. */
  readonly attentionOutputBytes: number;
  /** Bytes of a weight in the all-gathers of ZeRO. */
  readonly gatherBytes: number;
  /** Bytes of a gradient in the reduction over replicas. */
  readonly reduceBytes: number;
  /**
   * Bytes per element of a token that is sent to its experts, and of a gradient of an expert's output that is
   * sent to the expert.
   */
  readonly dispatchBytes: number;
  /** Number of layers whose linear layers stay in bf16. */
  readonly bf16Layers: number;
}
