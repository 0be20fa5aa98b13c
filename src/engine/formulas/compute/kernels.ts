import { formula } from "../formula.ts";
import { symbol } from "../symbol.ts";
import * as y from "../symbols.ts";

/** How long a kernel takes: a roofline whose compute side depends on the shape. */

export const productsAtATime = formula({
  name: "productsAtATime",
  result: "products of a batch that run beside each other",
  unit: "1",
  expression: "min(n_b, n_q)",
  symbols: {
    n_b: { ...y.count, symbol: "n_b", meaning: "products of the batch" },
    n_q: { ...y.count, symbol: "n_q", meaning: "streams that kernels are queued in" },
  },
  source:
    "NVIDIA/TransformerEngine, common/gemm/cublaslt_gemm.cu: multi_stream_cublas_gemm deals products to four streams",
  example: { n_b: 32, n_q: 4, gives: 4 },
});

export const productsInTurn = formula({
  name: "productsInTurn",
  result: "time of a batch of products, some at a time",
  unit: "s",
  expression: "n_b/n_r*tau",
  symbols: {
    n_b: { ...y.count, symbol: "n_b", meaning: "products of the batch" },
    n_r: { ...y.count, symbol: "n_r", meaning: "products beside each other" },
    tau: { symbol: "tau", meaning: "time of those", unit: "s" },
  },
  source: "definition",
  assumes: "streams keep step",
  example: { n_b: 32, n_r: 4, tau: 1e-4, gives: 8e-4 },
});

export const gemmTiles = formula({
  name: "gemmTiles",
  result: "output tiles of a matrix product",
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
  result: "waves of tiles over the device",
  unit: "1",
  expression: "max(1, n_t*n_k/n_sm + c_q*(ceil(n_t*n_k/n_sm) - n_t*n_k/n_sm))",
  symbols: { n_t: y.tiles, n_k: y.splits, n_sm: y.sms, c_q: y.quantisation },
  source:
    "NVIDIA, Matrix Multiplication Background User's Guide, section 3.2 (wave quantization); its share: CALIBRATION.md",
  assumes: "a last wave that is not full takes c_q of what it lacks: libraries cut or shift its tiles",
  example: { n_t: 250, n_k: 1, n_sm: 100, c_q: 0.5, gives: 2.75 },
});

export const tileShare = formula({
  name: "tileShare",
  result: "rate of tiles over that of the largest ones",
  unit: "1",
  expression: "(1 + I_0/I_t)/(1 + I_0*(1/T_m + 1/T_n))",
  symbols: { I_0: y.feedIntensity, I_t: y.largestIntensity, T_m: y.tileM, T_n: y.tileN },
  source: "this project's kernel model; see CALIBRATION.md",
  assumes: "a tile of T_m x T_n reads T_m + T_n numbers for each step of T_m*T_n multiply-adds",
  example: { I_0: 32, I_t: 64, T_m: 64, T_n: 64, gives: 0.75 },
});

export const gemmComputeTime = formula({
  name: "gemmComputeTime",
  result: "time of a matrix product's arithmetic",
  unit: "s",
  expression: "n_v*n_sm*2*T_m*T_n*(K/n_k/R + K_0/R_w)/(eta_c*c_s*c_t*c_l)",
  symbols: {
    n_v: y.waves,
    n_sm: y.sms,
    T_m: y.tileM,
    T_n: y.tileN,
    K: y.innerK,
    n_k: y.splits,
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
    n_k: 1,
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
  result: "bytes a product moves when its arithmetic is done: partial sums, and what it adds its result to",
  unit: "B",
  expression: "n_b*M*N*(2*B_f*n_k*min(1, n_k - 1) + c_e*(B_y - B_a))",
  symbols: {
    n_b: y.batch,
    M: y.rowsM,
    N: y.columnsN,
    B_f: y.floatBytes,
    n_k: y.splits,
    c_e: y.tailShare,
    B_y: y.outputBytes,
    B_a: y.activationBytes,
  },
  source:
    "NVIDIA, CUTLASS documentation, Efficient GEMM in CUDA, Parallelized Reductions (split-K); its share: CALIBRATION.md",
  assumes:
    "fp32 partial sums, written once and read once; c_e of an accumulated result is not hidden by other tiles",
  example: { n_b: 1, M: 100, N: 100, B_f: 4, n_k: 2, c_e: 0.5, B_y: 8, B_a: 2, gives: 190000 },
});

export const gemmBytes = formula({
  name: "gemmBytes",
  result: "bytes a matrix product reads and writes",
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

export const streamTime = formula({
  name: "streamTime",
  result: "time to move bytes through the device's memory",
  unit: "s",
  expression: "Q/(W*eta_m)",
  symbols: { Q: y.bytes, W: y.memoryRate, eta_m: y.memoryEfficiency },
  source: "roofline model: Williams, Waterman, Patterson, CACM 52(4), 2009",
  example: { Q: 2e9, W: 2e12, eta_m: 0.8, gives: 0.00125 },
});

export const kernelTime = formula({
  name: "kernelTime",
  result: "time of a kernel",
  unit: "s",
  expression: "max(tau_c, tau_m) + tau_0",
  symbols: { tau_c: y.computeTime, tau_m: y.memoryTime, tau_0: y.kernelStart },
  source: "roofline model: Williams, Waterman, Patterson, CACM 52(4), 2009",
  assumes: "the host launches ahead; where it does not, the layer waits for it",
  example: { tau_c: 0.001, tau_m: 0.0005, tau_0: 0.000002, gives: 0.001002 },
});

export const gemmKernelTime = formula({
  name: "gemmKernelTime",
  result: "time of a matrix product's kernel",
  unit: "s",
  expression: "max(tau_c + tau_r, tau_m) + tau_0",
  symbols: { tau_c: y.computeTime, tau_r: y.tailTime, tau_m: y.memoryTime, tau_0: y.kernelStart },
  source: "roofline model: Williams, Waterman, Patterson, CACM 52(4), 2009",
  assumes: "the host launches ahead; where it does not, the layer waits for it",
  example: { tau_c: 0.001, tau_r: 0.0001, tau_m: 0.0005, tau_0: 0.000002, gives: 0.001102 },
});

export const streamingKernelTime = formula({
  name: "streamingKernelTime",
  result: "time of kernels that only move bytes",
  unit: "s",
  expression: "Q/(W*eta_m) + n*tau_0",
  symbols: { Q: y.bytes, W: y.memoryRate, eta_m: y.memoryEfficiency, n: y.count, tau_0: y.kernelStart },
  source: "roofline model: Williams, Waterman, Patterson, CACM 52(4), 2009",
  assumes: "a kernel's start and end leave the memory idle, so that bandwidth grows with size",
  example: { Q: 2e9, W: 2e12, eta_m: 0.8, n: 2, tau_0: 0.000005, gives: 0.00126 },
});

export const stridedTime = formula({
  name: "stridedTime",
  result: "time of eager kernels with broadcast or strided operands",
  unit: "s",
  expression: "n_x*max(B_x/(W*eta_m), n_y/(n_sm*R_x))",
  symbols: {
    n_x: y.elements,
    B_x: y.elementBytes,
    W: y.memoryRate,
    eta_m: y.memoryEfficiency,
    n_y: y.elementPasses,
    n_sm: y.sms,
    R_x: y.elementRate,
  },
  source: "PyTorch, aten/src/ATen/native/cuda/CUDALoops.cuh: an offset is worked out for every element",
  assumes: "every kernel passes over as many elements, and all are bound alike",
  example: { n_x: 1e9, B_x: 8, W: 8e12, eta_m: 0.8, n_y: 2, n_sm: 150, R_x: 2e9, gives: 2 / 300 },
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

export const causalShare = formula({
  name: "causalShare",
  result: "share of the score matrix that a flash attention kernel computes under a causal mask",
  unit: "1",
  expression: "(s + T_m)/(2*s)",
  symbols: { s: y.seqLen, T_m: { ...y.tileM, unit: "token" } },
  source: "arXiv:2307.08691, section 3.1: blocks above the diagonal are skipped",
  assumes: "blocks on the diagonal are computed in full",
  example: { s: 4096, T_m: 128, gives: 0.515625 },
});

export const windowRowShare = formula({
  name: "windowRowShare",
  result: "share of a row of scores that a row of blocks computes in a sliding window, at most",
  unit: "1",
  expression: "min(1, ((ceil((w - 1)/T_m) + 1)*T_m + l_0)/s)",
  symbols: {
    w: { ...y.slidingWindow, unit: "1" },
    T_m: y.tileM,
    l_0: symbol("l_0", "keys that the start and the end of a row of blocks cost"),
    s: { ...y.seqLen, unit: "1" },
  },
  source: "arXiv:2307.08691, section 3.1: blocks without an unmasked score are skipped",
  assumes: "square blocks; those on the diagonal and on the window's edge are computed in full",
  example: { w: 128, T_m: 128, l_0: 256, s: 4096, gives: 0.125 },
});

export const windowMeanShare = formula({
  name: "windowMeanShare",
  result: "rows of blocks over the longest of them, on average, in a sliding window under a causal mask",
  unit: "1",
  expression: "1 - (c_w - T_m/s)/2",
  symbols: { c_w: y.windowRow, T_m: { ...y.tileM, unit: "token" }, s: y.seqLen },
  source: "sum over the rows of blocks: those of the first window are a block longer each",
  assumes: "a window of the whole sequence leaves the causal mask's share",
  example: { c_w: 0.5, T_m: 128, s: 1024, gives: 0.8125 },
});

export const windowShare = formula({
  name: "windowShare",
  result: "share of the score matrix that a flash attention kernel computes in a sliding window",
  unit: "1",
  expression: "c_w*c_m",
  symbols: {
    c_w: y.windowRow,
    c_m: symbol("c_m", "rows of blocks over the longest of them, on average"),
  },
  source: "definition",
  example: { c_w: 0.5, c_m: 0.8125, gives: 0.40625 },
});

export const headWidthShare = formula({
  name: "headWidthShare",
  result: "rate of flash attention at a head's width over that at 128",
  unit: "1",
  expression:
    "(d_h/(ceil(d_h/32)*32))*(min(ceil(d_h/32)*32, 128)/(min(ceil(d_h/32)*32, 128) + d_0))*(128 + d_1)/128",
  symbols: { d_h: y.dHead, d_0: y.softmaxWidth, d_1: y.wideSoftmaxWidth },
  source: "arXiv:2407.08608, figures 5 and 6 (64, 128 and 256); widths are padded to multiples of 32",
  assumes: "the softmax of a score costs as much as d_0 more of the head's width; it is hidden beyond 128",
  example: { d_h: 128, d_0: 32, d_1: 32, gives: 1 },
});

export const narrowSoftmaxWidth = formula({
  name: "narrowSoftmaxWidth",
  result: "width of a head whose products in 8 bits cost as much as the softmax",
  unit: "1",
  expression: "d_1*R/R_w",
  symbols: {
    d_1: y.wideSoftmaxWidth,
    R: y.peakRate,
    R_w: symbol("R_w", "peak rate in 16 bits", "FLOP/s"),
  },
  source: "definition: the softmax is worked out in fp32 all the same",
  example: { d_1: 32, R: 5e15, R_w: 2.5e15, gives: 64 },
});

export const flashGenerationShare = formula({
  name: "flashGenerationShare",
  result: "rate of a stack's flash attention over that of the generation made for the device",
  unit: "1",
  expression: "c_n^max(0, n_d - n_f)",
  symbols: {
    c_n: symbol("c_n", "rate of a generation over the next one's"),
    n_d: symbol("n_d", "generation made for the device"),
    n_f: symbol("n_f", "generation that the stack has"),
  },
  source:
    "arXiv:2307.08691 (2 is about twice as fast as 1 on A100); arXiv:2407.08608 (3 is 1.5 to 2 times as fast as 2 on H100)",
  example: { c_n: 0.6, n_d: 3, n_f: 2, gives: 0.6 },
});

export const attentionTiles = formula({
  name: "attentionTiles",
  result: "tiles of a flash attention kernel for each multiprocessor, in tiles of a whole row",
  unit: "1",
  expression: "c_a*b*(a/t)*ceil(s/T_m)/n_sm",
  symbols: {
    c_a: y.causal,
    b: { ...y.microBatch, unit: "1" },
    a: y.heads,
    t: y.tp,
    s: y.seqLen,
    T_m: { ...y.tileM, unit: "token" },
    n_sm: y.sms,
  },
  source: "arXiv:2307.08691, section 3.2: rows of blocks are dealt to the multiprocessors",
  example: { c_a: 0.5, b: 1, a: 32, t: 1, s: 4096, T_m: 128, n_sm: 128, gives: 4 },
});

export const flashAttentionTime = formula({
  name: "flashAttentionTime",
  result: "time of a flash attention kernel's arithmetic",
  unit: "s",
  expression: "(1 + 1/n_t)*n_p*c_a*4*b*s*s_k*a*d_h/(t*R*eta_f*c_g*c_s*c_d*c_b)",
  symbols: {
    n_t: y.tilesEach,
    n_p: y.passes,
    c_a: y.causal,
    b: y.microBatch,
    s: y.seqLen,
    s_k: y.keyTokens,
    a: y.heads,
    d_h: y.dHead,
    t: y.tp,
    R: y.peakRate,
    eta_f: y.flashEfficiency,
    c_g: y.generationRate,
    c_s: y.sustained,
    c_d: y.widthShare,
    c_b: symbol("c_b", "rate over that of the forward pass"),
  },
  source:
    "arXiv:2307.08691, section 4.1; Graham, SIAM J. Appl. Math. 17(2), 1969: unequal jobs dealt to machines",
  assumes: "the last row of blocks, the longest one, is worked on after all others",
  example: {
    n_t: 1e18,
    n_p: 1,
    c_a: 0.5,
    b: 1,
    s: 1000,
    s_k: 1000,
    a: 10,
    d_h: 100,
    t: 1,
    R: 1e12,
    eta_f: 1,
    c_g: 1,
    c_s: 1,
    c_d: 1,
    c_b: 1,
    gives: 0.002,
  },
});

/** Elements of the tensors that streaming kernels pass over. */
export const residualElements = formula({
  name: "residualElements",
  result: "elements of the residual stream of a micro-batch on a device",
  unit: "1",
  expression: "s*b*h/t_s",
  symbols: { s: y.seqLen, b: y.microBatch, h: y.dModel, t_s: y.seqSplit },
  source: "definition",
  example: { s: 2048, b: 1, h: 12288, t_s: 8, gives: 3145728 },
});

export const mlpElements = formula({
  name: "mlpElements",
  result: "elements as wide as the MLP, of a micro-batch on a device",
  unit: "1",
  expression: "s*b*f/t",
  symbols: { s: y.seqLen, b: y.microBatch, f: y.dFf, t: y.tp },
  source: "definition",
  example: { s: 2048, b: 1, f: 49152, t: 8, gives: 12582912 },
});

export const scoreElements = formula({
  name: "scoreElements",
  result: "attention scores of a micro-batch on a device",
  unit: "1",
  expression: "a*s*s_k*b/t",
  symbols: { a: y.heads, s: y.seqLen, s_k: y.keyTokens, b: y.microBatch, t: y.tp },
  source: "definition",
  example: { a: 96, s: 2048, s_k: 2048, b: 1, t: 8, gives: 50331648 },
});

export const queryKeyElements = formula({
  name: "queryKeyElements",
  result: "elements of queries and keys, of a micro-batch on a device",
  unit: "1",
  expression: "s*b*d_h*(a/t + max(a_kv/t, 1))",
  symbols: { s: y.seqLen, b: y.microBatch, d_h: y.dHead, a: y.heads, a_kv: y.kvHeads, t: y.tp },
  source: "definition",
  example: { s: 2048, b: 1, d_h: 128, a: 64, a_kv: 8, t: 8, gives: 2359296 },
});

export const tableElements = formula({
  name: "tableElements",
  result: "numbers of the embedding table on a device",
  unit: "1",
  expression: "V*h/t",
  symbols: { V: y.vocab, h: y.dModel, t: y.tp },
  source: "arXiv:1909.08053, section 3",
  example: { V: 51200, h: 1024, t: 8, gives: 6553600 },
});

export const logitElements = formula({
  name: "logitElements",
  result: "logits of a micro-batch on a device",
  unit: "1",
  expression: "s*b*V/t",
  symbols: { s: y.seqLen, b: y.microBatch, V: y.vocab, t: y.tp },
  source: "definition",
  example: { s: 2048, b: 1, V: 51200, t: 8, gives: 13107200 },
});

/** Sides of a layer's matrix products on one device. */
export const microBatchTokens = formula({
  name: "microBatchTokens",
  result: "tokens of a micro-batch",
  unit: "token",
  expression: "s*b",
  symbols: { s: y.seqLen, b: y.microBatch },
  source: "definition",
  example: { s: 2048, b: 4, gives: 8192 },
});

export const qkvColumns = formula({
  name: "qkvColumns",
  result: "columns of the query, key and value projection on a device",
  unit: "1",
  expression: "d_h*(a/t + 2*max(a_kv/t, 1))",
  symbols: { d_h: y.dHead, a: y.heads, a_kv: y.kvHeads, t: y.tp },
  source: "arXiv:1909.08053, section 3",
  example: { d_h: 128, a: 96, a_kv: 96, t: 8, gives: 4608 },
});

export const headColumns = formula({
  name: "headColumns",
  result: "width of the heads on a device",
  unit: "1",
  expression: "a*d_h/t",
  symbols: { a: y.heads, d_h: y.dHead, t: y.tp },
  source: "arXiv:1909.08053, section 3",
  example: { a: 96, d_h: 128, t: 8, gives: 1536 },
});

export const mlpColumns = formula({
  name: "mlpColumns",
  result: "columns of the MLP's input matrices on a device",
  unit: "1",
  expression: "n_u*f/t",
  symbols: { n_u: y.upMatrices, f: y.dFf, t: y.tp },
  source: "arXiv:1909.08053, section 3",
  example: { n_u: 2, f: 28672, t: 8, gives: 7168 },
});

export const attentionProducts = formula({
  name: "attentionProducts",
  result: "score matrices of a micro-batch on a device",
  unit: "1",
  expression: "b*a/t",
  symbols: { b: y.microBatch, a: y.heads, t: y.tp },
  source: "definition",
  example: { b: 4, a: 96, t: 8, gives: 48 },
});

export const vocabularyColumns = formula({
  name: "vocabularyColumns",
  result: "columns of the language-model head on a device",
  unit: "1",
  expression: "ceil(V/(t*n))*n",
  symbols: {
    V: y.vocab,
    t: y.tp,
    n: { ...y.count, meaning: "what the rows on a device are padded to a multiple of" },
  },
  source: "arXiv:1909.08053, section 3; NVIDIA/Megatron-LM: --make-vocab-size-divisible-by",
  example: { V: 50257, t: 8, n: 128, gives: 6400 },
});
