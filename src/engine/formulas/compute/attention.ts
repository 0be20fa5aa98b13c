import { formula } from "../notation/formula.ts";
import { symbol } from "../notation/symbol.ts";
import * as y from "../notation/symbols.ts";

// Attention cores: the share of the scores that a mask leaves, and times of the kernels.

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
    l_0: symbol("l_0", "start and end of a row of blocks, in equivalent keys"),
    s: { ...y.seqLen, unit: "1" },
  },
  source: "arXiv:2307.08691, section 3.1: blocks without an unmasked score are skipped",
  assumes: "square blocks; those on the diagonal and on the window's edge are computed in full",
  example: { w: 128, T_m: 128, l_0: 256, s: 4096, gives: 0.125 },
});

export const windowMeanShare = formula({
  name: "windowMeanShare",
  result:
    "mean length of a row of blocks divided by length of the longest, in a sliding window under a causal mask",
  unit: "1",
  expression: "1 - (c_w - T_m/s)/2",
  symbols: { c_w: y.windowRow, T_m: { ...y.tileM, unit: "token" }, s: y.seqLen },
  source: "sum over the rows of blocks: those of the first window are a block longer each",
  assumes: "with a window of the whole sequence the share is that of the causal mask",
  example: { c_w: 0.5, T_m: 128, s: 1024, gives: 0.8125 },
});

export const windowShare = formula({
  name: "windowShare",
  result: "share of the score matrix that a flash attention kernel computes in a sliding window",
  unit: "1",
  expression: "c_w*c_m",
  symbols: {
    c_w: y.windowRow,
    c_m: symbol("c_m", "mean length of a row of blocks divided by length of the longest"),
  },
  source: "definition",
  example: { c_w: 0.5, c_m: 0.8125, gives: 0.40625 },
});

export const headWidthShare = formula({
  name: "headWidthShare",
  result: "rate of flash attention at a head's width divided by rate at width 128",
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
  result: "width of a head whose 8-bit matmuls cost as much as the softmax",
  unit: "1",
  expression: "d_1*R/R_w",
  symbols: {
    d_1: y.wideSoftmaxWidth,
    R: y.peakRate,
    R_w: symbol("R_w", "peak rate in 16 bits", "FLOP/s"),
  },
  source: "definition: the softmax is still computed in fp32",
  example: { d_1: 32, R: 5e15, R_w: 2.5e15, gives: 64 },
});

export const flashGenerationShare = formula({
  name: "flashGenerationShare",
  result: "rate of a stack's flash attention divided by rate of the generation made for the device",
  unit: "1",
  expression: "c_n^max(0, n_d - n_f)",
  symbols: {
    c_n: symbol("c_n", "FLOP/s of a flash attention version relative to the next version"),
    n_d: symbol("n_d", "flash attention version made for the device"),
    n_f: symbol("n_f", "flash attention version of the framework"),
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
  expression: "(1 + 1/n_te)*n_p*c_a*4*b*s*s_k*a*d_h/(t*R*eta_f*c_gen*c_s*c_d*c_b)",
  symbols: {
    n_te: y.tilesEach,
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
    c_gen: y.generationRate,
    c_s: y.sustained,
    c_d: y.widthShare,
    c_b: symbol("c_b", "FLOP/s of the flash attention kernel relative to its forward pass"),
  },
  source:
    "arXiv:2307.08691, section 4.1; Graham, SIAM J. Appl. Math. 17(2), 1969: unequal jobs dealt to machines",
  assumes: "the last row of blocks, which is the longest, is processed last",
  example: {
    n_te: 1e18,
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
    c_gen: 1,
    c_s: 1,
    c_d: 1,
    c_b: 1,
    gives: 0.002,
  },
});
