import { headForwardFlops } from "../../formulas/compute/work.ts";
import { patchFlops } from "../../formulas/model/stacks.ts";
import * as book from "../../formulas/model/vision.ts";
import type { Gradients } from "../inputs/gradients.ts";
import { patchInputs, patchSequence } from "../model/endParams.ts";
import type { ModelContext } from "../model/layerContext.ts";
import { imageTokens, type VisionInputs, visionInputs } from "../model/visionInputs.ts";

/** Forward FLOPs of one sequence: `C_l` in matmuls with weights, `C_a` in attention cores. */
interface Forward<N> {
  readonly C_l: N;
  readonly C_a: N;
}

/**
 * Model FLOPs of a step of a model with a vision encoder. `layers` are the forward FLOPs of the layers with the
 * given gradients, `C_v` those of the language model's head.
 */
export function visionStepFlops<N>(
  ctx: ModelContext<N>,
  C_v: N,
  layers: (gradients: Gradients) => Forward<N>,
): N {
  const { alg, x, scenario } = ctx;
  const inputs = visionInputs(alg, scenario.model);
  if (inputs === null) return alg.apply(headForwardFlops, { s: x.seqLen, h: x.dModel, V: x.vocab });
  const B = x.trainedBatch;
  const none = alg.constant("none", 0, "FLOP", "definition");
  const { frozen } = scenario.plan;
  const sees = !frozen.includes("vision");
  const projects = !frozen.includes("projector");
  const ends: readonly (readonly [label: string, C_l: N, gradients: Gradients])[] = [
    ["embedding of image patches", patches(ctx, inputs), sees ? "weights" : "none"],
    ["projector", projector(ctx, inputs), projects ? "weights" : sees ? "inputs" : "none"],
    ["language-model head", C_v, ctx.gradients],
  ];
  const of = (gradients: Gradients, { C_l, C_a }: Forward<N>): N =>
    alg.apply(FORMULAS[gradients], { B, C_l, C_a });
  const parts = (["weights", "inputs", "none"] as const)
    .filter((gradients) => ctx.kinds.some((kind) => kind.gradients === gradients))
    .map((gradients) => ({
      label: `FLOPs of ${LAYERS[gradients]}`,
      value: of(gradients, layers(gradients)),
    }));
  return alg.sum("model FLOPs of a step", "FLOP", [
    ...parts,
    ...ends.map(([label, C_l, gradients]) => ({
      label: `FLOPs of the ${label}`,
      value: of(gradients, { C_l, C_a: none }),
    })),
  ]);
}

const FORMULAS = { weights: book.trainedFlops, inputs: book.passedFlops, none: book.readFlops } as const;
const LAYERS: Readonly<Record<Gradients, string>> = {
  weights: "trained layers",
  inputs: "frozen layers that gradients pass",
  none: "frozen layers without a backward pass",
};

function patches<N>({ alg }: ModelContext<N>, { alg: own, model, x, images }: VisionInputs<N>): N {
  if (!model.patches) return alg.constant("embedding of patches", 0, "FLOP", "the encoder reads no images");
  const { n_ch, n_j } = patchInputs(own, model.patches);
  const s = patchSequence(own, model.patches);
  const C_v = alg.apply(patchFlops, { s, n_ch, n_j, h: x.dModel });
  return alg.apply(book.patchesOfImages, { n_im: images, C_v });
}

function projector<N>({ alg, x }: ModelContext<N>, inputs: VisionInputs<N>): N {
  const { hidden, merge } = inputs;
  const shape = { s: imageTokens(inputs), n_m: merge, h_v: inputs.x.dModel, h: x.dModel };
  return hidden === null
    ? alg.apply(book.projectorMatrixFlops, shape)
    : alg.apply(book.projectorFlops, { ...shape, f: hidden });
}
