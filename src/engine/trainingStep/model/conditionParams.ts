import type { Algebra } from "../../core/algebra.ts";
import * as book from "../../formulas/model/diffusion.ts";
import type { Model } from "../../scenario/model.ts";
import type { Named } from "./named.ts";

/** Vectors of a layer's modulation: shift, scale and gate of attention and of the MLP. */
const OF_LAYER = 6;
/** Vectors of the last norm's modulation: shift and scale. */
const OF_END = 2;
/** Sines and cosines that a timestep is given as (facebookresearch/DiT, models.py: frequency_embedding_size). */
const FREQUENCIES = 256;

export const layerVectors = <N>(alg: Algebra<N>): N =>
  alg.constant("vectors of a layer's modulation", OF_LAYER, "1", "arXiv:2212.09748, section 3.2");

export const endVectors = <N>(alg: Algebra<N>): N =>
  alg.constant("vectors of the last modulation", OF_END, "1", "facebookresearch/DiT, models.py: FinalLayer");

export const frequencies = <N>(alg: Algebra<N>): N =>
  alg.constant("frequencies of a timestep", FREQUENCIES, "1", "facebookresearch/DiT, models.py");

/** Parameters of one layer's modulation on one of `t` ranks; null without conditioning. */
export function layerModulation<N>(alg: Algebra<N>, { conditioning }: Model, h: N, t: N): N | null {
  if (!conditioning) return null;
  const n_c = layerVectors(alg);
  return conditioning.shared
    ? alg.apply(book.modulationTable, { n_c, h })
    : alg.apply(book.modulationParams, { n_c, h, t });
}

/** Parameters that embed the condition before the first layer; none without conditioning. */
export function conditionParams<N>(alg: Algebra<N>, model: Model, h: N, t: N): readonly Named<N>[] {
  const { conditioning } = model;
  if (!conditioning) return [];
  const name = "conditioning";
  const found: Named<N>[] = [
    {
      name,
      label: "embedding of the timestep",
      value: alg.apply(book.featureMlp, { n_f: frequencies(alg), h }),
    },
  ];
  if (conditioning.text) {
    const n_f = alg.input("model.conditioning.text_width", conditioning.text.width, "1");
    found.push({ name, label: "projection of the text", value: alg.apply(book.featureMlp, { n_f, h }) });
  } else {
    const V = alg.input("model.vocab", model.vocab, "token");
    found.push({ name, label: "embedding of the classes", value: alg.apply(book.classTable, { V, h }) });
  }
  if (conditioning.shared) {
    const value = alg.apply(book.modulationParams, { n_c: layerVectors(alg), h, t });
    found.push({ name, label: "modulation that all layers share", value });
  }
  return found;
}

/** Parameters of the last norm's modulation on one of `t` ranks; null without conditioning. */
export function endModulation<N>(alg: Algebra<N>, { conditioning }: Model, h: N, t: N): N | null {
  if (!conditioning) return null;
  const n_c = endVectors(alg);
  return conditioning.shared
    ? alg.apply(book.modulationTable, { n_c, h })
    : alg.apply(book.modulationParams, { n_c, h, t });
}
