import { type Recurring, recurring } from "../communication/communication.ts";
import { spread } from "../communication/groups.ts";
import type { Context } from "../context.ts";
import * as book from "../formulas/sync.ts";
import type { Sync } from "../scenario.ts";

/**
 * What islands of replicas send each other, of one step: nothing where all replicas meet in every step. Islands of local SGD
 * add up their changes every so many steps (DiLoCo, arXiv:2311.08105); replicas without a meeting push gradients to servers
 * and pull weights from them (Li et al., OSDI 2014). `params` are a device's.
 */
export function islandComm<N>(ctx: Context<N>, params: N): readonly Recurring<N>[] {
  const { sync } = ctx.scenario.plan;
  switch (sync.kind) {
    case "synchronous":
      return [];
    case "local_sgd":
      return sync.islands === 1 ? [] : [outerComm(ctx, sync, params)];
    case "asynchronous":
      return serverComm(ctx, sync, params);
  }
}

type Of<K extends Sync["kind"]> = Extract<Sync, { readonly kind: K }>;

/** One all-reduce over all replicas: inside an island all hold the same, which the collective's steps by site make use of. */
function outerComm<N>(ctx: Context<N>, sync: Of<"local_sgd">, P: N): Recurring<N> {
  const { alg, x, scenario } = ctx;
  const { plan, cluster } = scenario;
  const B_x = alg.input("plan.sync.exchange", sync.exchangeBytes, "B");
  const n_H = alg.input("plan.sync.steps", sync.steps, "1");
  return recurring(ctx, {
    dimension: "dp",
    op: "all_reduce",
    what: "changes of the islands",
    group: spread(plan.dp * plan.cp, plan.tp, cluster),
    bytes: alg.apply(book.exchangedBytes, { B_x, P }),
    calls: alg.apply(book.meetingsOfStep, { n: x.one, n_H }),
  });
}

/** Gradients to the servers and weights back, at the rate of the device's adapters or of its share of the servers, whichever is less. */
function serverComm<N>(
  ctx: Context<N>,
  { servers, serverBytesPerSecond }: Of<"asynchronous">,
  P: N,
): readonly Recurring<N>[] {
  const { alg, x, scenario } = ctx;
  const { cluster } = scenario;
  const beta = alg.apply(book.serverRate, {
    W_n: x.nicRate,
    n_nic: x.nics,
    n_d: x.nodeDevices,
    eta_l: x.outEfficiency,
    n_v: alg.input("plan.sync.servers", servers, "1"),
    W_v: alg.input("plan.sync.bandwidth", serverBytesPerSecond, "B/s"),
    n_g: x.devices,
  });
  const way = (what: string, B_x: N): Recurring<N> => {
    const bytes = alg.apply(book.exchangedBytes, { B_x, P });
    const call = alg.apply(book.serverTime, { Q: bytes, beta, alpha_o: x.outLatency });
    return {
      dimension: "dp",
      op: "send_recv",
      what,
      group: { size: cluster.devices, inner: 1, outer: cluster.devices, tier: "scale_out" },
      algorithm: "parameter servers",
      bytes,
      calls: x.one,
      call,
      total: call,
      exposed: call,
    };
  };
  return [way("gradients to the servers", x.reduceBytes), way("weights from the servers", x.gatherBytes)];
}
