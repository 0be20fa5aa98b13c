import type { Scenario } from "../../scenario/scenario.ts";

/**
 * Gradients that a part of the model computes: of weights and inputs, of inputs only where its weights are
 * frozen, or none where nothing before it is trained either.
 */
export type Gradients = "weights" | "inputs" | "none";

/**
 * Gradients of the language model, or of a model of one kind of input. A frozen language model passes gradients
 * on to the projector (arXiv:2304.08485, section 4.2).
 */
export const gradientsOf = ({ plan: { lora, frozen } }: Scenario): Gradients =>
  lora !== null || frozen.includes("language") ? "inputs" : "weights";

/** Gradients of the vision encoder, which nothing trained precedes. */
export const visionGradients = ({ plan }: Scenario): Gradients =>
  plan.frozen.includes("vision") ? "none" : "weights";
