import { formula } from "../notation/formula.ts";
import { symbol } from "../notation/symbol.ts";
import * as y from "../notation/symbols.ts";

// Documents of different lengths packed into sequences; a token attends to its own document only.

const KRELL = "arXiv:2107.02027, section 3.2: attention masked to a block for each of the packed sequences";
const mean = symbol("mu_l", "mean length of a document", "token");
const variation = symbol("c_l", "standard deviation of the lengths divided by their mean");

export const attendedTokens = formula({
  name: "attendedTokens",
  result: "length of a token's document, averaged over tokens",
  unit: "token",
  expression: "min(s, mu_l*(1 + c_l^2))",
  symbols: { s: y.seqLen, mu_l: mean, c_l: variation },
  source: "mean of squared lengths over mean length: long documents have most of the tokens",
  assumes: "documents longer than a sequence are truncated",
  example: { s: 8192, mu_l: 1000, c_l: 1, gives: 2000 },
});

export const documentPieces = formula({
  name: "documentPieces",
  result: "context-parallel ranks that a token's document spans, when ranks hold contiguous tokens",
  unit: "1",
  expression: "max(1, min(1, l_d/s)*c/c_u)",
  symbols: {
    l_d: y.documentTokens,
    s: { ...y.seqLen, meaning: "tokens in a whole sequence" },
    c: y.cp,
    c_u: { ...y.cp, symbol: "c_u", meaning: "context-parallel ranks that split the heads (Ulysses)" },
  },
  source: "definition: a rank has s*c_u/c neighbouring tokens",
  assumes: "documents begin where pieces do",
  example: { l_d: 4096, s: 8192, c: 8, c_u: 1, gives: 4 },
});

export const causalDocumentShare = formula({
  name: "causalDocumentShare",
  result: "share of the score matrix that a flash attention kernel computes, causal within documents",
  unit: "1",
  expression: "min(s + T_m, l_d + T_m)/(2*s)",
  symbols: { s: y.seqLen, l_d: y.documentTokens, T_m: { ...y.tileM, unit: "token" } },
  source: KRELL,
  assumes: "blocks on the diagonal are computed in full",
  example: { s: 4096, l_d: 1024, T_m: 128, gives: 0.140625 },
});

export const wholeDocumentShare = formula({
  name: "wholeDocumentShare",
  result: "share of the score matrix that a flash attention kernel computes within documents",
  unit: "1",
  expression: "min(s, l_d + T_m)/s",
  symbols: { s: y.seqLen, l_d: y.documentTokens, T_m: { ...y.tileM, unit: "token" } },
  source: KRELL,
  assumes: "a block on each edge is computed in full",
  example: { s: 4096, l_d: 1024, T_m: 128, gives: 0.28125 },
});

export const lognormalSquares = formula({
  name: "lognormalSquares",
  result: "fourth moment of the lengths divided by square of the second moment",
  unit: "1",
  expression: "(1 + c_l^2)^4",
  symbols: { c_l: variation },
  source:
    "moments of the lognormal distribution: E[l^k] = exp(k mu + k^2 sigma^2/2), with 1 + c_l^2 = exp(sigma^2)",
  assumes: "lengths as a lognormal distribution has them",
  example: { c_l: 1, gives: 16 },
});

export const documentLoad = formula({
  name: "documentLoad",
  result: "attention time of the replica with the longest documents, relative to the mean",
  unit: "1",
  expression: "min(s/l_d, 1 + z_d*sqrt((q_l - 1)*mu_l/(s*n)))",
  symbols: {
    s: y.seqLen,
    l_d: y.documentTokens,
    z_d: symbol("z_d", "expected largest of as many normal draws as there are replicas"),
    q_l: symbol("q_l", "fourth moment of the lengths divided by square of the second moment"),
    mu_l: mean,
    n: { ...y.count, meaning: "sequences that a replica trains on in a step" },
  },
  source: "variance of the sum of squared lengths of the s/mu_l documents of a sequence",
  assumes: "packing ignores the cost of attention",
  example: { s: 8192, l_d: 2000, z_d: 2, q_l: 16, mu_l: 1000, n: 8, gives: 1.9568319307746784 },
});

export const documentWait = formula({
  name: "documentWait",
  result: "time a step waits for the replica with the longest documents",
  unit: "s",
  expression: "(lambda_d - 1)*tau",
  symbols: {
    lambda_d: symbol("lambda_d", "attention time of the slowest replica, relative to the mean"),
    tau: { ...y.seconds, meaning: "attention cores of a step" },
  },
  source: "definition: replicas synchronise at the end of a step",
  example: { lambda_d: 1.5, tau: 0.2, gives: 0.1 },
});
