import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Uplinks of blocks of devices. A block is a leaf switch, a pod, a dragonfly group or a site; inside a node, a
// board, a PCIe switch or a socket. Each formula adds the tier of a block to a formula for whole domains
// (collectives.ts). The result is unchanged where a block's uplink is as wide as the links of its devices.

export const leafRate = formula({
  name: "leafRate",
  result: "a device's share of the bandwidth out of its leaf switch",
  unit: "B/s",
  expression: "W_n*n_nic/n_d*eta_l/o",
  symbols: {
    W_n: y.nicRate,
    n_nic: y.nics,
    n_d: y.nodeDevices,
    eta_l: y.linkEfficiency,
    o: y.oversubscription,
  },
  source: "definition of oversubscription: Al-Fares, Loukissas, Vahdat, SIGCOMM 2008, section 2.1",
  example: { W_n: 50e9, n_nic: 8, n_d: 8, eta_l: 0.8, o: 2, gives: 20e9 },
});

export const podRate = formula({
  name: "podRate",
  result: "a device's share of the bandwidth out of its pod, or its dragonfly group",
  unit: "B/s",
  expression: "beta_k/o_p",
  symbols: {
    beta_k: { ...y.blockRate, meaning: "a device's share of the bandwidth out of its leaf switch" },
    o_p: y.taper,
  },
  source: "definition of oversubscription: Al-Fares, Loukissas, Vahdat, SIGCOMM 2008, section 2.1",
  example: { beta_k: 40e9, o_p: 8, gives: 5e9 },
});

export const indirectRate = formula({
  name: "indirectRate",
  result:
    "a device's share of the bandwidth out of its dragonfly group, when all traffic goes to one other group",
  unit: "B/s",
  expression: "beta_k/2",
  symbols: { beta_k: y.blockRate },
  source:
    "Kim, Dally, Scott, Abts, ISCA 2008, section 4: messages go by a third group and take two global links",
  assumes: "the few links between two groups carry little of it",
  example: { beta_k: 5e9, gives: 2.5e9 },
});

export const siteRate = formula({
  name: "siteRate",
  result: "a device's share of the bandwidth out of its site",
  unit: "B/s",
  expression: "W_w/n_k",
  symbols: { W_w: y.siteBandwidth, n_k: { ...y.blockDevices, meaning: "devices of a site" } },
  source: "definition",
  example: { W_w: 100e9, n_k: 512, gives: 195312500 },
});

export const ringRateOut = formula({
  name: "ringRateOut",
  result: "bytes a ring through several blocks carries per second",
  unit: "B/s",
  expression: "min(beta, n/n_K*beta_k)",
  symbols: { beta: y.groupRate, n: y.group, n_K: y.blocks, beta_k: y.blockRate },
  source: "definition: a ring leaves each block once, and the ranks of a block share its outgoing links",
  example: { beta: 160e9, n: 64, n_K: 2, beta_k: 4e9, gives: 128e9 },
});

export const treeWireOut = formula({
  name: "treeWireOut",
  result: "transfer time of a double tree's bytes over the slowest link, or out of a block",
  unit: "s",
  expression: "max(tau_w, n_e/2*Q*n_K/(n*beta_k))",
  symbols: {
    tau_w: y.wireTime,
    n_e: {
      symbol: "n_e",
      meaning: "edges of both trees out of a block, each with half of the bytes",
      unit: "1",
    },
    Q: y.payload,
    n_K: y.blocks,
    n: y.group,
    beta_k: y.blockRate,
  },
  source:
    "NVIDIA/nccl, src/graph/trees.cc: of a block's domains one has its parent and one a child in another block",
  assumes: "neighbouring ranks are in one block",
  example: { tau_w: 0.01, n_e: 4, n_K: 2, Q: 1e9, n: 16, beta_k: 5e9, gives: 0.05 },
});

export const allToAllWireOut = formula({
  name: "allToAllWireOut",
  result: "transfer time of an all-to-all's bytes that leave a block",
  unit: "s",
  expression: "(1 - 1/n_K)*Q/beta_k",
  symbols: { n_K: y.blocks, Q: y.payload, beta_k: y.blockRate },
  source: "definition: a block sends everything except its own share",
  example: { n_K: 4, Q: 1e9, beta_k: 5e9, gives: 0.15 },
});

export const allToAllWireInside = formula({
  name: "allToAllWireInside",
  result: "transfer time of an all-to-all's bytes that leave a block for other blocks of its scale-up domain",
  unit: "s",
  expression: "(1/n_D - 1/n_K)*Q/beta_k",
  symbols: { n_D: y.domains, n_K: y.blocks, Q: y.payload, beta_k: y.blockRate },
  source: "definition: data for other blocks of the domain leaves the sender's block",
  assumes: "data for other domains takes other links",
  example: { n_D: 1, n_K: 2, Q: 1e9, beta_k: 4e9, gives: 0.125 },
});

export const allToAllWireAcrossRails = formula({
  name: "allToAllWireAcrossRails",
  result:
    "transfer time of an all-to-all's bytes that leave a leaf switch, when messages do not change rails inside a node",
  unit: "s",
  expression: "(1 - 1/n_D - (n_D/n_K - 1)/n)*Q/beta_k",
  symbols: { n: y.group, n_D: y.domains, n_K: y.blocks, Q: y.payload, beta_k: y.blockRate },
  source: "definition: only devices of the same rank in their nodes are on one leaf",
  assumes: "no PXN, which would hand a message to the device on its receiver's rail first (NVIDIA/nccl 2.12)",
  example: { n: 32, n_D: 4, n_K: 1, Q: 1e9, beta_k: 20e9, gives: 0.0328125 },
});

export const sendRateOut = formula({
  name: "sendRateOut",
  result: "bytes a rank sends per second to its neighbour in another block",
  unit: "B/s",
  expression: "min(beta, n_k/n_snd*beta_k)",
  symbols: {
    beta: y.groupRate,
    n_k: y.blockDevices,
    n_snd: { ...y.senders, meaning: "devices of a block whose ring neighbour is in another block" },
    beta_k: y.blockRate,
  },
  source: "definition: ranks that send out of a block share its outgoing links",
  example: { beta: 40e9, n_k: 256, n_snd: 64, beta_k: 5e9, gives: 20e9 },
});

export const onceOut = formula({
  name: "onceOut",
  result: "latency of a message's hops, one of them to another site",
  unit: "s",
  expression: "tau_a + alpha_w",
  symbols: { tau_a: y.hopsTime, alpha_w: y.siteLatency },
  source: "definition",
  example: { tau_a: 1e-5, alpha_w: 0.01, gives: 0.01001 },
});

export const ringHopsOut = formula({
  name: "ringHopsOut",
  result: "latency of the hops once around a ring through several sites",
  unit: "s",
  expression: "tau_a + n_K*alpha_w",
  symbols: { tau_a: y.hopsTime, n_K: y.blocks, alpha_w: y.siteLatency },
  source: "definition: a ring leaves each site once",
  example: { tau_a: 1e-4, n_K: 2, alpha_w: 0.01, gives: 0.0201 },
});

export const treeHopsOut = formula({
  name: "treeHopsOut",
  result: "latency of the hops up a tree over several sites and down again",
  unit: "s",
  expression: "tau_a + 2*log2(n_K)*alpha_w",
  symbols: { tau_a: y.hopsTime, n_K: y.blocks, alpha_w: y.siteLatency },
  source: "Sanders, Speck, Traff, Parallel Computing 35(12), 2009",
  example: { tau_a: 1e-4, n_K: 4, alpha_w: 0.01, gives: 0.0401 },
});

export const siteShare = formula({
  name: "siteShare",
  result: "a rank's share of a payload among the ranks of its site",
  unit: "B",
  expression: "Q*n_K/n",
  symbols: { Q: y.payload, n_K: y.blocks, n: y.group },
  source: "definition",
  example: { Q: 1e9, n_K: 2, n: 16, gives: 1.25e8 },
});
