import { changedShare, nodeBandwidth } from "../../formulas/run/checkpoint.ts";
import { checkpointTraffic, readRate } from "../../formulas/run/data.ts";
import type { ModelContext } from "../../trainingStep/model/layerContext.ts";
import type { Resilience } from "../run/run.ts";

/**
 * Storage bandwidth available for reading data, B/s, limited by the nodes' NICs. `checkpoints`: share of the storage bandwidth
 * that checkpoints take.
 */
export function readBandwidth<N>(
  ctx: ModelContext<N>,
  kept: Resilience<N>,
): { readonly checkpoints: N; readonly bandwidth: N } {
  const { alg, x, scenario } = ctx;
  const { cluster } = scenario;
  const W_s = alg.input("cluster.storage_bandwidth", cluster.storageBytesPerSecond, "B/s");
  const checkpoints = traffic(ctx, kept, W_s);
  const n_N = alg.input("cluster.nodes", cluster.nodes, "1");
  // Without a network between nodes, only storage limits.
  const W_N = cluster.scaleOut ? alg.apply(nodeBandwidth, { W_n: x.nicRate, n_nic: x.nics }) : W_s;
  return { checkpoints, bandwidth: alg.apply(readRate, { W_s, c_x: checkpoints, n_N, W_N }) };
}

function traffic<N>(
  { alg, x, scenario }: ModelContext<N>,
  { checkpoint, goodput }: Resilience<N>,
  W_s: N,
): N {
  const { checkpoint: plan } = scenario.plan;
  if (plan?.to !== "storage" || !checkpoint || !goodput)
    return alg.constant("checkpoint writes that compete with reads", 0, "1", "none go to the shared storage");
  const c_f =
    plan.fullEvery === 1
      ? x.one
      : alg.apply(changedShare, {
          n: alg.input("plan.checkpoint.full_every", plan.fullEvery, "1"),
          c_x: alg.input("plan.checkpoint.changed", plan.changed, "1"),
        });
  return alg.apply(checkpointTraffic, {
    c_f,
    Q: checkpoint.size,
    tau_i: goodput.interval,
    C_k: checkpoint.blocking,
    W_s,
  });
}
