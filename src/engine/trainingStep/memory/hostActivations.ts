import type { StageLayout } from "../../estimate/stageLayout.ts";
import { stageActivations } from "../../formulas/memory/activations.ts";
import type { ModelContext } from "../model/layerContext.ts";
import { overKinds } from "../model/layersOfKind.ts";
import type { Offloaded } from "../offload/beyond.ts";
import type { LayerActivations } from "./activations.ts";
import { collectedPart } from "./memoryPart.ts";
import { layersOnHost } from "./offloadedActivations.ts";

/** Activations of a stage's device in host memory, for all micro-batches in flight. */
export function hostActivations<N>(
  ctx: ModelContext<N>,
  stage: StageLayout,
  inFlight: N,
  activations: readonly LayerActivations<N>[],
): readonly Offloaded<N>[] {
  if (ctx.scenario.plan.offload !== "activations") return [];
  const parts = overKinds(ctx, stage, activations).map(({ label, n, value: { saved } }) => ({
    label,
    value: ctx.alg.apply(stageActivations, {
      L_r: layersOnHost(ctx, stage, n),
      m_r: inFlight,
      Q_l: saved.value,
    }),
  }));
  return [{ place: "host", part: collectedPart(ctx, "host", "activations", parts) }];
}
