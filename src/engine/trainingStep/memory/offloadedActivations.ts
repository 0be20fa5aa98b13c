import type { StageLayout } from "../../estimate/stageLayout.ts";
import * as book from "../../formulas/memory/offload.ts";
import { inputGradientTime, layersPerStage } from "../../formulas/step/pipeline.ts";
import { splitsBackward } from "../../schedules/pieces.ts";
import type { Directions } from "../compute/host.ts";
import type { LayerContext, ModelContext } from "../model/layerContext.ts";
import { layersOf } from "../model/layersOfKind.ts";
import { hostShare } from "../offload/hostShare.ts";
import type { LayerActivations } from "./activations.ts";

/** Layers, of a stage's `n`, whose activations stay on the device. */
export function layersOnDevice<N>(ctx: ModelContext<N>, stage: StageLayout, n: N): N {
  const { alg, scenario } = ctx;
  if (scenario.plan.offload !== "activations") return n;
  const L_r = layersOf(ctx, stage);
  return alg.apply(book.layersOnDevice, { L_x: n, L_r, n_off: offloaded(ctx, L_r) });
}

/** Layers, of a stage's `n`, whose activations are offloaded to the host. */
export function layersOnHost<N>(ctx: ModelContext<N>, stage: StageLayout, n: N): N {
  const L_r = layersOf(ctx, stage);
  return ctx.alg.apply(book.layersOnHost, { L_x: n, L_r, n_off: offloaded(ctx, L_r) });
}

/**
 * Time of a layer whose activations are offloaded to the host. It lasts at least as long as the copy: out
 * during forward, and back during backward. Where backward is split into two passes, gradients of `weights`
 * do not overlap the copy. Where only some layers are offloaded, all layers of the stage share the copy's
 * time. Unchanged without offload.
 */
export function withOffload<N>(
  ctx: LayerContext<N>,
  busy: Directions<N>,
  weights: N,
  activations: LayerActivations<N>,
): Directions<N> & { readonly copying: N } {
  const { alg, x, scenario } = ctx;
  if (scenario.plan.offload !== "activations") {
    const { forward, backward } = busy;
    return { forward, backward, copying: alg.constant("copies to the host", 0, "s", "nothing is offloaded") };
  }
  const L_r = alg.apply(layersPerStage, { L: x.layers, p: x.pp });
  const { value: Q_l } = activations.saved;
  const tau_h = alg.apply(book.hostCopy, { Q_l, n_off: offloaded(ctx, L_r), L_r, R_h: hostShare(ctx) });
  const wait = (tau: N): N => alg.apply(book.copyWait, { tau_h, tau });
  const forward = wait(busy.forward);
  const backward = wait(
    splitsBackward(scenario.plan.schedule)
      ? alg.apply(inputGradientTime, { tau_1: busy.backward, tau_2: weights })
      : busy.backward,
  );
  const total = (direction: string, tau: N, waits: N): N =>
    alg.sum(`time of a layer ${direction}, copies included`, "s", [
      { label: `${direction} time of the layer on the device`, value: tau },
      { label: `waiting for copies to or from the host, ${direction}`, value: waits },
    ]);
  return {
    forward: total("forward", busy.forward, forward),
    backward: total("backward", busy.backward, backward),
    copying: alg.sum("waiting for copies to and from the host", "s", [
      { label: "waiting for copies to the host, forward", value: forward },
      { label: "waiting for copies from the host, backward", value: backward },
    ]),
  };
}

function offloaded<N>({ alg, scenario }: Pick<LayerContext<N>, "alg" | "scenario">, L_r: N): N {
  const { offloadLayers } = scenario.plan;
  return offloadLayers === null ? L_r : alg.input("plan.offload.layers", offloadLayers, "1");
}
