import type { Algebra } from "../../core/algebra.ts";
import * as book from "../../formulas/model/vision.ts";
import type { Model, Vision } from "../../scenario/model.ts";
import { type ModelInputs, modelInputs } from "../inputs/inputs.ts";
import { patchInputs } from "./endParams.ts";
import { modelParts, partAlgebra } from "./modelParts.ts";

/** Numbers of a vision encoder and its projector. */
export interface VisionInputs<N> {
  readonly vision: Vision;
  /** The encoder as a model, and an algebra that names its fields. */
  readonly model: Model;
  readonly alg: Algebra<N>;
  readonly x: ModelInputs<N>;
  readonly images: N;
  readonly merge: N;
  /** Width of the projector's hidden layer; null for a projector of one matrix. */
  readonly hidden: N | null;
}

/** Numbers of the vision encoder of a model; null for a model without one. */
export function visionInputs<N>(base: Algebra<N>, model: Model): VisionInputs<N> | null {
  const { vision } = model;
  if (!vision) return null;
  const part = modelParts(model).find(({ role }) => role === "vision");
  if (!part) return null;
  const alg = partAlgebra(base, part);
  const at = (field: string, value: number): N => base.input(`model.vision.${field}`, value, "1");
  return {
    ...{ vision, alg, model: part.model, x: modelInputs(alg, part.model) },
    images: at("images", vision.images),
    merge: at("merge", vision.merge),
    hidden: vision.hidden === null ? null : at("projector", vision.hidden),
  };
}

/** Number of tokens of a sequence that stand for its images. */
export function imageTokens<N>({ vision, alg, images, merge }: VisionInputs<N>): N {
  const { patches } = vision.encoder;
  if (!patches) return alg.constant("tokens of images", 0, "token", "the encoder reads no images");
  const { n_j } = patchInputs(alg, patches);
  const n_i = alg.input("model.input.image", patches.image, "1");
  return alg.apply(book.imageTokens, { n_im: images, n_i, n_j, n_m: merge });
}
