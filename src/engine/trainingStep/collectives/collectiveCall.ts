import type { Group } from "../fabric/groups.ts";
import { type Network, type Protocol, type Tier, under } from "../fabric/links.ts";
import type { Uplink } from "../fabric/networkUplinks.ts";

/** One call of a collective: its group, its payload, and the link tiers that its messages take. */
export interface CollectiveCall<N> {
  readonly net: Network<N>;
  readonly group: Group;
  readonly Q: N;
  readonly n: N;
  /** Number of ranks over which latency hops are counted; null means all ranks of the group. */
  readonly n_h: N | null;
  /** Number of scale-up domains that the group reaches. */
  readonly n_D: N;
  readonly tau_b: N;
  readonly up: Tier<N> | null;
  readonly out: Tier<N> | null;
  /** Shared links out of blocks of devices (boards to sites) that the call's messages take and that can slow it. */
  readonly uplinks: readonly Uplink<N>[];
}

/**
 * Link tiers that a collective's messages take, with latencies and rates under one NCCL protocol. `across` is true
 * where messages take both scale-up and scale-out links, false where they take a single tier.
 */
export type Path<N> = { readonly protocol: Protocol } & (
  | { readonly across: true; readonly up: Tier<N>; readonly out: Tier<N> }
  | { readonly across: false; readonly only: Tier<N> }
);

export function path<N>({ net, up, out }: CollectiveCall<N>, protocol: Protocol): Path<N> {
  const of = (tier: Tier<N>, where: "up" | "out") => under(net, tier, protocol, where);
  if (up && out) return { protocol, across: true, up: of(up, "up"), out: of(out, "out") };
  if (up) return { protocol, across: false, only: of(up, "up") };
  return { protocol, across: false, only: of(out as Tier<N>, "out") };
}
