import { optionsOf } from "../../scenario/attentionKinds.ts";
import { isLow } from "../inputs/precision.ts";
import { gemmTimes } from "../kernels/kernels.ts";
import type { Maker, MatmulName } from "../kernels/matmulName.ts";
import type { Made, Operator } from "../kernels/operator.ts";
import { skippedEnds } from "../kernels/recomputed.ts";
import type { LayerContext } from "../model/layerContext.ts";

/**
 * Matmuls whose results selective activation checkpointing by operator saves: every second one of a layer in
 * forward order, beginning with the first (pytorch/torchtitan, distributed/activation_checkpoint.py: every
 * second `aten.mm`). 8-bit matmuls are another operator (`_scaled_mm`), which torchtitan's list lacked before
 * 2026, so none of them is saved. Grouped matmuls are not saved either.
 */
function savedMatmuls<N>(ctx: LayerContext<N>): readonly MatmulName[] {
  if (isLow(ctx.scenario.plan.precision)) return [];
  return [...mixerMatmuls(ctx), ...feedForwardMatmuls(ctx)].filter((_, i) => i % 2 === 0);
}

function mixerMatmuls<N>({ attention, form }: LayerContext<N>): readonly MatmulName[] {
  if (form === null || attention === null) return [];
  switch (form.name) {
    case "latent":
      return [
        ...(form.r_q ? (["query_down", "query_up"] as const) : (["query"] as const)),
        ...(["kv_down", "kv_up", "attention_output"] as const),
      ];
    case "heads": {
      const gate = optionsOf(attention).gate ? (["attention_gate"] as const) : [];
      return ["query", "key", "value", ...gate, "attention_output"];
    }
  }
}

function feedForwardMatmuls<N>({ feedForward, experts, gated }: LayerContext<N>): readonly MatmulName[] {
  if (feedForward === "none" || (experts && experts.n_h === null)) return [];
  return gated ? ["mlp_first", "mlp_second", "mlp_last"] : ["mlp_first", "mlp_last"];
}

/**
 * True where checkpointing by operator saves a tensor that the operation `maker` produces. False where `maker`
 * is undefined.
 */
export function isSaved<N>(ctx: LayerContext<N>, maker: Maker | undefined): boolean {
  const { plan } = ctx.scenario;
  if (maker === undefined) return false;
  if (maker === "layer_before" || maker === "attention") return true;
  if (maker === "reduce_scatter") return plan.tp > 1 && plan.sequenceParallel;
  if (maker === "all_to_all") return plan.ep > 1;
  return savedMatmuls(ctx).includes(maker);
}

/**
 * Marks the operators of a layer that backward recomputes under checkpointing by operator. Where only some
 * matmuls of a fused one are recomputed, `again` is the time of these.
 */
export function recomputedByOperator<N>(
  ctx: LayerContext<N>,
  operators: readonly Operator<N>[],
): readonly Operator<N>[] {
  const again = recomputedMatmuls(ctx);
  return operators.map((operator) => {
    const { linear, label } = operator;
    if (linear?.made === undefined) return operator;
    const made = linear.made();
    const parts = made.filter(([name]) => again.has(name));
    if (parts.length === 0) return { ...operator, recomputed: false };
    if (parts.length === made.length) return { ...operator, recomputed: true };
    const columns = ctx.alg.sum(
      `columns of the ${label} that are recomputed`,
      "1",
      parts.map(([name, value]) => ({ label: name.replace("_", " "), value })),
    );
    const { forward } = gemmTimes(ctx, { ...linear.shape, N: columns }, ctx.x.linearRate);
    return { again: forward, ...operator, recomputed: true };
  });
}

/**
 * Matmuls that backward recomputes under checkpointing by operator: backward reads their results, and none of
 * these is saved.
 */
export function recomputedMatmuls<N>(ctx: LayerContext<N>): ReadonlySet<MatmulName> {
  const saved = savedMatmuls(ctx);
  const unread = unreadMatmuls(ctx);
  return new Set(
    [...mixerMatmuls(ctx), ...feedForwardMatmuls(ctx)].filter(
      (name) => !saved.includes(name) && !unread.includes(name),
    ),
  );
}

/**
 * Matmuls that backward does not recompute, because nothing in it reads their results: the layer's last matmul,
 * and attention's output projection where its reduce-scattered result is saved. Empty where the framework
 * recomputes both nonetheless (`recomputeSkips`).
 */
function unreadMatmuls<N>(ctx: LayerContext<N>): readonly MatmulName[] {
  const { plan } = ctx.scenario;
  const last = skippedEnds(plan).includes("feed_forward_end");
  const scattered = plan.framework.recomputeSkips !== "nothing" && isSaved(ctx, "reduce_scatter");
  return [...(last ? (["mlp_last"] as const) : []), ...(scattered ? (["attention_output"] as const) : [])];
}

/** Makes the list of a feed-forward's first matmuls, each with `columns` columns: one, or two with a gate. */
export const firstMade =
  <N>({ gated }: LayerContext<N>, columns: N): Made<N> =>
  () =>
    gated
      ? [
          ["mlp_first", columns],
          ["mlp_second", columns],
        ]
      : [["mlp_first", columns]];
