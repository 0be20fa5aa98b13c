import { loadedCopies } from "../../formulas/model/loads.ts";
import * as book from "../../formulas/model/moe.ts";
import type { Context } from "./context.ts";
import { type Load, load } from "./expertLoads.ts";

/** Inputs of the formulas of a mixture of experts, as numbers of the algebra. */
export interface ExpertInputs<N> {
  readonly n_e: N;
  readonly k: N;
  /**
   * Copies of each token that an average device sends to experts: `k` (top-k) times the mean load of the experts,
   * which is below 1 where tokens are dropped and above 1 where experts are padded to a capacity above 1. `received`
   * is the copies that the busiest device receives.
   */
  readonly sent: N;
  readonly received: N;
  /** Load of experts relative to balanced routing; null where all experts are loaded equally. */
  readonly load: Load<N> | null;
  readonly p_e: N;
  readonly t_e: N;
  /** Number of a layer's routed experts on one device. */
  readonly local: N;
  /** Number of shared experts; null without any. */
  readonly n_h: N | null;
  /** Width of a shared expert's hidden layer. */
  readonly sharedDff: N;
  /** Number of a stage's devices that hold the same experts. */
  readonly replicas: N;
  /** Number of devices that hold the same experts and shard their optimizer state between them. */
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
