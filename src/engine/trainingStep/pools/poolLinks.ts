import * as book from "../../formulas/step/pools.ts";
import { exchangedBytes } from "../../formulas/step/sync.ts";
import type { Group } from "../fabric/groups.ts";
import { strideOf } from "../fabric/groups.ts";
import type { Context } from "../inputs/context.ts";
import type { ModelContext } from "../model/layerContext.ts";

/** Time and payload of the all-reduce of gradients between pools. */
export interface Exchange<N> {
  readonly seconds: N;
  readonly bytes: N;
}

/** All-reduce of the gradients of `trained` parameters between pools, by a ring that enters each pool once. */
export function exchangeBetween<N>(ctx: Context<N>, pools: readonly Context<N>[], trained: N): Exchange<N> {
  const { alg, scenario } = ctx;
  const { poolLink } = scenario.cluster;
  const uplinks = pools.map((pool, i) => ({
    label: `uplinks of pool ${i + 1}`,
    value: alg.apply(book.poolUplink, {
      W_n: pool.x.nicRate,
      n_nic: pool.x.nics,
      n_o: pool.x.devices,
      n_d: pool.x.nodeDevices,
      eta_l: pool.x.outEfficiency,
    }),
  }));
  const between = linkRate(ctx);
  const W_P = alg.least([
    ...uplinks,
    ...(between === null ? [] : [{ label: "the link between pools", value: between }]),
  ]).value;
  const bytes = alg.apply(exchangedBytes, { B_cp: ctx.x.gradientBytes, P: trained });
  const alpha_w =
    poolLink?.latencySeconds != null
      ? alg.input("cluster.pool_link.latency", poolLink.latencySeconds, "s")
      : slowest(
          ctx,
          pools.map(({ x }) => x.outLatency),
        );
  const n_P = alg.constant("pools", pools.length, "1", "cluster.pools");
  return { bytes, seconds: alg.apply(book.poolExchange, { n_P, alpha_w, Q: bytes, W_P }) };
}

const linkRate = <N>({ alg, scenario }: Context<N>): N | null => {
  const { poolLink } = scenario.cluster;
  return poolLink && alg.input("cluster.pool_link.bandwidth", poolLink.bytesPerSecond, "B/s");
};

const slowest = <N>({ alg }: Context<N>, latencies: readonly N[]): N =>
  alg.max(
    "latency of the slower network",
    "s",
    latencies.map((value, i) => ({ label: `latency of pool ${i + 1}`, value })),
  );

/**
 * Context of the sends from a pool's last stage to the next pool: its NICs are as fast as those of the next pool and the
 * link between them allow.
 */
export function boundaryContext<N>(
  whole: Context<N>,
  from: ModelContext<N>,
  to: Context<N>,
): ModelContext<N> {
  const { alg, x } = from;
  const { plan, cluster } = whole.scenario;
  const { n_d, n_nic } = { n_d: x.nodeDevices, n_nic: x.nics };
  const between = linkRate(whole);
  const n_s = alg.constant("devices of a stage", plan.tp * plan.cp * plan.dp, "1", "tp * cp * dp");
  const nicRate = alg.least([
    { label: "the pool's own NICs", value: x.nicRate },
    {
      label: "NICs of the next pool",
      value: alg.apply(book.neighbourNic, {
        W_m: to.x.nicRate,
        n_m: to.x.nics,
        n_r: to.x.nodeDevices,
        ...{ n_d, n_nic },
      }),
    },
    ...(between === null
      ? []
      : [
          {
            label: "the link between pools",
            value: alg.apply(book.linkNic, { W_w: between, n_s, n_d, n_nic }),
          },
        ]),
  ]).value;
  const { poolLink } = cluster;
  const outLatency =
    poolLink?.latencySeconds != null
      ? alg.input("cluster.pool_link.latency", poolLink.latencySeconds, "s")
      : slowest(from, [x.outLatency, to.x.outLatency]);
  return { ...from, x: { ...x, nicRate, outLatency } };
}

/** Group of pipeline stages whose neighbours lie in different pools, so that they send over the network. */
export function boundaryGroup({ scenario }: Context<unknown>): Group {
  const { plan, cluster } = scenario;
  const senders = Math.min(strideOf(plan, "pp"), cluster.devicesPerNode);
  return { size: plan.pp, inner: 1, outer: plan.pp, tier: "scale_out", senders };
}
