import type { Part } from "../../core/algebra.ts";
import * as book from "../../formulas/model/diffusion.ts";
import { patchFlops } from "../../formulas/model/stacks.ts";
import type { Context } from "../inputs/context.ts";
import { endVectors, frequencies, layerVectors } from "../model/conditionParams.ts";
import { patchInputs } from "../model/endParams.ts";

/**
 * Forward FLOPs of a diffusion transformer outside its layers' own matmuls, one image: patches, condition,
 * modulations and head.
 */
export function diffusionEnds<N>({ alg, x, scenario }: Pick<Context<N>, "alg" | "x" | "scenario">): N {
  const { conditioning, patches, layers } = scenario.model;
  const parts: Part<N>[] = [];
  const h = x.dModel;
  if (!conditioning || !patches) return alg.sum("FLOPs of the model's ends forward", "FLOP", parts);
  const { n_ch, n_j } = patchInputs(alg, patches);
  parts.push({
    label: "FLOPs of the patch embedding",
    value: alg.apply(patchFlops, { s: x.seqLen, n_ch, n_j, h }),
  });
  const once = alg.constant("timesteps of an image", 1, "token", "arXiv:2006.11239, algorithm 1");
  const embed = (label: string, s: N, n_f: N): void => {
    parts.push({ label, value: alg.apply(book.featureFlops, { s, n_f, h }) });
  };
  embed("FLOPs of the timestep's embedding", once, frequencies(alg));
  if (conditioning.text) {
    const { tokens, width } = conditioning.text;
    embed(
      "FLOPs of the text's projection",
      alg.input("model.conditioning.text_tokens", tokens, "token"),
      alg.input("model.conditioning.text_width", width, "1"),
    );
  }
  const own = alg.constant("matrices of modulations", conditioning.shared ? 1 : layers, "1", "conditioning");
  parts.push({
    label: "FLOPs of the layers' modulations",
    value: alg.apply(book.modulationFlops, { L: own, n_c: layerVectors(alg), h }),
  });
  if (!conditioning.shared)
    parts.push({
      label: "FLOPs of the last modulation",
      value: alg.apply(book.modulationFlops, { L: x.one, n_c: endVectors(alg), h }),
    });
  parts.push({
    label: "FLOPs of the head",
    value: alg.apply(book.imageFlops, { s: x.seqLen, h, V: x.vocab }),
  });
  return alg.sum("FLOPs of the model's ends forward, one image", "FLOP", parts);
}
