import type { Part } from "../../core/algebra.ts";
import { prefixed } from "../../core/prefixed.ts";
import type { StageLayout } from "../../estimate/stageLayout.ts";
import { remadeBeyond } from "../../formulas/memory/activations.ts";
import { repeatedBytes } from "../../formulas/memory/memory.ts";
import { largest } from "../inputs/largest.ts";
import type { ModelContext } from "../model/layerContext.ts";
import { type OfKind, overKinds } from "../model/layersOfKind.ts";
import { countPlanned, recomputedRuns, splitsKinds } from "../model/plannedKinds.ts";
import type { LayerActivations } from "./activations.ts";
import { layersOnDevice } from "./offloadedActivations.ts";

/**
 * Recomputed activations of the layer (or unit of layers) in backward, B, beyond what was saved when the
 * first backward began; null where nothing is recomputed. Where a chunk's first layers are recomputed, the
 * later layers ran backward before them and their saved activations are free.
 */
export function recomputedLayer<N>(
  ctx: ModelContext<N>,
  stage: StageLayout,
  activations: readonly LayerActivations<N>[],
): N | null {
  const { model, plan } = ctx.scenario;
  // Groups of layers with one way of recomputation are layers of one kind.
  if (!splitsKinds(plan) || ctx.kinds.length === 1)
    return mostOf(ctx, overKinds(ctx, stage, activations).flatMap(recomputedOfOne(ctx)));
  const piece = (span: readonly [number, number]): StageLayout => ({
    ...stage,
    kinds: countPlanned(model, plan, [span]),
  });
  const known = new Map<string, N | null>();
  for (const span of stage.spans) {
    for (const run of recomputedRuns(plan, span)) {
      const chunk = piece(run.toEnd);
      const units = new Map(run.units.map(piece).map((unit) => [keyOf(unit), unit]));
      const key = [keyOf(chunk), ...units.keys()].join(", ");
      if (!known.has(key)) known.set(key, recomputedIn(ctx, chunk, [...units.values()], activations));
    }
  }
  const found = [...known.values()].filter((one) => one !== null);
  return mostOf(
    ctx,
    found.map((value) => ({ label: "recomputed activations of one chunk", value })),
  );
}

export const RECOMPUTED_LAYER = "activations of the layer being recomputed";

const keyOf = ({ kinds }: StageLayout): string =>
  kinds.map(({ kind, layers }) => `${kind} ${layers}`).join(" ");

const mostOf = <N>(ctx: ModelContext<N>, parts: readonly Part<N>[]): N | null =>
  parts.length === 0 ? null : largest(ctx, RECOMPUTED_LAYER, parts);

/** Recomputed activations of one layer; none where a layer saves all. */
const recomputedOfOne =
  <N>({ alg }: ModelContext<N>) =>
  ({ label, value: { recomputed } }: OfKind<N, LayerActivations<N>>): readonly Part<N>[] =>
    recomputed.length === 0
      ? []
      : [
          {
            label,
            value: alg.sum("recomputed activations of one layer", "B", prefixed("recomputed ", recomputed)),
          },
        ];

/** Recomputed activations of a chunk in which some layers are recomputed in units, B. */
function recomputedIn<N>(
  ctx: ModelContext<N>,
  chunk: StageLayout,
  units: readonly StageLayout[],
  activations: readonly LayerActivations<N>[],
): N | null {
  const { alg } = ctx;
  const together = (unit: StageLayout): Part<N> => {
    const layers = overKinds(ctx, unit, activations).flatMap((kind) =>
      recomputedOfOne(ctx)(kind).map(({ label, value: Q }) => ({
        label,
        value: alg.apply(repeatedBytes, { n: kind.n, Q }),
      })),
    );
    return {
      label: "recomputed activations of adjacent layers",
      value: alg.sum("activations recomputed together", "B", layers),
    };
  };
  const most = mostOf(ctx, units.map(together));
  const freed = overKinds(ctx, chunk, activations).filter(({ value }) => value.recomputed.length === 0);
  return most === null || freed.length === 0
    ? most
    : alg.apply(remadeBeyond, { Q_l: most, Q: alg.sum("freed by layers behind", "B", freed.map(savedBy)) });

  function savedBy({ label, n, value }: OfKind<N, LayerActivations<N>>): Part<N> {
    const layers = layersOnDevice(ctx, chunk, n);
    return { label, value: alg.apply(repeatedBytes, { n: layers, Q: value.saved.value }) };
  }
}
