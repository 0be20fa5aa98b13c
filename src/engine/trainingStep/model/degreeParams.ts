import type { Part } from "../../core/algebra.ts";
import type { StageLayout } from "../../estimate/stageLayout.ts";
import { repeatedParams } from "../../formulas/model/params.ts";
import type { Context } from "../inputs/context.ts";
import { contextAt, type ModelContext } from "./layerContext.ts";
import { overKinds } from "./layersOfKind.ts";
import { degreeOfLayer } from "./plannedKinds.ts";

/** Parameters on a device in the layers of one tensor-parallel degree, whose replicas share their state. */
export interface DegreeParams<N> {
  readonly label: string;
  readonly ctx: Context<N>;
  readonly P: N;
  readonly layers: N;
  /** True where these layers run backward last on their stage, so that their last gradients stay exposed. */
  readonly last: boolean;
}

/**
 * Parameters on a device of a stage by tensor-parallel degree. `layers` are the parameters of one layer by kind. The
 * model's ends (`ends`: embedding, head) have the plan's degree. Empty where all layers have it.
 */
export function degreeParams<N>(
  ctx: ModelContext<N>,
  stage: StageLayout,
  layers: readonly N[],
  ends: readonly Part<N>[],
): readonly DegreeParams<N>[] {
  if (ctx.degrees.length === 0) return [];
  const { alg } = ctx;
  const first = stage.embedding
    ? ctx
    : contextAt(ctx, degreeOfLayer(ctx.scenario.plan, stage.spans[0]?.[0] ?? 0));
  return [ctx, ...ctx.degrees].flatMap((own): readonly DegreeParams<N>[] => {
    const { tp } = own.scenario.plan;
    const label = `parts with tp ${tp}`;
    const held = overKinds(
      ctx,
      stage,
      ctx.kinds.map((kind, i) => (kind.scenario.plan.tp === tp ? (layers[i] ?? null) : null)),
    );
    const parts: Part<N>[] = [];
    const counts: Part<N>[] = [];
    for (const { label: of, n, value } of held) {
      if (value === null) continue;
      parts.push({ label: `${of} of the stage`, value: alg.apply(repeatedParams, { n, P_x: value }) });
      counts.push({ label: of, value: n });
    }
    if (own === ctx) parts.push(...ends);
    if (parts.length === 0) return [];
    return [
      {
        ...{ label, ctx: own, last: own === first },
        P: alg.sum(`parameters of ${label} on a device`, "param", parts),
        layers: alg.sum(`layers with tp ${tp} on the stage`, "1", counts),
      },
    ];
  });
}
