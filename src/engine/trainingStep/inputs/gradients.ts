import type { FrozenPart } from "../../scenario/frozenPart.ts";
import type { Scenario } from "../../scenario/scenario.ts";

/**
 * Gradients that a part of the model computes: of weights and inputs, of inputs only where its weights are
 * frozen, or none where nothing before it is trained either.
 */
export type Gradients = "weights" | "inputs" | "none";

/** Parts of a model that a plan freezes. Only a model with a vision encoder has such parts. */
export const frozenParts = ({ model, plan }: Pick<Scenario, "model" | "plan">): readonly FrozenPart[] =>
  model.vision === null ? [] : plan.frozen;

/**
 * Gradients of the language model, or of a model of one kind of input. A frozen language model passes gradients
 * on to the projector (arXiv:2304.08485, section 4.2).
 */
export const gradientsOf = (scenario: Scenario): Gradients =>
  scenario.plan.lora !== null || frozenParts(scenario).includes("language") ? "inputs" : "weights";

/** Gradients of the vision encoder, which nothing trained precedes. */
export const visionGradients = (scenario: Scenario): Gradients =>
  frozenParts(scenario).includes("vision") ? "none" : "weights";
