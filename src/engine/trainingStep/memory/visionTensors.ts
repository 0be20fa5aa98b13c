import type { Part } from "../../core/algebra.ts";
import type { StageLayout } from "../../estimate/stageLayout.ts";
import * as tensors from "../../formulas/memory/activations.ts";
import * as book from "../../formulas/memory/memory.ts";
import { joinedNumbers } from "../../formulas/model/vision.ts";
import type { Context } from "../inputs/context.ts";
import { imageTokens, visionInputs } from "../model/visionInputs.ts";
import { endsVision } from "../model/visionPlace.ts";

/**
 * Saved activations of the projector of image tokens, B: the input of each of its matrices, and that of the
 * activation function between them. None where the projector has no backward pass.
 */
export function visionTensors<N>(ctx: Context<N>, stage: StageLayout, n: N): readonly Part<N>[] {
  const { alg, x, scenario } = ctx;
  const { frozen } = scenario.plan;
  const trained = !frozen.includes("projector");
  if (!endsVision(scenario.model, stage.spans) || (!trained && frozen.includes("vision"))) return [];
  const inputs = visionInputs(alg, scenario.model);
  if (inputs === null) return [];
  const { hidden, merge } = inputs;
  const shape = { s: imageTokens(inputs), b: x.microBatch };
  const part = (label: string, Q: N): Part<N> => ({
    label,
    value: alg.apply(book.repeatedBytes, { n, Q }),
  });
  const found: Part<N>[] = [];
  if (trained) {
    const h = alg.apply(joinedNumbers, { n_m: merge, h_v: inputs.x.dModel });
    const joined = { B_a: x.activationBytes, ...shape, h, t_s: x.one };
    found.push(part("saved input of the projector", alg.apply(tensors.residualTensor, joined)));
  }
  if (hidden === null) return found;
  const wide = alg.apply(tensors.mlpTensor, { B_a: x.activationBytes, ...shape, f: hidden, t: x.tp });
  found.push(part("saved input of the projector's activation function", wide));
  if (trained) found.push(part("saved input of the projector's second matrix", wide));
  return found;
}
