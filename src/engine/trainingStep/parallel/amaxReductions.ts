import * as book from "../../formulas/communication/collectives.ts";
import { type Recurring, recurring } from "../communication/communication.ts";
import { groupOf, islandReplicas, replicaAxes, spread, strideOf } from "../fabric/groups.ts";
import type { ModelContext } from "../model/layerContext.ts";

/**
 * All-reduces of FP8 tensors' maxima under delayed scaling (the field `amax_reduction`), for one micro-batch on a
 * pipeline stage. After the forward and after the backward pass of each chunk, ranks agree on the largest maximum of
 * each FP8 tensor. The all-reduce runs in the compute stream, so it is fully exposed (NVIDIA/TransformerEngine v0.8 to
 * v1.13, pytorch/fp8.py, where an autocast region ends; Megatron Core has one around the layers of a chunk). Empty
 * where the plan has no such all-reduces.
 */
export function amaxReductions<N>(ctx: ModelContext<N>): readonly Recurring<N>[] {
  const { alg, x, scenario } = ctx;
  const { plan, cluster } = scenario;
  const { amaxReduction } = plan.framework;
  if (plan.precision.scaling !== "delayed" || amaxReduction === "none") return [];
  const all = [{ size: plan.tp, stride: strideOf(plan, "tp") }, ...replicaAxes(plan, islandReplicas(plan))];
  const group = amaxReduction === "tp" ? groupOf(plan, cluster, "tp") : spread(all, cluster);
  if (group.size === 1) return [];
  const n = alg.constant("passes of a chunk", 2, "1", "forward and backward");
  return [
    recurring(ctx, {
      ...{ dimension: amaxReduction === "tp" ? "tp" : "dp", op: "all_reduce", what: "maxima of FP8 tensors" },
      group,
      bytes: alg.constant(
        "maxima of a chunk",
        1024,
        "B",
        "a few hundred numbers: negligible next to the latency",
      ),
      calls: alg.apply(book.product, { n, n_c: x.vpp }),
    }),
  ];
}
