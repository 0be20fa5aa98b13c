import { type Group, islandReplicas, spread } from "../communication/groups.ts";
import type { Context, LayerContext } from "../context.ts";
import { loadedCopies } from "../formulas/loads.ts";
import * as book from "../formulas/moe.ts";
import * as params from "../formulas/params.ts";
import type { Cluster } from "../scenario/cluster.ts";
import type { Plan } from "../scenario/plan.ts";
import { type Load, load } from "./expertLoads.ts";

/** The fields of a mixture of experts as numbers of the algebra. */
export interface ExpertInputs<N> {
  readonly n_e: N;
  readonly k: N;
  /** Copies of a token over the equal share of them: as a device sends them, and as the busiest receives them; `k` where all are alike. */
  readonly sent: N;
  readonly received: N;
  /** null where all experts are loaded alike. */
  readonly load: Load<N> | null;
  readonly p_e: N;
  readonly t_e: N;
  /** Routed experts of a layer on a device. */
  readonly local: N;
  /** null where no expert is shared. */
  readonly n_h: N | null;
  /** Width of a shared expert. */
  readonly sharedDff: N;
  /** Devices that hold the same experts. */
  readonly replicas: N;
  /** Of them, those that their state is sharded over. */
  readonly shards: N;
}

export function expertInputs<N>(ctx: Context<N>): ExpertInputs<N> | null {
  const { alg, scenario } = ctx;
  const { model, plan } = scenario;
  const { mlp } = model;
  if (mlp.kind !== "moe") return null;
  const at = (path: string, value: number): N => alg.input(path, value, "1");
  const n_e = at("model.mlp.experts", mlp.experts);
  const p_e = at("plan.ep", plan.ep);
  const t_e = at("plan.etp", plan.etp);
  const n = alg.constant("devices of a pipeline stage", plan.dp * plan.cp * plan.tp, "1", "dp * cp * tp");
  const k = at("model.mlp.top_k", mlp.topK);
  const uneven = load(ctx);
  const copies = (lambda: N): N => alg.apply(loadedCopies, { n_c: k, lambda });
  const replicas = alg.apply(book.expertReplicas, { n, p_e, t_e });
  return {
    n_e,
    p_e,
    t_e,
    k,
    sent: uneven ? copies(uneven.sent) : k,
    received: uneven ? copies(uneven.busiest(plan.ep)) : k,
    load: uneven,
    local: alg.apply(book.expertsOfDevice, { n_e, p_e }),
    n_h: mlp.shared > 0 ? at("model.mlp.shared", mlp.shared) : null,
    sharedDff: at("model.mlp.shared_d_ff", mlp.sharedDff),
    replicas,
    shards:
      plan.dpShard === plan.dp
        ? replicas
        : alg.apply(book.expertReplicas, {
            n: alg.constant(
              "devices of a stage that share state",
              plan.dpShard * plan.cp * plan.tp,
              "1",
              "dp_shard * cp * tp",
            ),
            p_e,
            t_e,
          }),
  };
}

/** Parameters of one expert. */
export function expertParams<N>({ alg, x, scenario, matrices, upMatrices }: LayerContext<N>): N {
  const h = x.dModel;
  const weights = alg.apply(params.mlpWeights, { n_w: matrices, h, f: x.dFf });
  if (!scenario.model.bias) return weights;
  return alg.sum("parameters of an expert", "param", [
    { label: "weights", value: weights },
    { label: "biases", value: alg.apply(params.mlpBiases, { n_u: upMatrices, h, f: x.dFf }) },
  ]);
}

/** Parameters of a layer's routed experts on a device. */
export function expertShard<N>(ctx: LayerContext<N>, { n_e, p_e, t_e }: ExpertInputs<N>): N {
  return ctx.alg.apply(book.expertWeightsShard, { n_e, p_e, P_e: expertParams(ctx), t_e });
}

/** Devices among which the experts of one replica are: expert-parallel ranks are neighbours, etp apart. */
export const expertGroup = (plan: Plan, cluster: Cluster): Group => spread(plan.ep, plan.etp, cluster);

/** Devices that share the tensors of one expert. */
export const insideExpertGroup = (plan: Plan, cluster: Cluster): Group => spread(plan.etp, 1, cluster);

/** Devices of a stage that hold the same experts and share their state. */
export function expertShardGroup(plan: Plan, cluster: Cluster): Group {
  const stride = plan.ep * plan.etp;
  return spread((plan.dpShard * plan.cp * plan.tp) / stride, stride, cluster);
}

/** All devices of a stage that hold the same experts and add up their gradients. */
export function expertReplicaGroup(plan: Plan, cluster: Cluster): Group {
  const stride = plan.ep * plan.etp;
  return spread((islandReplicas(plan) * plan.cp * plan.tp) / stride, stride, cluster);
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
    P_e: weights(x.dFf),
    P_h: weights(sharedDff),
  });
}
