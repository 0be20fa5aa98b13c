import type { Model } from "./model.ts";

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

/** Parts of a model with a vision encoder that a plan can freeze. */
export type FrozenPart = "vision" | "projector" | "language";
