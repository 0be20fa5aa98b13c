import { shardBytes } from "../../formulas/communication/payloads.ts";
import { columnsTensor } from "../../formulas/model/mla.ts";
import { type LayerComm, type Recurring, recurring } from "../communication/communication.ts";
import { groupOf } from "../fabric/groups.ts";
import type { LayerContext } from "../model/layerContext.ts";
import { recurrentColumns } from "../model/recurrent.ts";
import type { HeadInputs } from "../model/recurrentInputs.ts";
import { projectedTensor } from "../model/recurrentTensors.ts";
import { recurrentTraits } from "../model/recurrentTraits.ts";

/**
 * Context-parallel collectives of a recurrent layer for one micro-batch. All-to-alls exchange sequence shards for head
 * shards before the convolution, and head shards for sequence shards after the scan; the backward pass sends gradients
 * in reverse. Collectives of the forward pass run again under full recomputation. Where there are fewer key groups
 * than ranks, copies of key groups are sent.
 */
export function recurrentExchange<N>(ctx: LayerContext<N>, inputs: HeadInputs<N>): LayerComm<N> {
  const { alg, x, scenario } = ctx;
  const { plan, cluster } = scenario;
  const group = groupOf(plan, cluster, "cp");
  const { calls, source } = recurrentTraits[inputs.of.kind];
  const n = alg.constant("calls to the scan", calls, "1", source);
  const there = alg.apply(shardBytes, { Q: projectedTensor(ctx, inputs), n });
  const back = alg.apply(columnsTensor, {
    ...{ B_a: x.activationBytes, s: x.localSeqLen, b: x.microBatch, t_s: x.one },
    N: recurrentColumns(alg, inputs, x.tp).values,
  });
  const item = (what: string, bytes: N, times: N): Recurring<N> =>
    recurring(ctx, { dimension: "cp", op: "all_to_all", what, group, bytes, calls: times });
  const both = (of: string, suffix = ""): readonly Recurring<N>[] => [
    item(`${of}heads to the scan${suffix}`, there, n),
    item(`${of}the scan's result${suffix}`, back, x.one),
  ];
  const recompute = ctx.recompute.kind === "full" ? both("", ", recomputed") : [];
  return { forward: both(""), recompute, backward: both("gradients of ") };
}
