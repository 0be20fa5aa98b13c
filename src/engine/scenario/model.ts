import type { Attention } from "./attention.ts";
import type { Conditioning } from "./conditioning.ts";
import type { Mlp } from "./mlp.ts";
import type { OwnOperator } from "./ownOperator.ts";
import type { Recurrent } from "./recurrent.ts";

export interface Model {
  readonly name: string;
  readonly layers: number;
  readonly dModel: number;
  readonly attention: Attention;
  readonly mlp: Mlp;
  /** Recurrence of the layers that mix tokens without attention; null where all layers have attention. */
  readonly recurrent: Recurrent | null;
  /** Operators of the program's own that every layer runs besides mixer and feed-forward. */
  readonly operators: readonly OwnOperator[];
  /** Blocks of identical layers that repeat over the model; null where `pattern` describes the layers. */
  readonly blocks: readonly Block[] | null;
  /** Encoder to whose output every decoder layer attends; null for a model of one stack. */
  readonly encoder: Encoder | null;
  /** Vision encoder whose tokens join the sequence; null for a model of one kind of input. */
  readonly vision: Vision | null;
  /** Number of modules for multi-token prediction. Each predicts one further token during training. */
  readonly mtp: number;
  /** Tokens to which a token attends: itself and earlier tokens, or all tokens. */
  readonly mask: "causal" | "bidirectional";
  /** Division of an image into patches, which form the sequence; null where the input is tokens. */
  readonly patches: Patches | null;
  /** Conditioning of a diffusion transformer; null for other models. */
  readonly conditioning: Conditioning | null;
  /**
   * Contents of each layer, in the words and letters of layerKinds.ts. The list repeats over the model; null
   * where every layer has attention and a feed-forward.
   */
  readonly pattern: readonly string[] | null;
  readonly vocab: number;
  readonly tiedEmbeddings: boolean;
  readonly positions: Positions;
  readonly norm: "layernorm" | "rmsnorm";
  /**
   * Order of attention and feed-forward in a layer: sequential, or parallel, where both read the same residual
   * stream and are added to it together.
   */
  readonly block: "sequential" | "parallel";
  /** Number of norms of the residual stream in each layer. */
  readonly normsPerLayer: number;
  /** True where linear layers have biases (GPT-2/3 yes, Llama no). */
  readonly bias: boolean;
  /** True where the model has dropout, whose masks are saved for backward (GPT-2/3 yes, Llama no). */
  readonly dropout: boolean;
  /**
   * Longest context that the model is trained for, in tokens. Learned position embeddings have this many rows.
   */
  readonly maxSeqLen: number;
}

/** Block of `layers` identical successive layers. */
export interface Block {
  readonly layers: number;
  /** Attention of the block's layers; null where they have the model's attention. */
  readonly attention: Attention | null;
  /** Feed-forward of the block's layers; null where they have the model's feed-forward. */
  readonly mlp: Mlp | null;
  /** Recurrence of the block's layers; null where they have attention. */
  readonly recurrent: Recurrent | null;
  /** Own operators of the block's layers; null where they have the model's. */
  readonly operators: readonly OwnOperator[] | null;
}

export interface Encoder {
  readonly layers: number;
  /** Attention of the encoder's layers; null where they have the decoder's attention. */
  readonly attention: Attention | null;
  /** Feed-forward of the encoder's layers; null where they have the decoder's feed-forward. */
  readonly mlp: Mlp | null;
}

/** Vision encoder and projector, whose image tokens stand in the sequences of a language model. */
export interface Vision {
  /** Image model without its classification head. */
  readonly encoder: Model;
  /** Number of images in a sequence; a mean, so not always a whole number. */
  readonly images: number;
  /** Number of neighbouring patches that the projector joins to one token of the language model. */
  readonly merge: number;
  /** Width of the projector's hidden layer; null where the projector is one matrix. */
  readonly hidden: number | null;
}

/**
 * Images of `image` by `image` pixels in squares of `patch` by `patch` pixels. Each square becomes one token.
 */
export interface Patches {
  readonly image: number;
  readonly patch: number;
  readonly channels: number;
  /** Number of tokens in addition to the patches, such as class token and registers. */
  readonly extra: number;
}

export type Positions = "learned" | "rotary" | "yarn" | "relative" | "none";
