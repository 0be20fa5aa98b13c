import { formula } from "../notation/formula.ts";
import { symbol } from "../notation/symbol.ts";
import * as y from "../notation/symbols.ts";

const ROOFLINE = "roofline model: Williams, Waterman, Patterson, CACM 52(4), 2009";

export const gemmFlops = formula({
  name: "gemmFlops",
  result: "FLOPs of a matmul's kernel",
  unit: "FLOP",
  expression: "2*n_b*M*N*K",
  symbols: { n_b: y.batch, M: y.rowsM, N: y.columnsN, K: y.innerK },
  source: "definition: a multiplication and an addition",
  example: { n_b: 1, M: 100, N: 100, K: 100, gives: 2e6 },
});

export const flashFlops = formula({
  name: "flashFlops",
  result: "FLOPs of a flash attention kernel",
  unit: "FLOP",
  expression: "n_p*c_a*4*b*s^2*a*d_h/t",
  symbols: {
    n_p: y.passes,
    c_a: y.causal,
    b: y.microBatch,
    s: y.seqLen,
    a: y.heads,
    d_h: y.dHead,
    t: y.tp,
  },
  source: "arXiv:2307.08691, section 4.1",
  assumes: "only blocks not fully masked are computed and counted",
  example: { n_p: 1, c_a: 0.5, b: 1, s: 1000, a: 10, d_h: 100, t: 1, gives: 2e9 },
});

export const streamingFlops = formula({
  name: "streamingFlops",
  result: "FLOPs of kernels that pass over their operands",
  unit: "FLOP",
  expression: "Q/B_a",
  symbols: { Q: { ...y.bytes, meaning: "bytes that the kernel moves" }, B_a: y.activationBytes },
  source: "this project's convention",
  assumes: "one operation per number read or written; their time follows from their bytes",
  example: { Q: 4000, B_a: 2, gives: 2000 },
});

export const intensity = formula({
  name: "intensity",
  result: "arithmetic intensity of a kernel",
  unit: "FLOP/B",
  expression: "C/Q",
  symbols: {
    C: { ...y.flops, meaning: "FLOPs of the kernel" },
    Q: { ...y.bytes, meaning: "bytes that the kernel moves" },
  },
  source: ROOFLINE,
  example: { C: 2e6, Q: 60000, gives: 2e6 / 60000 },
});

export const achievedRate = formula({
  name: "achievedRate",
  result: "FLOP/s that a kernel achieves",
  unit: "FLOP/s",
  expression: "C/tau",
  symbols: {
    C: { ...y.flops, meaning: "FLOPs of the kernel" },
    tau: { ...y.seconds, meaning: "duration of the kernel" },
  },
  source: ROOFLINE,
  example: { C: 3e12, tau: 0.01, gives: 3e14 },
});

export const reachedPeak = formula({
  name: "reachedPeak",
  result: "rate that the largest matmuls sustain",
  unit: "FLOP/s",
  expression: "R*eta_c*c_s",
  symbols: { R: y.peakRate, eta_c: y.gemmEfficiency, c_s: y.sustained },
  source: "this project's kernel model; see CALIBRATION.md",
  example: { R: 1e15, eta_c: 0.8, c_s: 0.9, gives: 7.2e14 },
});

export const reachedBandwidth = formula({
  name: "reachedBandwidth",
  result: "memory bandwidth that kernels reach",
  unit: "B/s",
  expression: "W*eta_m",
  symbols: { W: y.memoryRate, eta_m: y.memoryEfficiency },
  source: "this project's kernel model; see CALIBRATION.md",
  example: { W: 2e12, eta_m: 0.8, gives: 1.6e12 },
});

export const ridge = formula({
  name: "ridge",
  result: "arithmetic intensity at which the roofs of memory and arithmetic meet",
  unit: "FLOP/B",
  expression: "R/W",
  symbols: {
    R: symbol("R", "roof of the arithmetic", "FLOP/s"),
    W: symbol("W", "roof of the memory", "B/s"),
  },
  source: ROOFLINE,
  example: { R: 3.12e14, W: 2e12, gives: 156 },
});
