import type { Context } from "../context.ts";
import * as book from "../formulas/checkpoint.ts";

/** From a device to its host's memory over PCIe 4 x16: 32 GB/s on paper, about 25 in practice. A guess for others. */
const HOST_BYTES_PER_SECOND = 25e9;

/** What training stops for while one checkpoint is made, s; null for a plan that keeps none. `P` are the model's parameters. */
export function checkpointTime<N>({ alg, x, scenario }: Context<N>, P: N): N | null {
  const { plan, cluster } = scenario;
  if (!plan.checkpoint) return null;
  const Q = alg.apply(book.checkpointBytes, {
    B_w: x.weightBytes,
    B_m: x.masterBytes,
    n_o: x.moments,
    B_o: x.momentBytes,
    P,
  });
  return plan.checkpoint.overlap === "async"
    ? alg.apply(book.checkpointCopy, {
        Q,
        n_g: x.devices,
        W_s: alg.constant("bandwidth to the host", HOST_BYTES_PER_SECOND, "B/s", "PCIe 4.0 x16, a guess"),
      })
    : alg.apply(book.checkpointWrite, {
        Q,
        W_s: alg.input("cluster.storage_bandwidth", cluster.storageBytesPerSecond, "B/s"),
      });
}
