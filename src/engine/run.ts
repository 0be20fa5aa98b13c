import type { Context } from "./context.ts";
import type { RunEstimate } from "./estimate.ts";
import * as book from "./formulas/run.ts";

/** From a device to its host's memory over PCIe 4 x16: 32 GB/s on paper, about 25 in practice. A guess for others. */
const HOST_BYTES_PER_SECOND = 25e9;

/** The run to the token budget; null without one. `params` are the model's, `step` the step's time. */
export function runEstimate<N>(ctx: Context<N>, params: N, step: N): RunEstimate<N> | null {
  const { alg, x, scenario } = ctx;
  const { plan, cluster } = scenario;
  if (plan.tokens === null) return null;
  const n_T = alg.input("plan.tokens", plan.tokens, "token");
  const steps = alg.apply(book.budgetSteps, { n_T, B: x.globalBatch, s: x.seqLen });
  const goodput = goodputOf(ctx, params);
  const timeToTrain = goodput
    ? alg.apply(book.trainTimeWithFailures, { n_S: steps, T: step, g: goodput })
    : alg.apply(book.trainTime, { n_S: steps, T: step });
  const deviceTime = alg.apply(book.deviceTime, { n_g: x.devices, tau: timeToTrain });
  const price = cluster.pricePerDeviceSecond;
  const cost =
    price === null
      ? null
      : alg.apply(book.runCost, { T_g: deviceTime, c_g: alg.input("cluster.price", price, "$/GPU/s") });
  return { steps, timeToTrain, deviceTime, cost, goodput };
}

/** Exact for exponential failures; null unless the cluster fails and the plan keeps checkpoints. */
function goodputOf<N>(ctx: Context<N>, P: N): N | null {
  const { alg, x, scenario } = ctx;
  const { plan, cluster } = scenario;
  if (!plan.checkpoint || cluster.mtbfDeviceSeconds === null) return null;
  const M_g = alg.input("cluster.failures.mtbf", cluster.mtbfDeviceSeconds, "GPU*s");
  const M_c = alg.apply(book.clusterMtbf, { M_g, n_g: x.devices });
  const Q = alg.apply(book.checkpointBytes, {
    B_w: x.weightBytes,
    B_m: x.masterBytes,
    n_o: x.moments,
    B_o: x.momentBytes,
    P,
  });
  const C_k =
    plan.checkpoint.overlap === "async"
      ? alg.apply(book.checkpointCopy, {
          Q,
          n_g: x.devices,
          W_s: alg.constant("bandwidth to the host", HOST_BYTES_PER_SECOND, "B/s", "PCIe 4.0 x16, a guess"),
        })
      : alg.apply(book.checkpointWrite, {
          Q,
          W_s: alg.input("cluster.storage_bandwidth", cluster.storageBytesPerSecond, "B/s"),
        });
  const { intervalSeconds } = plan.checkpoint;
  const tau =
    intervalSeconds === "young_daly"
      ? alg.apply(book.dalyInterval, { C_k, M_c })
      : alg.input("plan.checkpoint.interval", intervalSeconds, "s");
  const R_s = alg.input("cluster.restart", cluster.restartSeconds, "s");
  return alg.apply(book.renewalGoodput, { tau, M_c, R_s, C_k });
}
