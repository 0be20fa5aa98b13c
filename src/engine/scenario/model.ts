import type { Attention } from "./attention.ts";
import type { Mlp } from "./mlp.ts";
import type { Recurrent } from "./recurrent.ts";

export interface Model {
  readonly name: string;
  readonly layers: number;
  readonly dModel: number;
  readonly attention: Attention;
  readonly mlp: Mlp;
  /** Recurrence in layers that mix tokens without attention; null where the model has none. */
  readonly recurrent: Recurrent | null;
  /**
   * Blocks of layers with fields of their own, repeated over the model; null where the pattern describes all
   * layers.
   */
  readonly blocks: readonly Block[] | null;
  /** The encoder, to whose result every layer of the decoder attends; null for a model of one stack. */
  readonly encoder: Encoder | null;
  /** Modules that each predict a further token during training. */
  readonly mtp: number;
  /** Tokens that a token attends to: only earlier ones, or all. */
  readonly mask: "causal" | "bidirectional";
  /** Patches of an image that form the sequence; null where the input is tokens. */
  readonly patches: Patches | null;
  /**
   * Contents of each layer, repeated over the model, in the words and letters of layerKinds.ts. null where
   * every layer has attention and a feed-forward.
   */
  readonly pattern: readonly string[] | null;
  readonly vocab: number;
  readonly tiedEmbeddings: boolean;
  readonly positions: Positions;
  readonly norm: "layernorm" | "rmsnorm";
  /** In a parallel block, attention and feed-forward read the same stream and are added to it together. */
  readonly block: "sequential" | "parallel";
  /** Norms of the residual stream in a layer. */
  readonly normsPerLayer: number;
  /** True for biases on linear layers (GPT-2/3 yes, Llama no). */
  readonly bias: boolean;
  /** True for dropout, whose masks are saved for backward (GPT-2/3 yes, Llama no). */
  readonly dropout: boolean;
  /** Longest context that the model is trained for, in tokens; learned positions have this many rows. */
  readonly maxSeqLen: number;
}

/** Identical successive layers, `layers` in number. */
export interface Block {
  readonly layers: number;
  /** Attention and feed-forward of the block; null for the model's. */
  readonly attention: Attention | null;
  readonly mlp: Mlp | null;
  /** Recurrence of the block; null where it has attention. */
  readonly recurrent: Recurrent | null;
}

export interface Encoder {
  readonly layers: number;
  /** Attention and feed-forward of the encoder; null for the decoder's. */
  readonly attention: Attention | null;
  readonly mlp: Mlp | null;
}

/** An image of `image` by `image` pixels in squares of `patch` by `patch`. */
export interface Patches {
  readonly image: number;
  readonly patch: number;
  readonly channels: number;
  /** Tokens in addition to the patches: class token, registers. */
  readonly extra: number;
}

export type Positions = "learned" | "rotary" | "yarn" | "relative" | "none";
