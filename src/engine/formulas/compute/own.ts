import { formula } from "../notation/formula.ts";
import { symbol } from "../notation/symbol.ts";
import * as y from "../notation/symbols.ts";

// Operators that a program adds to every layer of a model (`model.operators`).

const ranks = symbol("t_op", "ranks that share an own operator");
const factor = symbol("c_op", "work of the pass relative to the forward pass");
const perToken = symbol("F_op", "forward FLOPs of an own operator for one token", "FLOP");
const OWN = "the model's own figure";

export const ownFlops = formula({
  name: "ownFlops",
  result: "FLOPs of an own operator for a micro-batch on a device",
  unit: "FLOP",
  expression: "c_op*F_op*s*b/t_op",
  symbols: { c_op: factor, F_op: perToken, s: y.seqLen, b: y.microBatch, t_op: ranks },
  source: OWN,
  example: { c_op: 2, F_op: 1e6, s: 2048, b: 1, t_op: 8, gives: 512000000 },
});

export const ownBytes = formula({
  name: "ownBytes",
  result: "bytes that an own operator moves for a micro-batch on a device",
  unit: "B",
  expression: "c_op*B_op*s*b/t_op",
  symbols: {
    c_op: factor,
    B_op: symbol("B_op", "bytes that an own operator moves forward for one token", "B"),
    s: y.seqLen,
    b: y.microBatch,
    t_op: ranks,
  },
  source: OWN,
  example: { c_op: 1, B_op: 16384, s: 2048, b: 1, t_op: 1, gives: 33554432 },
});

export const ownTime = formula({
  name: "ownTime",
  result: "time of an own operator",
  unit: "s",
  expression: "max(C/(R*eta_c*c_s), Q/(W*eta_m)) + tau_0",
  symbols: {
    C: { ...y.flops, meaning: "FLOPs of the operator" },
    R: y.peakRate,
    eta_c: y.gemmEfficiency,
    c_s: y.sustained,
    Q: { ...y.bytes, meaning: "bytes that the operator reads and writes" },
    W: y.memoryRate,
    eta_m: y.memoryEfficiency,
    tau_0: y.kernelStart,
  },
  source: "roofline model: Williams, Waterman, Patterson, CACM 52(4), 2009",
  assumes: "one kernel a pass, at the rates that the largest matmuls and streaming kernels reach",
  example: {
    ...{ C: 1e12, R: 1e15, eta_c: 0.8, c_s: 0.5, Q: 2e9, W: 2e12, eta_m: 0.5, tau_0: 0.000003 },
    gives: 0.002503,
  },
});

export const ownSaved = formula({
  name: "ownSaved",
  result: "bytes that an own operator saves for the backward pass of a micro-batch on a device",
  unit: "B",
  expression: "B_sv*s*b/t_op",
  symbols: {
    B_sv: symbol("B_sv", "bytes that an own operator saves for one token", "B"),
    s: y.seqLen,
    b: y.microBatch,
    t_op: ranks,
  },
  source: OWN,
  example: { B_sv: 8192, s: 2048, b: 1, t_op: 8, gives: 2097152 },
});

export const ownParamsShard = formula({
  name: "ownParamsShard",
  result: "parameters of an own operator on one tensor-parallel rank",
  unit: "param",
  expression: "P_x/t",
  symbols: { P_x: y.partParams, t: y.tp },
  source: OWN,
  example: { P_x: 4194304, t: 8, gives: 524288 },
});

const ofLayers = {
  B: y.globalBatch,
  L: { ...y.count, symbol: "L", meaning: "layers with the operator" },
  s: y.seqLen,
  F_op: perToken,
};

export const ownStepFlops = formula({
  name: "ownStepFlops",
  result: "model FLOPs of an own operator in a step",
  unit: "FLOP",
  expression: "B*L*s*F_op*(1 + c_op)",
  symbols: {
    ...ofLayers,
    c_op: symbol("c_op", "work of the backward pass relative to the forward pass"),
  },
  source: OWN,
  example: { B: 2, L: 10, s: 100, F_op: 1000, c_op: 2, gives: 6000000 },
});

export const ownRepeatedFlops = formula({
  name: "ownRepeatedFlops",
  result: "FLOPs of recomputing an own operator in a step",
  unit: "FLOP",
  expression: "B*L*s*F_op",
  symbols: ofLayers,
  source: OWN,
  example: { B: 2, L: 10, s: 100, F_op: 1000, gives: 2000000 },
});
