/** Formats that a device has a rate for. */
export type Dtype = "fp32" | "tf32" | "fp16" | "bf16" | "fp8" | "fp4";

/** How operands of 8 or 4 bits are scaled. */
export type Scaling = "delayed" | "current" | "rowwise" | "blockwise" | "mx" | "nvfp4" | "mxfp4";

export interface Precision {
  /** The tag's name: `nvfp4`. */
  readonly name: string;
  /** The rate of the linear layers; the head and the loss take `coreDtype`. */
  readonly compute: Dtype;
  /** Of flash attention's products. */
  readonly attention: Dtype;
  /** null where linear layers work on what is kept. */
  readonly scaling: Scaling | null;
  readonly weightBytes: number;
  readonly gradientBytes: number;
  /** fp32 copy of the weights kept by the optimizer; 0 for none. */
  readonly masterBytes: number;
  /** Each optimizer moment. */
  readonly momentBytes: number;
  readonly activationBytes: number;
  /** An input of a linear layer as it is gathered and kept, scales included; an activation's in 16 and more bits. */
  readonly operandBytes: number;
  /** An input of the activation function as it is kept. */
  readonly actInputBytes: number;
  /** Attention's output as it is kept. */
  readonly attentionOutputBytes: number;
  /** A weight as ZeRO gathers it. */
  readonly gatherBytes: number;
  /** A gradient as replicas reduce it. */
  readonly reduceBytes: number;
  /** An element of a token on its way to its experts, and of a gradient on its way to theirs. */
  readonly dispatchBytes: number;
  /** Layers whose linear layers stay in bf16. */
  readonly bf16Layers: number;
}
