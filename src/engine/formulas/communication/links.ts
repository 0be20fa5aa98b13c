import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Rates and latencies of a device on each tier of the machine.

export const scaleUpRate = formula({
  name: "scaleUpRate",
  result: "bytes a device sends per second inside its scale-up domain",
  unit: "B/s",
  expression: "W_l*eta_l",
  symbols: { W_l: y.linkRate, eta_l: y.linkEfficiency },
  source: "definition",
  example: { W_l: 300e9, eta_l: 0.8, gives: 240e9 },
});

export const fullMeshRate = formula({
  name: "fullMeshRate",
  result:
    "bytes a device sends per second to the group's other devices, each linked to it with the same bandwidth",
  unit: "B/s",
  expression: "W_l*eta_l*(n - 1)/(n_M - 1)",
  symbols: { W_l: y.linkRate, eta_l: y.linkEfficiency, n: y.group, n_M: y.domainDevices },
  source: "definition: links to devices outside of the group are idle",
  example: { W_l: 150e9, eta_l: 0.9, n: 2, n_M: 4, gives: 45e9 },
});

export const cubeMeshRate = formula({
  name: "cubeMeshRate",
  result: "bytes a device sends per second over the group's rings",
  unit: "B/s",
  expression: "W_l*eta_l*n_R/n_L",
  symbols: { W_l: y.linkRate, eta_l: y.linkEfficiency, n_R: y.rings, n_L: y.deviceLinks },
  source: "definition",
  example: { W_l: 150e9, eta_l: 0.9, n_R: 4, n_L: 6, gives: 90e9 },
});

export const sharedLinkRate = formula({
  name: "sharedLinkRate",
  result: "a device's share of the link through which all messages of its block go",
  unit: "B/s",
  expression: "W_k*eta_l/n_k",
  symbols: { W_k: y.sharedLink, eta_l: y.linkEfficiency, n_k: y.blockDevices },
  source: "definition",
  example: { W_k: 32e9, eta_l: 0.65, n_k: 4, gives: 5.2e9 },
});

export const stagedRate = formula({
  name: "stagedRate",
  result: "a device's share of host memory bandwidth, for messages that cannot go directly between devices",
  unit: "B/s",
  expression: "W_h/(2*n_d)",
  symbols: {
    W_h: { symbol: "W_h", meaning: "bandwidth of the host's memory", unit: "B/s" },
    n_d: y.nodeDevices,
  },
  source:
    "definition: each byte is written to and read from host memory; NVIDIA NCCL user guide, NCCL_SHM_DISABLE",
  assumes: "all devices of the node send at once, and nothing else uses the memory",
  example: { W_h: 400e9, n_d: 8, gives: 25e9 },
});

export const shareOfRate = formula({
  name: "shareOfRate",
  result: "bytes a device sends per second where only a share of its links carries them",
  unit: "B/s",
  expression: "c_pr*beta",
  symbols: { c_pr: { ...y.protocolShare, meaning: "share of the rate" }, beta: y.groupRate },
  source: "definition",
  example: { c_pr: 0.65, beta: 20e9, gives: 13e9 },
});

export const switchRate = formula({
  name: "switchRate",
  result: "bytes a device sends per second to switches that reduce",
  unit: "B/s",
  expression: "beta*eta_s",
  symbols: { beta: y.groupRate, eta_s: y.switchEfficiency },
  source: "definition",
  example: { beta: 378e9, eta_s: 0.84, gives: 317.52e9 },
});

export const scaleOutRate = formula({
  name: "scaleOutRate",
  result: "bytes a device sends per second across the fabric",
  unit: "B/s",
  expression: "W_n*min(n_nic/n_snd, max(1, n_nic/n_d))*eta_l",
  symbols: {
    W_n: y.nicRate,
    n_nic: y.nics,
    n_snd: y.senders,
    n_d: y.nodeDevices,
    eta_l: y.linkEfficiency,
  },
  source: "definition",
  assumes: "a device uses the NICs next to it, and shares them with the devices that send at the same time",
  example: { W_n: 25e9, n_nic: 4, n_snd: 8, n_d: 8, eta_l: 0.8, gives: 10e9 },
});

export const protocolLatency = formula({
  name: "protocolLatency",
  result: "latency of a hop under a protocol",
  unit: "s",
  expression: "alpha + alpha_p",
  symbols: { alpha: y.latency, alpha_p: y.protocolLatency },
  source: "NVIDIA/nccl, src/graph/tuning.cc: hwLatencies",
  example: { alpha: 0.6e-6, alpha_p: 2.8e-6, gives: 3.4e-6 },
});

export const protocolRate = formula({
  name: "protocolRate",
  result: "payload a rank sends per second under a protocol",
  unit: "B/s",
  expression: "c_pr*beta",
  symbols: { c_pr: y.protocolShare, beta: y.groupRate },
  source: "NVIDIA/nccl: flags travel with the data",
  example: { c_pr: 0.9375, beta: 240e9, gives: 225e9 },
});
