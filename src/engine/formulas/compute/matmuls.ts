import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Matmuls in tiles and waves: the compute side of their roofline.

export const productsAtATime = formula({
  name: "productsAtATime",
  result: "matmuls of a batch that run concurrently",
  unit: "1",
  expression: "min(n_b, n_q)",
  symbols: {
    n_b: { ...y.count, symbol: "n_b", meaning: "matmuls of the batched kernel" },
    n_q: { ...y.count, symbol: "n_q", meaning: "streams that kernels are queued in" },
  },
  source:
    "NVIDIA/TransformerEngine, common/gemm/cublaslt_gemm.cu: multi_stream_cublas_gemm deals products to four streams",
  example: { n_b: 32, n_q: 4, gives: 4 },
});

export const productsInTurn = formula({
  name: "productsInTurn",
  result: "time of a batch of matmuls, several at a time",
  unit: "s",
  expression: "n_b/n_r*tau",
  symbols: {
    n_b: { ...y.count, symbol: "n_b", meaning: "matmuls of the batched kernel" },
    n_r: { ...y.count, symbol: "n_r", meaning: "matmuls that run at the same time" },
    tau: { symbol: "tau", meaning: "time of the matmuls that run at the same time", unit: "s" },
  },
  source: "definition",
  assumes: "streams progress at the same rate",
  example: { n_b: 32, n_r: 4, tau: 1e-4, gives: 8e-4 },
});

export const gemmTiles = formula({
  name: "gemmTiles",
  result: "output tiles of a matmul",
  unit: "1",
  expression: "n_b*ceil(M/T_m)*ceil(N/T_n)",
  symbols: { n_b: y.batch, M: y.rowsM, N: y.columnsN, T_m: y.tileM, T_n: y.tileN },
  source: "NVIDIA, Matrix Multiplication Background User's Guide, section 3.1 (tile quantization)",
  example: { n_b: 1, M: 8192, N: 512, T_m: 128, T_n: 128, gives: 256 },
});

export const gemmSplits = formula({
  name: "gemmSplits",
  result: "parts that the inner dimension is split into, where tiles alone leave multiprocessors idle",
  unit: "1",
  expression: "max(1, min(floor(n_sm/n_t), floor(K/K_s)))",
  symbols: { n_sm: y.sms, n_t: y.tiles, K: y.innerK, K_s: y.leastSplit },
  source: "NVIDIA, CUTLASS documentation, Efficient GEMM in CUDA, Parallelized Reductions (split-K)",
  example: { n_sm: 108, n_t: 16, K: 4096, K_s: 512, gives: 6 },
});

export const gemmWaves = formula({
  name: "gemmWaves",
  result: "waves of a matmul's tiles over the multiprocessors",
  unit: "1",
  expression: "max(1, n_t*n_sp/n_sm + c_q*(ceil(n_t*n_sp/n_sm) - n_t*n_sp/n_sm))",
  symbols: { n_t: y.tiles, n_sp: y.splits, n_sm: y.sms, c_q: y.quantisation },
  source:
    "NVIDIA, Matrix Multiplication Background User's Guide, section 3.2 (wave quantization); its share: CALIBRATION.md",
  assumes: "an unfilled last wave costs c_q of its idle part: libraries split or shift its tiles",
  example: { n_t: 250, n_sp: 1, n_sm: 100, c_q: 0.5, gives: 2.75 },
});

export const tileShare = formula({
  name: "tileShare",
  result: "FLOP/s of matmul tiles relative to the largest tiles",
  unit: "1",
  expression: "(1 + I_0/I_t)/(1 + I_0*(1/T_m + 1/T_n))",
  symbols: { I_0: y.feedIntensity, I_t: y.largestIntensity, T_m: y.tileM, T_n: y.tileN },
  source: "this project's kernel model; see CALIBRATION.md",
  assumes: "a tile of T_m x T_n reads T_m + T_n numbers for each step of T_m*T_n multiply-adds",
  example: { I_0: 32, I_t: 64, T_m: 64, T_n: 64, gives: 0.75 },
});

export const gemmComputeTime = formula({
  name: "gemmComputeTime",
  result: "time of a matmul's arithmetic",
  unit: "s",
  expression: "n_v*n_sm*2*T_m*T_n*(K/n_sp/R + K_0/R_w)/(eta_c*c_s*c_t*c_l)",
  symbols: {
    n_v: y.waves,
    n_sm: y.sms,
    T_m: y.tileM,
    T_n: y.tileN,
    K: y.innerK,
    n_sp: y.splits,
    K_0: y.innerRamp,
    R: y.peakRate,
    R_w: y.wideRate,
    eta_c: y.gemmEfficiency,
    c_s: y.sustained,
    c_t: y.tileRate,
    c_l: y.alignedRate,
  },
  source: "this project's kernel model; see CALIBRATION.md",
  assumes:
    "a tile's start and end cost as much as K_0 more inner steps in 16 bits: fewer bits do not shorten them",
  example: {
    n_v: 1,
    n_sm: 100,
    T_m: 128,
    T_n: 128,
    K: 1000,
    n_sp: 1,
    K_0: 0,
    R: 3.2768e12,
    R_w: 3.2768e12,
    eta_c: 1,
    c_s: 1,
    c_t: 1,
    c_l: 1,
    gives: 0.001,
  },
});

export const gemmTailBytes = formula({
  name: "gemmTailBytes",
  result: "bytes a matmul moves after its arithmetic: partial sums, and the tensor its result is added to",
  unit: "B",
  expression: "n_b*M*N*(2*B_f*n_sp*min(1, n_sp - 1) + c_e*(B_y - B_a))",
  symbols: {
    n_b: y.batch,
    M: y.rowsM,
    N: y.columnsN,
    B_f: y.floatBytes,
    n_sp: y.splits,
    c_e: y.tailShare,
    B_y: y.outputBytes,
    B_a: y.activationBytes,
  },
  source:
    "NVIDIA, CUTLASS documentation, Efficient GEMM in CUDA, Parallelized Reductions (split-K); its share: CALIBRATION.md",
  assumes:
    "fp32 partial sums, written once and read once; c_e of an accumulated result is not hidden by other tiles",
  example: { n_b: 1, M: 100, N: 100, B_f: 4, n_sp: 2, c_e: 0.5, B_y: 8, B_a: 2, gives: 190000 },
});

export const gemmBytes = formula({
  name: "gemmBytes",
  result: "bytes a matmul reads and writes",
  unit: "B",
  expression: "n_b*(B_a*(M*K + K*N) + B_y*M*N)",
  symbols: {
    n_b: y.batch,
    B_a: y.activationBytes,
    M: y.rowsM,
    N: y.columnsN,
    K: y.innerK,
    B_y: y.outputBytes,
  },
  source: "roofline model: Williams, Waterman, Patterson, CACM 52(4), 2009",
  assumes: "operands are read once: a wave's tiles share them in the cache of the device",
  example: { n_b: 1, B_a: 2, M: 100, N: 100, K: 100, B_y: 2, gives: 60000 },
});

export const gemmKernelTime = formula({
  name: "gemmKernelTime",
  result: "time of a matmul's kernel",
  unit: "s",
  expression: "max(tau_c + tau_tail, tau_m) + tau_0",
  symbols: { tau_c: y.computeTime, tau_tail: y.tailTime, tau_m: y.memoryTime, tau_0: y.kernelStart },
  source: "roofline model: Williams, Waterman, Patterson, CACM 52(4), 2009",
  assumes: "the host launches ahead; otherwise the layer waits for it",
  example: { tau_c: 0.001, tau_tail: 0.0001, tau_m: 0.0005, tau_0: 0.000002, gives: 0.001102 },
});
