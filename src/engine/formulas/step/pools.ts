import { formula } from "../notation/formula.ts";
import { symbol } from "../notation/symbol.ts";
import * as y from "../notation/symbols.ts";

// Pools of unlike devices in one job.

const WHALE = "arXiv:2011.09208 (Whale), section 3.3";
const pools = symbol("n_P", "pools of the cluster");
const ofPool = symbol("n_o", "devices of the pool", "GPU");
const poolSeconds = symbol("tau_P", "time of the pool's own step, before it waits for other pools", "s");
const idle = symbol("tau_1", "pipeline bubble of the pool's slowest stage", "s");

export const poolUplink = formula({
  name: "poolUplink",
  result: "bytes that all nodes of a pool together send per second",
  unit: "B/s",
  expression: "W_n*n_nic*n_o/n_d*eta_l",
  symbols: {
    W_n: y.nicRate,
    n_nic: y.nics,
    n_o: { ...ofPool, unit: "1" },
    n_d: y.nodeDevices,
    eta_l: y.linkEfficiency,
  },
  source: "definition",
  assumes: "every node of the pool sends at once: after a reduce-scatter each device has a share",
  example: { W_n: 50e9, n_nic: 8, n_o: 256, n_d: 8, eta_l: 0.9, gives: 11.52e12 },
});

export const poolExchange = formula({
  name: "poolExchange",
  result: "time of the all-reduce of gradients between pools",
  unit: "s",
  expression: "2*(n_P - 1)*alpha_w + 2*(n_P - 1)/n_P*Q/W_P",
  symbols: {
    n_P: pools,
    alpha_w: { ...y.siteLatency, meaning: "latency between two pools" },
    Q: { ...y.bytes, meaning: "gradients of all trained parameters" },
    W_P: symbol("W_P", "bytes that the slowest pool sends to the others per second", "B/s"),
  },
  source: `a ring: Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005; replicas on unlike devices: ${WHALE}`,
  assumes:
    "the reduce-scatter and the all-gather inside a pool are those of the pool's own step; the ring enters and leaves each pool once; no computation hides it",
  example: { n_P: 2, alpha_w: 1e-5, Q: 140e9, W_P: 1e12, gives: 0.14002 },
});

export const poolIdle = formula({
  name: "poolIdle",
  result: "share of the step in which a pool's slowest stage idles",
  unit: "1",
  expression: "max(0, (T - tau_P - tau_x + tau_1)/T)",
  symbols: {
    T: y.stepTime,
    tau_P: poolSeconds,
    tau_x: { ...y.commTime, meaning: "time of the all-reduce between pools" },
    tau_1: idle,
  },
  source: "definition",
  example: { T: 10, tau_P: 7, tau_x: 1, tau_1: 0.5, gives: 0.25 },
});

export const poolPeak = formula({
  name: "poolPeak",
  result: "peak rate of all devices of a pool",
  unit: "FLOP/s",
  expression: "n_o*R",
  symbols: { n_o: { ...ofPool, unit: "1" }, R: y.peakRate },
  source: "definition",
  example: { n_o: 256, R: 989e12, gives: 253.184e15 },
});

export const meanPeak = formula({
  name: "meanPeak",
  result: "mean peak rate of a device over all pools",
  unit: "FLOP/s",
  expression: "R_P/n_g",
  symbols: {
    R_P: symbol("R_P", "peak rate of all devices of all pools", "FLOP/s"),
    n_g: { ...y.devices, unit: "1" },
  },
  source: "definition",
  example: { R_P: 413e15, n_g: 768, gives: 537.7604166666666e12 },
});

export const poolFlops = formula({
  name: "poolFlops",
  result: "FLOPs of a step on a pool",
  unit: "FLOP",
  expression: "C*n_y/n_x",
  symbols: {
    C: y.flops,
    n_y: symbol("n_y", "the pool's micro-batches, or layers where stages are on pools"),
    n_x: symbol("n_x", "all micro-batches, or all layers"),
  },
  source: "definition",
  assumes: "embedding and head are spread like the layers",
  example: { C: 4.5e18, n_y: 40, n_x: 64, gives: 2.8125e18 },
});

export const memoryShare = formula({
  name: "memoryShare",
  result: "share of its memory that a device of the pool uses at its peak",
  unit: "1",
  expression: "Q/Q_c",
  symbols: {
    Q: { ...y.bytes, meaning: "peak memory of a device of the pool" },
    Q_c: symbol("Q_c", "usable memory of the device", "B"),
  },
  source: "definition",
  example: { Q: 60e9, Q_c: 80e9, gives: 0.75 },
});

export const neighbourNic = formula({
  name: "neighbourNic",
  result: "bandwidth of a NIC that the devices of the pool behind it can take in",
  unit: "B/s",
  expression: "W_m*(n_m/n_r)*(n_d/n_nic)",
  symbols: {
    W_m: symbol("W_m", "bandwidth of a NIC of the neighbouring pool, one direction", "B/s"),
    n_m: symbol("n_m", "NICs of a node of the neighbouring pool"),
    n_r: symbol("n_r", "devices of a node of the neighbouring pool"),
    n_d: y.nodeDevices,
    n_nic: y.nics,
  },
  source: "definition",
  assumes: "each device sends to one device of the next stage",
  example: { W_m: 25e9, n_m: 4, n_r: 8, n_d: 8, n_nic: 8, gives: 12.5e9 },
});

export const linkNic = formula({
  name: "linkNic",
  result: "bandwidth of a NIC that its share of the link between pools allows",
  unit: "B/s",
  expression: "W_w/n_s*(n_d/n_nic)",
  symbols: {
    W_w: { ...y.siteBandwidth, meaning: "bandwidth of the link between pools, one direction" },
    n_s: symbol("n_s", "devices of a stage, which send at the same time"),
    n_d: y.nodeDevices,
    n_nic: y.nics,
  },
  source: "definition",
  example: { W_w: 400e9, n_s: 64, n_d: 8, n_nic: 8, gives: 6.25e9 },
});

export const poolDeviceTime = formula({
  name: "poolDeviceTime",
  result: "device time of a pool",
  unit: "GPU*s",
  expression: "n_o*A",
  symbols: { n_o: ofPool, A: y.wall },
  source: "definition",
  example: { n_o: 256, A: 86_400, gives: 22_118_400 },
});
