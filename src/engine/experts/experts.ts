import type { Axis } from "../communication/fabric/axes.ts";
import { type Group, islandReplicas, stageGroup } from "../communication/fabric/groups.ts";
import * as book from "../formulas/model/moe.ts";
import * as params from "../formulas/model/params.ts";
import type { LayerContext } from "../layerContext.ts";
import type { Cluster } from "../scenario/cluster.ts";
import type { Plan } from "../scenario/plan.ts";
import type { ExpertInputs } from "./expertInputs.ts";

/** Parameters of one expert. */
export function expertParams<N>({ alg, x, scenario, matrices, upMatrices, dFf: f }: LayerContext<N>): N {
  const h = x.dModel;
  const weights = alg.apply(params.mlpWeights, { n_w: matrices, h, f });
  if (!scenario.model.bias) return weights;
  return alg.sum("parameters of an expert", "param", [
    { label: "weights", value: weights },
    { label: "biases", value: alg.apply(params.mlpBiases, { n_u: upMatrices, h, f }) },
  ]);
}

/** Parameters of a layer's routed experts on a device. */
export function expertShard<N>(ctx: LayerContext<N>, { n_e, p_e, t_e }: ExpertInputs<N>): N {
  return ctx.alg.apply(book.expertWeightsShard, { n_e, p_e, P_e: expertParams(ctx), t_e });
}

/** Devices among which the experts of one replica are: expert-parallel ranks are neighbours, etp apart. */
export const expertGroup = (plan: Plan, cluster: Cluster): Group =>
  stageGroup(plan, expertAxis(plan), cluster);

/** Devices that share the tensors of one expert. */
export const insideExpertGroup = (plan: Plan, cluster: Cluster): Group =>
  stageGroup(plan, insideExpertAxis(plan), cluster);

/** Devices of a stage that hold the same experts and share their state. */
export const expertShardGroup = (plan: Plan, cluster: Cluster): Group =>
  stageGroup(plan, expertReplicaAxis(plan, plan.dpShard), cluster);

/** All devices of a stage that hold the same experts and add up their gradients. */
export const expertReplicaGroup = (plan: Plan, cluster: Cluster): Group =>
  stageGroup(plan, expertReplicaAxis(plan, islandReplicas(plan)), cluster);

export const expertAxis = ({ ep, etp }: Plan): Axis => ({ size: ep, stride: etp });

export const insideExpertAxis = ({ etp }: Plan): Axis => ({ size: etp, stride: 1 });

/** Of so many replicas. */
export function expertReplicaAxis({ ep, etp, tp, cp }: Plan, replicas: number): Axis {
  const stride = ep * etp;
  return { size: (replicas * cp * tp) / stride, stride };
}

/** The width of the shared experts, which run as one MLP; null where none is shared. */
export function sharedWidth<N>({ alg }: LayerContext<N>, { n_h, sharedDff }: ExpertInputs<N>): N | null {
  return n_h === null ? null : alg.apply(book.sharedWidth, { n_h, f: sharedDff });
}

/** FLOPs of the routers and experts of `L` layers forward, one sequence. */
export function expertFlops<N>(ctx: LayerContext<N>, experts: ExpertInputs<N>, L: N): N {
  const { alg, x } = ctx;
  const { n_e, k, n_h, sharedDff } = experts;
  const weights = (f: N): N => alg.apply(params.mlpWeights, { n_w: ctx.matrices, h: x.dModel, f });
  return alg.apply(book.routedForwardFlops, {
    L_e: L,
    s: x.seqLen,
    h: x.dModel,
    n_e,
    k,
    n_h: n_h ?? alg.constant("shared experts", 0, "1", "model.mlp.shared"),
    P_e: weights(ctx.dFf),
    P_h: weights(sharedDff),
  });
}
