import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Kernel times: the longer of computing and moving bytes.

export const streamTime = formula({
  name: "streamTime",
  result: "time to move bytes through the device's memory",
  unit: "s",
  expression: "Q/(W*eta_m)",
  symbols: {
    Q: { ...y.bytes, meaning: "bytes that the kernel reads and writes" },
    W: y.memoryRate,
    eta_m: y.memoryEfficiency,
  },
  source: "roofline model: Williams, Waterman, Patterson, CACM 52(4), 2009",
  example: { Q: 2e9, W: 2e12, eta_m: 0.8, gives: 0.00125 },
});

export const kernelTime = formula({
  name: "kernelTime",
  result: "time of a kernel: the longer of arithmetic and memory traffic",
  unit: "s",
  expression: "max(tau_c, tau_m) + tau_0",
  symbols: { tau_c: y.computeTime, tau_m: y.memoryTime, tau_0: y.kernelStart },
  source: "roofline model: Williams, Waterman, Patterson, CACM 52(4), 2009",
  assumes: "the host launches ahead; otherwise the layer waits for it",
  example: { tau_c: 0.001, tau_m: 0.0005, tau_0: 0.000002, gives: 0.001002 },
});

export const streamingKernelTime = formula({
  name: "streamingKernelTime",
  result: "time of kernels that only move bytes",
  unit: "s",
  expression: "Q/(W*eta_m) + n*tau_0",
  symbols: {
    Q: { ...y.bytes, meaning: "bytes that the kernels read and write" },
    W: y.memoryRate,
    eta_m: y.memoryEfficiency,
    n: { ...y.count, meaning: "number of kernels" },
    tau_0: y.kernelStart,
  },
  source: "roofline model: Williams, Waterman, Patterson, CACM 52(4), 2009",
  assumes: "memory is idle while a kernel starts and ends, so bandwidth grows with size",
  example: { Q: 2e9, W: 2e12, eta_m: 0.8, n: 2, tau_0: 0.000005, gives: 0.00126 },
});

export const permutedRowsTime = formula({
  name: "permutedRowsTime",
  result: "time of a kernel that moves rows of tokens by index",
  unit: "s",
  expression: "Q/(W*eta_m*c_r) + tau_0",
  symbols: {
    Q: { ...y.bytes, meaning: "bytes of the moved rows, read and written" },
    W: y.memoryRate,
    eta_m: y.memoryEfficiency,
    c_r: {
      symbol: "c_r",
      meaning: "bandwidth of kernels that move rows by index, as a share of streaming kernels'",
      unit: "1",
    },
    tau_0: y.kernelStart,
  },
  source:
    "MooreThreads/SimuMax, configs/system/b200_bf16_ceperm.json: permute_fwd, permute_bwd (Transformer Engine, permutation.py, on B200)",
  assumes: "other NVIDIA devices and libraries lose the same share; other vendors' devices lose none",
  example: { Q: 2e9, W: 2e12, eta_m: 0.8, c_r: 0.4, tau_0: 0.000005, gives: 0.00313 },
});

export const stridedTime = formula({
  name: "stridedTime",
  result: "time of eager kernels with broadcast or strided operands",
  unit: "s",
  expression: "n_x*max(B_x/(W*eta_m), n_ep/(n_sm*R_x))",
  symbols: {
    n_x: y.elements,
    B_x: y.elementBytes,
    W: y.memoryRate,
    eta_m: y.memoryEfficiency,
    n_ep: y.elementPasses,
    n_sm: y.sms,
    R_x: y.elementRate,
  },
  source: "PyTorch, aten/src/ATen/native/cuda/CUDALoops.cuh: an offset is computed for every element",
  assumes: "every kernel reads the same number of elements and has the same bottleneck",
  example: { n_x: 1e9, B_x: 8, W: 8e12, eta_m: 0.8, n_ep: 2, n_sm: 150, R_x: 2e9, gives: 2 / 300 },
});

export const movedBytes = formula({
  name: "movedBytes",
  result: "bytes that kernels move",
  unit: "B",
  expression: "B_x*n_x",
  symbols: { B_x: y.elementBytes, n_x: y.elements },
  source: "definition",
  example: { B_x: 4, n_x: 1000, gives: 4000 },
});
