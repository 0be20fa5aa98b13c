import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Pipeline schedules in closed form.

export const layersPerStage = formula({
  name: "layersPerStage",
  result: "layers of a stage",
  unit: "1",
  expression: "L/p",
  symbols: { L: y.layers, p: y.pp },
  source: "arXiv:2104.04473, section 2.2",
  example: { L: 96, p: 8, gives: 12 },
});

export const inFlightGpipe = formula({
  name: "inFlightGpipe",
  result: "micro-batches in flight under GPipe",
  unit: "1",
  expression: "m",
  symbols: { m: y.microBatches },
  source: "arXiv:1811.06965, section 2.3",
  example: { m: 64, gives: 64 },
});

export const inFlight1f1b = formula({
  name: "inFlight1f1b",
  result: "micro-batches in flight on a stage under 1F1B",
  unit: "1",
  expression: "min(p - r, m)",
  symbols: { p: y.pp, r: y.stage, m: y.microBatches },
  source: "arXiv:2104.04473, section 2.2.1",
  example: { p: 8, r: 2, m: 64, gives: 6 },
});

export const inFlightInterleaved = formula({
  name: "inFlightInterleaved",
  result: "micro-batches in flight on a stage under interleaved 1F1B, in parts of 1/v",
  unit: "1",
  expression: "min(2*(p - r - 1) + (v - 1)*g + 1, m*v)/v",
  symbols: {
    p: y.pp,
    r: y.stage,
    v: y.vpp,
    m: y.microBatches,
    g: {
      ...y.count,
      symbol: "g",
      meaning: "micro-batches that pass a chunk before the next chunk starts",
    },
  },
  source:
    "arXiv:2104.04473, section 2.2.2; with g = p on the first stage p + (p - 1)/v, arXiv:2205.05198, section 4.2.3; Megatron Core, get_pp_rank_microbatches",
  example: { p: 8, r: 0, v: 3, m: 64, g: 8, gives: 10.333333333333334 },
});

export const inFlightZeroBubble = formula({
  name: "inFlightZeroBubble",
  result: "micro-batches whose activations a stage holds when weight gradients are computed later",
  unit: "1",
  expression: "min(c_p*p - c_1, m)",
  symbols: {
    p: y.pp,
    m: y.microBatches,
    c_p: {
      ...y.count,
      symbol: "c_p",
      meaning: "micro-batches in flight per stage: 1 for ZB-H1 and ZB-V, 2 for ZB-H2",
    },
    c_1: {
      ...y.count,
      symbol: "c_1",
      meaning: "reduction of the micro-batches in flight: 0 for ZB-H1 and ZB-V, 1 for ZB-H2",
    },
  },
  source: "arXiv:2401.10241, table 2 (ZB-H1: p, ZB-H2: 2p - 1) and section 6 (ZB-V: p), on every stage",
  assumes: "activations are saved until the weight gradients are computed",
  example: { p: 8, m: 64, c_p: 2, c_1: 1, gives: 15 },
});

export const inFlightDualPipe = formula({
  name: "inFlightDualPipe",
  result: "micro-batches in flight for each of the two pieces of a stage under DualPipe",
  unit: "1",
  expression: "min(p + 1, m)/2",
  symbols: { p: y.pp, m: y.microBatches },
  source: "arXiv:2412.19437, table 2: activations of p + 1 micro-batches, of either piece",
  example: { p: 8, m: 20, gives: 4.5 },
});

export const inFlightControllable = formula({
  name: "inFlightControllable",
  result: "micro-batches whose activations a stage holds under V-Half or V-Min",
  unit: "1",
  expression: "min(floor((p + c_1)/c_p), m)",
  symbols: {
    p: y.pp,
    m: y.microBatches,
    c_p: {
      ...y.count,
      symbol: "c_p",
      meaning: "divisor of 1F1B's p micro-batches in flight: 2 for V-Half, 3 for V-Min",
    },
    c_1: {
      ...y.count,
      symbol: "c_1",
      meaning: "extra micro-batches for the turns of the V: 2 for V-Half, 4 for V-Min",
    },
  },
  source: "arXiv:2405.15362, section 3.2 and table 2",
  assumes: "activations are saved until the weight gradients are computed",
  example: { p: 8, m: 64, c_p: 2, c_1: 2, gives: 5 },
});

export const inFlightDualPipeV = formula({
  name: "inFlightDualPipeV",
  result: "micro-batches in flight for each of the two pieces of a stage under DualPipeV",
  unit: "1",
  expression: "min(2*p + 1, 2*m)/2",
  symbols: { p: y.pp, m: y.microBatches },
  source:
    "deepseek-ai/DualPipe, README: p devices hold 2p + 1 activations of pieces, as DualPipe does on 2p devices",
  example: { p: 4, m: 20, gives: 4.5 },
});

export const stashedWeights = formula({
  name: "stashedWeights",
  result: "older versions of the weights that PipeDream keeps for the micro-batches in flight",
  unit: "B",
  expression: "B_w*P*(n - 1)",
  symbols: {
    B_w: y.weightBytes,
    P: { ...y.paramCount, meaning: "parameters on the device" },
    n: { ...y.count, meaning: "micro-batches in flight on the stage" },
  },
  source: "arXiv:1806.03377, section 3.3: a version of the weights for each micro-batch in flight",
  example: { B_w: 2, P: 1e9, n: 4, gives: 6e9 },
});

export const bubbleRatio = formula({
  name: "bubbleRatio",
  result: "bubble ratio: pipeline idle time over ideal compute time",
  unit: "1",
  expression: "(p - 1)/(v*m)",
  symbols: { p: y.pp, v: y.vpp, m: y.microBatches },
  source: "arXiv:2104.04473, section 2.2.1 and 2.2.2",
  assumes: "stages take equal time",
  example: { p: 8, v: 3, m: 64, gives: 0.036458333333333336 },
});

const time = (name: string, meaning: string) => ({ ...y.seconds, symbol: name, meaning });

export const bubbleFraction = formula({
  name: "bubbleFraction",
  result: "share of the step in which the slowest stage idles",
  unit: "1",
  expression: "tau_1/T",
  symbols: {
    tau_1: time("tau_1", "time the slowest stage waits for the others"),
    T: time("T", "one step"),
  },
  source: "definition",
  example: { tau_1: 0.6, T: 7, gives: 0.08571428571428572 },
});

export const simulatedWait = formula({
  name: "simulatedWait",
  result: "pipeline bubble: idle time of the slowest stage in the simulated schedule",
  unit: "s",
  expression: "max(tau_1, m*tau_2) - m*tau_2",
  symbols: {
    tau_1: time("tau_1", "length of the simulated pipeline schedule"),
    tau_2: time("tau_2", "time of one micro-batch on the stage, forward and backward"),
    m: y.microBatches,
  },
  source: "definition",
  example: { tau_1: 7, tau_2: 0.1, m: 64, gives: 0.6 },
});

export const inputGradientTime = formula({
  name: "inputGradientTime",
  result: "backward pass without the gradients of the weights",
  unit: "s",
  expression: "max(tau_1, tau_2) - tau_2",
  symbols: {
    tau_1: time("tau_1", "backward pass of one micro-batch on the stage"),
    tau_2: time("tau_2", "computation of weight gradients in that backward pass"),
  },
  source: "arXiv:2401.10241, section 1: B is the backward pass less W",
  example: { tau_1: 2, tau_2: 0.9, gives: 1.1 },
});

export const passSend = formula({
  name: "passSend",
  result: "communication exposed between one pass through a chunk and the next",
  unit: "s",
  expression: "tau/(2*v)",
  symbols: {
    tau: time("tau", "exposed sends and reductions of one micro-batch on a stage"),
    v: y.vpp,
  },
  source: "definition: a micro-batch leaves every chunk once forward and once backward",
  example: { tau: 0.004, v: 2, gives: 0.001 },
});

export const announcingTime = formula({
  name: "announcingTime",
  result: "extra step time for tensor announcements between neighbouring stages",
  unit: "s",
  expression: "tau*(min(p - 1, 2)*m + max(p - 3, 0))",
  symbols: {
    tau: time("tau", "announcing one micro-batch's activations and their gradient, on both sides"),
    p: y.pp,
    m: y.microBatches,
  },
  source:
    "definition: a stage announces to both its neighbours, one after the other, and while the pipeline fills and drains a stage has nothing else to do",
  assumes:
    "1F1B of at least p - 1 micro-batches, one chunk per stage: agrees with a simulation of every message; announcements do not overlap the stage's own computation",
  example: { tau: 0.6, p: 4, m: 32, gives: 39 },
});

export const waitShare = formula({
  name: "waitShare",
  result: "pipeline idle time divided by compute time, if stages take equal time",
  unit: "1",
  expression: "tau_1/(m*tau_2)",
  symbols: {
    tau_1: time("tau_1", "pipeline bubble of the slowest stage"),
    tau_2: time("tau_2", "time of one micro-batch on the stage, forward and backward"),
    m: y.microBatches,
  },
  source: "definition",
  example: { tau_1: 0.7, tau_2: 0.1, m: 64, gives: 0.109375 },
});

export const gradientWindow = formula({
  name: "gradientWindow",
  result: "computation that overlaps data-parallel communication at the end (or start) of a step",
  unit: "s",
  expression: "tau*max(1, min(p, m)*(v - 1)/v)",
  symbols: {
    tau: { ...y.seconds, meaning: "time of one micro-batch on the slowest stage, forward and backward" },
    p: y.pp,
    m: y.microBatches,
    v: y.vpp,
  },
  source:
    "definition: a chunk's gradients are complete while the last micro-batches of other chunks still run",
  assumes:
    "a chunk's last micro-batches follow each other, min(p, m) of them, as in arXiv:2104.04473, section 2.2.2",
  example: { tau: 1, p: 8, m: 64, v: 4, gives: 6 },
});

export const scatterWindow = formula({
  name: "scatterWindow",
  result: "time of a step that can overlap gradient reduce-scatters after every micro-batch",
  unit: "s",
  expression: "m*tau_b + (m - 1)*tau_f + tau_w",
  symbols: {
    m: y.microBatches,
    tau_b: { symbol: "tau_b", meaning: "backward time of one micro-batch on the stage", unit: "s" },
    tau_f: { symbol: "tau_f", meaning: "forward time of one micro-batch on the stage", unit: "s" },
    tau_w: { symbol: "tau_w", meaning: "time the stage waits in the pipeline", unit: "s" },
  },
  source: "definition: backward passes, the forward passes that follow them, and waits between",
  example: { m: 4, tau_b: 2, tau_f: 1, tau_w: 3, gives: 14 },
});
