import type { StageLayout } from "../../estimate/stageLayout.ts";
import { type Recurring, recurring, streamBytes } from "../communication/communication.ts";
import { groupOf, spread, strideOf } from "../fabric/groups.ts";
import type { Context } from "../inputs/context.ts";
import { contextAt, type ModelContext } from "../model/layerContext.ts";
import { degreeOfLayer } from "../model/plannedKinds.ts";

/**
 * All-gathers of one micro-batch where a layer's tensor-parallel degree differs from that of the layer before it, or of
 * the embedding or head. A larger degree has fewer replicas, each with more sequences: it gathers those of the replicas
 * that it joins, in the forward pass. A smaller one slices, and gathers gradients in the backward pass. Under sequence
 * parallelism the ranks gather their shards of the sequence first (PKU-DAIR/Hetu-Galvatron,
 * core/runtime/redistribute.py: fused_split_allgather; arXiv:2211.13878, section 3.3). A stage receives in the layout of
 * the stage before it.
 */
export function redistributions<N>(ctx: ModelContext<N>, layout: StageLayout): readonly Recurring<N>[] {
  if (ctx.degrees.length === 0) return [];
  const passed = degreesPassed(ctx, layout);
  const found = new Map<string, { readonly from: Context<N>; readonly to: Context<N>; times: number }>();
  passed.slice(1).forEach((to, i) => {
    const from = passed[i] ?? to;
    if (from === to) return;
    const key = `${from.scenario.plan.tp} ${to.scenario.plan.tp}`;
    const known = found.get(key) ?? { from, to, times: 0 };
    known.times++;
    found.set(key, known);
  });
  return [...found.values()].flatMap(({ from, to, times }) => [
    ...moved(from, to, times, "activations"),
    ...moved(to, from, times, "activation gradients"),
  ]);
}

/**
 * Contexts of the tensor-parallel degrees that a micro-batch meets on its way through a stage, one per layer or end. The first is that
 * of the layer or embedding before the stage.
 */
function degreesPassed<N>(
  ctx: ModelContext<N>,
  { embedding, head, spans }: StageLayout,
): readonly Context<N>[] {
  const { plan } = ctx.scenario;
  const at = (layer: number): Context<N> => contextAt(ctx, degreeOfLayer(plan, layer));
  const [first, end] = spans[0] ?? [0, 0];
  const own = Array.from({ length: end - first }, (_, i) => at(first + i));
  return [embedding ? ctx : at(first - 1), ...own, ...(head ? [ctx] : [])];
}

/** All-gathers that move a tensor from the layout of one degree to that of another. */
function moved<N>(from: Context<N>, to: Context<N>, times: number, what: string): readonly Recurring<N>[] {
  const { alg, x, scenario } = from;
  const { plan, cluster } = scenario;
  const next = to.scenario.plan.tp;
  const calls = alg.constant("calls per micro-batch", times, "1", "strategies");
  const said = `${what} from tp ${plan.tp} to tp ${next}`;
  const shared = { dimension: "tp", op: "all_gather", calls } as const;
  const found: Recurring<N>[] = [];
  if (plan.sequenceParallel && plan.tp > 1)
    found.push(
      recurring(from, {
        ...{ ...shared, what: `sequence shards of ${said}` },
        ...{ group: groupOf(plan, cluster, "tp"), bytes: streamBytes(from, x.one) },
      }),
    );
  if (next > plan.tp) {
    const axis = { size: next / plan.tp, stride: strideOf(plan, "tp") * plan.tp };
    found.push(
      recurring(to, { ...shared, what: said, group: spread([axis], cluster), bytes: streamBytes(to, x.one) }),
    );
  }
  return found;
}
