import type { Context } from "../inputs/context.ts";

/**
 * Devices that share a node's host and drives. Where the plan fills no whole node, only the plan's devices.
 */
export function nodeDevices<N>({ alg, x, scenario }: Context<N>): N {
  const { tp, cp, pp, dp } = scenario.plan;
  const used = tp * cp * pp * dp;
  return used < scenario.cluster.devicesPerNode
    ? alg.constant("devices of a node", used, "1", "the plan's, fewer than a node has")
    : x.nodeDevices;
}
