import type { Algebra } from "../../core/algebra.ts";
import * as book from "../../formulas/model/vision.ts";
import type { FrozenPart } from "../../scenario/frozenPart.ts";
import { embedding, lastNorms, positionsOf } from "./endParams.ts";
import type { Named } from "./named.ts";
import type { VisionInputs } from "./visionInputs.ts";

/** Parameters of a vision encoder outside its layers, or of the projector. */
export interface VisionEnd<N> extends Named<N> {
  readonly of: Extract<FrozenPart, "vision" | "projector">;
}

/**
 * Parameters around a vision encoder's layers on one of `t` tensor-parallel ranks: embedding of patches,
 * positions, last norm, and the projector to the width `h` of the language model.
 */
export function visionEnds<N>(
  base: Algebra<N>,
  inputs: VisionInputs<N>,
  h: N,
  t: N,
): readonly VisionEnd<N>[] {
  const { alg, model, x } = inputs;
  const found: VisionEnd<N>[] = [
    {
      ...{ name: "embedding", of: "vision", label: "embedding of image patches" },
      value: embedding(alg, model, x.dModel, x.vocab, () => x.vocab),
    },
  ];
  const positions = positionsOf(alg, model, x, t);
  if (positions !== null)
    found.push({
      ...{ name: "positions", of: "vision", label: `${positions.label} of the vision encoder` },
      value: positions.value,
    });
  found.push(
    {
      ...{ name: "norms", of: "vision", label: "norm after the vision encoder" },
      value: lastNorms(alg, model, x),
    },
    {
      ...{ name: "projector", of: "projector", label: "projector of image tokens" },
      value: projectorParams(base, inputs, h, t),
    },
  );
  return found;
}

function projectorParams<N>(alg: Algebra<N>, { x, merge, hidden }: VisionInputs<N>, h: N, t: N): N {
  const shape = { n_m: merge, h_v: x.dModel, h, t };
  return hidden === null
    ? alg.apply(book.projectorMatrix, shape)
    : alg.apply(book.projectorParams, { ...shape, f: hidden });
}
