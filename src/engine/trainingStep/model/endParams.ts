import type { Algebra } from "../../core/algebra.ts";
import * as book from "../../formulas/model/params.ts";
import * as formulas from "../../formulas/model/stacks.ts";
import type { Model, Patches } from "../../scenario/model.ts";
import type { ModelInputs } from "../inputs/inputs.ts";
import { conditionParams, endModulation } from "./conditionParams.ts";
import type { Named } from "./named.ts";

/** Parameters before the first layer and after the last one: embeddings, positions, last norm and head. */
export function endParams<N>(alg: Algebra<N>, model: Model, x: ModelInputs<N>): readonly Named<N>[] {
  const h = x.dModel;
  const one = alg.constant("not split", 1, "1", "definition");
  const found: Named<N>[] = [];
  const push = (name: string, label: string, value: N): void => {
    found.push({ name, label, value });
  };
  push("norms", "norm after the last layer", lastNorms(alg, model, x));
  push(
    "embedding",
    "embedding",
    embedding(alg, model, h, x.vocab, (V) => alg.apply(book.embeddingParams, { V, h })),
  );
  found.push(...conditionParams(alg, model, h, one));
  const last = endModulation(alg, model, h, one);
  if (last !== null) push("conditioning", "modulation of the last norm", last);
  const positions = positionsOf(alg, model, x, one);
  if (positions !== null) push("positions", positions.label, positions.value);
  if (model.patches)
    push(
      "head",
      model.conditioning ? "head" : "head of the classes",
      alg.apply(formulas.classHead, { V: x.vocab, h, t: one }),
    );
  else if (!model.tiedEmbeddings)
    push("head", "language-model head", alg.apply(book.embeddingParams, { V: x.vocab, h }));
  return found;
}

/** Parameters of the embedding: of image patches, or of a vocabulary, where `table` counts them. */
export function embedding<N>(alg: Algebra<N>, { patches }: Model, h: N, V: N, table: (V: N) => N): N {
  return patches ? alg.apply(formulas.patchParams, { ...patchInputs(alg, patches), h }) : table(V);
}

export function patchInputs<N>(
  alg: Algebra<N>,
  patches: Patches,
): { readonly n_ch: N; readonly n_j: N; readonly n_xt: N } {
  const at = (field: string, value: number): N => alg.input(`model.input.${field}`, value, "1");
  return {
    n_ch: at("channels", patches.channels),
    n_j: at("patch", patches.patch),
    n_xt: at("extra", patches.extra),
  };
}

/** Tokens of an image as a sequence: its patches, and the extra ones. */
export function patchSequence<N>(alg: Algebra<N>, patches: Patches): N {
  const { n_j, n_xt } = patchInputs(alg, patches);
  return alg.apply(formulas.patchTokens, {
    n_i: alg.input("model.input.image", patches.image, "1"),
    n_j,
    n_xt,
  });
}

/** Relative-position buckets of T5 (arXiv:1910.10683, section 2.1). */
const DISTANCES = 32;

/**
 * Parameters of learned positions on one of `t` ranks, for all stacks or for one; null where positions are
 * not learned.
 */
export function positionsOf<N>(
  alg: Algebra<N>,
  model: Model,
  x: Pick<ModelInputs<N>, "dModel" | "heads" | "maxSeqLen">,
  t: N,
  of: "all" | "one" = "all",
): { readonly label: string; readonly value: N } | null {
  const { encoder, patches, positions } = model;
  const one = (): N | null => {
    if (positions === "relative") {
      const n = alg.constant("distance buckets", DISTANCES, "1", "arXiv:1910.10683, section 2.1");
      return alg.apply(formulas.relativeBias, { n, a: x.heads, t });
    }
    if (positions !== "learned") return null;
    const s_max = patches ? patchSequence(alg, patches) : x.maxSeqLen;
    return alg.apply(book.positionParams, { s_max, h: x.dModel });
  };
  const value = one();
  if (value === null) return null;
  const label = positions === "relative" ? "relative positions" : "learned positions";
  if (!encoder || of === "one") return { label, value };
  return { label, value: alg.apply(book.repeatedParams, { n: stacks(alg), P_x: value }) };
}

/** Parameters of the norm after the last layer, for all stacks or for one. */
export function lastNorms<N>(alg: Algebra<N>, model: Model, x: ModelInputs<N>, of: "all" | "one" = "all"): N {
  const norm = alg.apply(book.hiddenVectors, { n_n: x.normVectors, h: x.dModel });
  if (!model.encoder || of === "one") return norm;
  return alg.apply(book.repeatedParams, { n: stacks(alg), P_x: norm });
}

const stacks = <N>(alg: Algebra<N>): N => alg.constant("stacks", 2, "1", "encoder and decoder");
