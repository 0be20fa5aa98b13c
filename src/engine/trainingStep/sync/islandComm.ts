import { isPositive } from "../../core/isPositive.ts";
import * as book from "../../formulas/step/sync.ts";
import type { Sync } from "../../scenario/sync.ts";
import { type Recurring, recurring } from "../communication/communication.ts";
import type { Compressed } from "../communication/compressed.ts";
import { inSteps } from "../communication/inSteps.ts";
import { replicaAxes, spread } from "../fabric/groups.ts";
import type { Context } from "../inputs/context.ts";
import { exchangedFormat } from "./exchangedFormat.ts";
import { federatedComm } from "./federatedComm.ts";
import { throughServer } from "./throughServer.ts";

/**
 * Communication between islands of replicas, for one step; none where all replicas synchronise in every step.
 * Local SGD all-reduces the islands' weight changes every few steps (DiLoCo, arXiv:2311.08105). Federated
 * clients send their weight changes to a server (arXiv:1602.05629). Workers that gossip
 * send their weights to neighbours (arXiv:1705.09056). Asynchronous replicas push gradients to
 * servers and pull weights (Li et al., OSDI 2014). `params` is the number of parameters of a device.
 */
export function islandComm<N>(
  ctx: Context<N>,
  params: N,
  compressed: Compressed<N> | null,
): readonly Recurring<N>[] {
  const { sync } = ctx.scenario.plan;
  const sent: Sent<N> = { ctx, params, compressed };
  switch (sync.kind) {
    case "synchronous":
      return [];
    case "local_sgd":
      return sync.islands === 1 ? [] : outerComm(sent, sync);
    case "federated":
      return federatedComm(ctx, sync, params, (make) => shrunk(sent, 1, make));
    case "gossip":
      return gossipComm(sent, sync);
    case "asynchronous":
      return serverComm(sent, sync);
  }
}

type Of<K extends Sync["kind"]> = Extract<Sync, { readonly kind: K }>;

interface Sent<N> {
  readonly ctx: Context<N>;
  readonly params: N;
  readonly compressed: Compressed<N> | null;
}

/**
 * Makes an exchange that may be compressed: uncompressed, compressed, or uncompressed during warm-up and
 * compressed in the later steps. `make` builds the exchange from its bytes for each parameter.
 */
function shrunk<N>(
  { ctx, compressed }: Sent<N>,
  senders: number,
  make: (B_x: N, compressed: Compressed<N> | null) => Recurring<N>,
): readonly Recurring<N>[] {
  const B_x = exchangedFormat(ctx);
  if (compressed === null) return [make(B_x, null)];
  const small = make(compressed.bytes(B_x, senders), compressed);
  const found = [inSteps(ctx, { ...small, what: `${small.what}, compressed` }, compressed.after)];
  if (isPositive(ctx.alg, compressed.before)) found.unshift(inSteps(ctx, make(B_x, null), compressed.before));
  return found;
}

/**
 * Exchange of the islands' weight changes in local SGD: an all-reduce over all replicas, or an all-gather for
 * compression that cannot be summed on the way. Replicas of an island hold equal values, which the hierarchical
 * collective exploits.
 */
function outerComm<N>(sent: Sent<N>, sync: Of<"local_sgd">): readonly Recurring<N>[] {
  const { ctx, params: P } = sent;
  const { alg, x, scenario } = ctx;
  const { plan, cluster } = scenario;
  const n_H = alg.input("plan.sync.steps", sync.steps, "1");
  return shrunk(sent, sync.islands, (B_x, compressed) =>
    recurring(ctx, {
      dimension: "dp",
      op: compressed?.gathers ? "all_gather" : "all_reduce",
      what: "weight changes of the islands",
      group: spread(replicaAxes(plan, plan.dp), cluster),
      bytes: alg.apply(book.exchangedBytes, { B_cp: B_x, P }),
      calls: alg.apply(book.meetingsOfStep, { n: x.one, n_H }),
    }),
  );
}

/**
 * Sends of a worker's weights to its neighbours (arXiv:1811.10792, algorithm 1). Neighbours differ from time to
 * time, so each send is priced over the widest links between replicas.
 */
function gossipComm<N>(sent: Sent<N>, { neighbours, steps }: Of<"gossip">): readonly Recurring<N>[] {
  const { ctx, params: P } = sent;
  const { alg, scenario } = ctx;
  const { plan, cluster } = scenario;
  const n = alg.input("plan.sync.neighbours", neighbours, "1");
  const n_H = alg.input("plan.sync.steps", steps, "1");
  return shrunk(sent, 1, (B_x) =>
    recurring(ctx, {
      dimension: "dp",
      op: "send_recv",
      what: "weights to the neighbours",
      group: spread(replicaAxes(plan, plan.dp), cluster),
      bytes: alg.apply(book.exchangedBytes, { B_cp: B_x, P }),
      calls: alg.apply(book.meetingsOfStep, { n, n_H }),
    }),
  );
}

/**
 * Exchanges with parameter servers in asynchronous training: gradients to the servers and weights from them.
 * The rate is the lower of the device's NICs and its share of the servers' rate.
 */
function serverComm<N>(
  sent: Sent<N>,
  { servers, serverBytesPerSecond }: Of<"asynchronous">,
): readonly Recurring<N>[] {
  const { ctx, params: P } = sent;
  const { alg, x, scenario } = ctx;
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
    const bytes = alg.apply(book.exchangedBytes, { B_cp: B_x, P });
    const call = alg.apply(book.serverTime, { Q: bytes, beta, alpha_o: x.outLatency });
    return throughServer(ctx, { what, devices: scenario.cluster.devices, bytes, calls: x.one, call });
  };
  return [
    ...shrunk(sent, 1, (B_x) => way("gradients to the servers", B_x)),
    way("weights from the servers", x.gatherBytes),
  ];
}
