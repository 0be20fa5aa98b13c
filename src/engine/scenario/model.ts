import type { Attention } from "./attention.ts";
import type { Mlp } from "./mlp.ts";
import type { Recurrent } from "./recurrent.ts";

export interface Model {
  readonly name: string;
  readonly layers: number;
  readonly dModel: number;
  readonly attention: Attention;
  readonly mlp: Mlp;
  /** What layers without attention mix tokens by; null where the model has none. */
  readonly recurrent: Recurrent | null;
  /** Layers that differ in more than the pattern tells, over and over; null where none do. */
  readonly blocks: readonly Block[] | null;
  /** The stack before this one, whose result every layer of this one attends to; null for a model of one stack. */
  readonly encoder: Encoder | null;
  /** Modules that predict a further token each while training. */
  readonly mtp: number;
  /** Whether a token attends to those before it only, or to all. */
  readonly mask: "causal" | "bidirectional";
  /** How an image becomes a sequence; null where the input is tokens. */
  readonly patches: Patches | null;
  /** What each layer has, over and over, in the words and letters of layerKinds.ts; null: attention and feed-forward, each one. */
  readonly pattern: readonly string[] | null;
  readonly vocab: number;
  readonly tiedEmbeddings: boolean;
  readonly positions: Positions;
  readonly norm: "layernorm" | "rmsnorm";
  /** Parallel: attention and feed-forward read the same stream and are added to it together. */
  readonly block: "sequential" | "parallel";
  /** Norms of the residual stream in a layer. */
  readonly normsPerLayer: number;
  /** Biases on linear layers (GPT-2/3 yes, Llama no). */
  readonly bias: boolean;
  /** Dropout masks are kept for backward (GPT-2/3 yes, Llama no). */
  readonly dropout: boolean;
  /** The maximum context length the model is trained for; learned positions have this many rows. */
  readonly maxSeqLen: number;
}

/** `layers` layers, one after the other, that are alike. */
export interface Block {
  readonly layers: number;
  /** null: as the model has it. */
  readonly attention: Attention | null;
  readonly mlp: Mlp | null;
  /** null: they have attention. */
  readonly recurrent: Recurrent | null;
}

export interface Encoder {
  readonly layers: number;
  /** null: as the decoder has it. */
  readonly attention: Attention | null;
  readonly mlp: Mlp | null;
}

/** An image of `image` by `image` pixels in squares of `patch` by `patch`. */
export interface Patches {
  readonly image: number;
  readonly patch: number;
  readonly channels: number;
  /** Tokens beside the patches: that of the class, registers. */
  readonly extra: number;
}

export type Positions = "learned" | "rotary" | "yarn" | "relative" | "none";
