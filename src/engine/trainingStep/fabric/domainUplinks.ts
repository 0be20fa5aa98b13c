import { scaleUpRate, sharedLinkRate, shareOfRate, stagedRate } from "../../formulas/communication/links.ts";
import { NEIGHBOURS, ranksInside, sendersOf } from "./axes.ts";
import type { Group } from "./groups.ts";
import type { Network } from "./links.ts";
import type { Uplink } from "./networkUplinks.ts";

/** Achieved fraction of the data sheet's PCI Express rate: CALIBRATION.md, "Links". */
const SLOT_SHARE = 0.65;

/**
 * Traffic of NCCL's two trees over the links out of a block inside a domain, as a multiple of half the payload:
 * each half goes up and comes down. NCCL counts a tree's bandwidth as half of the links' in every block
 * (NVIDIA/nccl, src/graph/tuning.cc, ncclTopoTuneModel). That includes the block at a chain's end, whose two
 * passes go in opposite directions.
 */
const TREE_PASSES = 4;

/**
 * The shared links out of blocks inside a scale-up domain that a group's messages take. Blocks are boards of
 * devices with their own links, or in a PCI Express tree: bridged pairs, switches and sockets. Without
 * peer-to-peer memory access all messages pass through host memory, also between devices of one switch.
 */
export function domainUplinks<N>(net: Network<N>, group: Group): readonly Uplink<N>[] {
  const { alg, x, scenario } = net;
  const { domain, boards, pcie } = scenario.cluster.scaleUp;
  if (group.inner === 1 || (boards === 1 && pcie === null)) return [];
  const { inner, outer, axes = NEIGHBOURS } = group;
  const found: Uplink<N>[] = [];
  /**
   * Adds a level of blocks of `devices` devices each. `own` is true where each device leaves the block through
   * its own PCI Express slot.
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
