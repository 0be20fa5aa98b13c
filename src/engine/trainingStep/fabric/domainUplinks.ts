import { scaleUpRate, sharedLinkRate, shareOfRate, stagedRate } from "../../formulas/communication/links.ts";
import { NEIGHBOURS, ranksInside, sendersOf } from "./axes.ts";
import type { Group } from "./groups.ts";
import type { Network } from "./links.ts";
import type { Uplink } from "./networkUplinks.ts";

/** Fraction of a PCI Express slot's data sheet rate that transfers between boards achieve: CALIBRATION.md, "Links". */
const SLOT_SHARE = 0.65;

/**
 * Number of half payloads that NCCL's two trees send over the links out of a block inside a scale-up domain: each tree
 * carries half of the payload, up and down. NCCL counts a tree's bandwidth as half of the links' bandwidth in every
 * block (NVIDIA/nccl, src/graph/tuning.cc, ncclTopoTuneModel). That includes the block at a chain's end, whose two
 * passes go in opposite directions.
 */
const TREE_PASSES = 4;

/**
 * Lists the shared links inside a scale-up domain that a group's messages take, by the kind of block that they leave.
 * Blocks are boards of devices, or the bridged pairs, switches and sockets of a PCI Express tree. Without peer-to-peer
 * memory access all messages pass through host memory, also between devices of one switch. Empty where the group has
 * one rank in each domain, or the domain has no such blocks.
 */
export function domainUplinks<N>(net: Network<N>, group: Group): readonly Uplink<N>[] {
  const { alg, x, scenario } = net;
  const { domain, boards, pcie } = scenario.cluster.scaleUp;
  if (group.inner === 1 || (boards === 1 && pcie === null)) return [];
  const { inner, outer, axes = NEIGHBOURS } = group;
  const found: Uplink<N>[] = [];
  /**
   * Adds the links out of blocks of `devices` devices each, unless the group lies inside one block. `rate` gives a
   * device's share of these links, B/s. `own` is true where each device sends through its own PCI Express slot, so
   * that all devices of the block can send at once.
   */
  const add = (level: Uplink<N>["level"], devices: number, rate: () => N, own = false): void => {
    const inside = inner / ranksInside(axes, devices, inner);
    if (inside === 1) return;
    const count = inside * outer;
    const n_K = alg.constant(
      `${level}s that the group reaches`,
      count,
      "1",
      "the plan's degrees on the machine",
    );
    const share = rate();
    found.push({
      ...{ level, count, n_K, toAll: share, toNext: share, alpha: null, devices },
      senders: own ? devices : sendersOf(axes, devices),
      edges: TREE_PASSES,
    });
  };
  if (boards > 1) {
    const c_p = () =>
      alg.constant("share of a slot", SLOT_SHARE, "1", "SimuMax, a100_pcie.json: 69% of 30 GB/s");
    add("board", domain / boards, () => alg.apply(shareOfRate, { c_pr: c_p(), beta: x.slotRate }), true);
  }
  if (pcie === null) return found;
  const eta_l = x.upEfficiency;
  const bridged = pcie.bridgeBytesPerSecond > 0;
  const neighbours = bridged ? 2 : 1;
  if (bridged) add("pair", 2, () => alg.apply(scaleUpRate, { W_l: x.upRate, eta_l }), true);
  if (pcie.switchDevices > 1)
    add("switch", pcie.peerAccess ? pcie.switchDevices : neighbours, () =>
      alg.apply(sharedLinkRate, { W_k: x.uplinkRate, eta_l, n_k: x.switchDevices }),
    );
  if (!pcie.peerAccess)
    add("host", neighbours, () => alg.apply(stagedRate, { W_h: x.hostMemoryRate, n_d: x.nodeDevices }), true);
  const socket = domain / pcie.sockets;
  if (pcie.sockets > 1)
    add("socket", socket, () => {
      const n_k = alg.constant("devices of a processor", socket, "1", "cluster.scale_up.sockets");
      return alg.apply(sharedLinkRate, { W_k: x.socketLinkRate, eta_l, n_k });
    });
  return found;
}
