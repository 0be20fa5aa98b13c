import { formula } from "../notation/formula.ts";
import { symbol } from "../notation/symbol.ts";
import * as y from "../notation/symbols.ts";

// Token costs of loose synchronisation, compression, low precision and optimizers: tokens to a loss, relative
// to synchronous AdamW in bf16.

const islands = symbol("n_I", "islands (groups of replicas) that train independently");
const between = symbol("n_H", "steps between synchronisations of the islands");
const tokens = symbol("D", "tokens to the target loss at small batches", "token");
const gap = symbol("p", "loss above synchronous training's, as a share of that loss");
const spread = symbol("p_x", "published spread of the added loss");
const loss = symbol("L_x", "training loss, in nats per token");
const slope = symbol("s_L", "decrease of the loss, in nats, when tokens grow by a factor e");
const factor = symbol("f_x", "tokens, relative to synchronous AdamW in bf16");
const updates = symbol("n_S", "optimizer updates to the target loss");
const contraction = symbol("c_d", "share of a gradient's squared norm that is sent");
const tokenExponent = symbol("alpha_T", "exponent of tokens in the scaling law");
const modelExponent = symbol("alpha_P", "exponent of parameters in the scaling law");

export const powerLawSlope = formula({
  name: "powerLawSlope",
  result: "decrease of the loss, in nats, when tokens grow by a factor e",
  unit: "1",
  expression: "alpha_T*A_T/D^alpha_T",
  symbols: {
    alpha_T: tokenExponent,
    A_T: symbol("A_T", "coefficient of the scaling law's token term"),
    D: tokens,
  },
  source: "arXiv:2203.15556, eq. 2, its derivative by ln D",
  example: { alpha_T: 0.5, A_T: 100, D: 1e4, gives: 0.5 },
});

export const jointSlope = formula({
  name: "jointSlope",
  result: "decrease of the loss, in nats, when tokens grow by a factor e",
  unit: "1",
  expression: "alpha_T*L_x*(D_c/D)/((P_c/P)^(alpha_P/alpha_T) + D_c/D)",
  symbols: {
    alpha_T: tokenExponent,
    L_x: loss,
    D_c: symbol("D_c", "tokens at which the loss would be 1", "token"),
    D: tokens,
    P_c: symbol("P_c", "parameters at which the loss would be 1", "param"),
    P: { ...y.paramCount, meaning: "parameters of the model" },
    alpha_P: modelExponent,
  },
  source: "arXiv:2001.08361, eq. 1.5, its derivative by ln D",
  example: { alpha_T: 0.5, L_x: 3, D_c: 6, D: 2, P_c: 4, P: 4, alpha_P: 0.5, gives: 1.125 },
});

export const localGap = formula({
  name: "localGap",
  result: "loss of islands above that of synchronous training, as a share of it",
  unit: "1",
  expression: "0.0040*(n_I - 1)^0.757*(1 + 0.513*log2(max(n_H, 30)/30))*(P/1e9)^-0.257*max(1, D/P/20)^-0.40",
  symbols: {
    n_I: islands,
    n_H: between,
    P: { ...y.paramCount, meaning: "parameters of the model" },
    D: tokens,
  },
  source:
    "fitted to arXiv:2503.09799 (table 4), arXiv:2502.12996 (table 6) and arXiv:2501.18512 (table 6): validation/sync.csv; 0.513 log2 is 0.74 ln",
  assumes:
    "AdamW inside an island, Nesterov momentum on the changes, a tuned batch, islands of equal data; fewer than 30 steps cost as much as 30. Measured: 1 to 8 islands, 30 to 100 steps, 35M to 10B parameters, 20 to 250 tokens per parameter",
  example: { n_I: 2, n_H: 60, P: 1e9, D: 2e10, gives: 0.006052 },
});

export const tokensPerParam = formula({
  name: "tokensPerParam",
  result: "tokens of a run for each parameter",
  unit: "1",
  expression: "D/P",
  symbols: { D: tokens, P: { ...y.paramCount, meaning: "parameters of the model" } },
  source: "definition",
  example: { D: 2e10, P: 1e9, gives: 20 },
});

export const gapTokens = formula({
  name: "gapTokens",
  result: "tokens that compensate for a higher loss, relative to synchronous training",
  unit: "1",
  expression: "exp(L_x*max(p + p_x, 0)/s_L)",
  symbols: { L_x: loss, p: gap, p_x: spread, s_L: slope },
  source:
    "definition, to first order along the scaling law: X = exp(dL/s). Eleven runs that measured both dL and X gave s = 0.31 nats, within 0.02 (marin issue 6431)",
  example: { L_x: 2, p: 0.01, p_x: 0, s_L: 0.5, gives: 1.0408107741923882 },
});

export const islandTokens = formula({
  name: "islandTokens",
  result: "tokens of islands, relative to synchronous training",
  unit: "1",
  expression: "min(f_x, n_I)",
  symbols: { f_x: factor, n_I: islands },
  source:
    "definition: islands that never synchronise each learn only from their own share of the tokens, so n_I times as many are needed",
  example: { f_x: 1.2, n_I: 8, gives: 1.2 },
});

export const staleTokens = formula({
  name: "staleTokens",
  result: "tokens with stale gradients, relative to fresh ones",
  unit: "1",
  expression: "1 + c_s*tau_u*(6000/n_S)^0.8",
  symbols: {
    c_s: symbol("c_s", "relative extra tokens per update of delay, for a run of 6,000 updates"),
    tau_u: symbol("tau_u", "mean staleness of a gradient, in updates"),
    n_S: updates,
  },
  source:
    "fitted to marin issue 6431 (2026): one pipeline of 290M parameters at 6,000 and 15,000 updates; the exponent is 1 in theory (arXiv:2003.05131), where delay enters the lower-order term",
  assumes: "delays up to 32 updates, runs of 6,000 to 15,000 updates, models up to 290M parameters",
  example: { c_s: 0.58, tau_u: 2.5, n_S: 6000, gives: 2.45 },
});

export const serverTokens = formula({
  name: "serverTokens",
  result: "tokens with parameter servers, relative to synchronous training",
  unit: "1",
  expression: "min(n_I, 1 + c_s*min(tau_u*(6000/n_S)^0.8, (n_I - 1)*(6000/(n_I*n_S))^0.8))",
  symbols: {
    n_I: { ...islands, meaning: "replicas" },
    c_s: symbol("c_s", "relative extra tokens per update of delay, for a run of 6,000 updates"),
    tau_u: symbol("tau_u", "staleness of a gradient, in updates"),
    n_S: { ...updates, meaning: "optimizer steps of all replicas to the target loss" },
  },
  source:
    "staleTokens applied to the servers' updates: one update per step with a bound, one per replica without. In the worst case only the gradients of one replica count",
  assumes: "delays up to 32 updates, runs of 6,000 to 15,000 updates, models up to 290M parameters",
  example: { n_I: 64, c_s: 1, tau_u: 2, n_S: 6000, gives: 3 },
});

export const stageDelay = formula({
  name: "stageDelay",
  result: "updates between a stage's forward and backward pass, on average over stages",
  unit: "1",
  expression: "(p_p - 1)/2",
  symbols: { p_p: symbol("p_p", "pipeline stages") },
  source: "arXiv:1806.03377, section 3.3: stage i of p sees weights p - i updates old",
  example: { p_p: 9, gives: 4 },
});

export const feedbackTokens = formula({
  name: "feedbackTokens",
  result: "tokens with compressed gradients and error feedback, relative to no compression",
  unit: "1",
  expression: "1 + 1/(c_d*n_S)",
  symbols: { c_d: contraction, n_S: { ...updates, meaning: "gradient exchanges to the target loss" } },
  source:
    "arXiv:1809.07599, theorem 2.4: gradients that are not sent arrive 1/c_d exchanges later, which adds a term that does not grow with the run",
  assumes:
    "the root of the condition number, a factor of this term in theory, is taken as 1. No cost was measured with top-k of 0.1% or more, rank 4 or more, signs after 15% of the steps, and 4 bits or more, for CNNs, LSTMs and BERT",
  example: { c_d: 0.001, n_S: 10000, gives: 1.1 },
});

export const quantisedTokens = formula({
  name: "quantisedTokens",
  result: "tokens with stochastically rounded gradients, relative to no compression",
  unit: "1",
  expression: "max(1, (1 + min(n_j/4^(n_b - 1), sqrt(n_j)/2^(n_b - 1)))/(1 + sqrt(512)/8))",
  symbols: {
    n_j: { ...y.count, symbol: "n_j", meaning: "numbers that share a scale" },
    n_b: { ...y.count, symbol: "n_b", meaning: "bits of a number" },
  },
  source:
    "arXiv:1610.02132, lemma 3.1: the variance that 2^(bits - 1) levels add divided by the variance of 4 bits in blocks of 512, which did not lower the accuracy (table 1)",
  assumes: "noise costs tokens in proportion to its variance",
  example: { n_j: 512, n_b: 4, gives: 1 },
});

export const lowRankGap = formula({
  name: "lowRankGap",
  result: "loss above that without low-rank compression, as a share of it",
  unit: "1",
  expression: "0.025*max(0, 1 - log2(r_c)/2)",
  symbols: { r_c: symbol("r_c", "rank of the approximation") },
  source:
    "arXiv:1905.13727: an LSTM had a perplexity of 102 at rank 1 and of 91 at rank 4 and without compression, a difference of 0.114 of 4.51 nats; ranks between them by the logarithm of the rank",
  assumes: "with error feedback",
  example: { r_c: 2, gives: 0.0125 },
});

export const precisionTokens = formula({
  name: "precisionTokens",
  result: "tokens with low-precision matmuls, relative to bf16",
  unit: "1",
  expression: "1 + c_q",
  symbols: { c_q: symbol("c_q", "relative extra tokens of the format") },
  source:
    "fp8: at most 0.25% of the loss (arXiv:2412.19437, appendix B.1; arXiv:2506.08027), at 3.2% of the loss for an e-fold of tokens (arXiv:2509.25149, section 5); NVFP4: up to 1.20, MXFP4: 1.08 to 1.36 (arXiv:2509.25149, section 5; validation/sync.csv)",
  assumes:
    "published recipes: blocks of scales, random Hadamard transforms and stochastic rounding in 4 bits, and some layers in bf16. Measured: 1.2B to 20B parameters",
  example: { c_q: 0.1, gives: 1.1 },
});

export const matrixOptimizerTokens = formula({
  name: "matrixOptimizerTokens",
  result: "tokens with Muon or Shampoo, relative to tuned AdamW",
  unit: "1",
  expression: "min(1, 0.835*(1 + c_o)*(P/1e9)^0.079)",
  symbols: {
    P: { ...y.paramCount, meaning: "parameters of the model" },
    c_o: symbol("c_o", "published spread of the ratio of tokens"),
  },
  source:
    "fitted to 0.71 at 0.13B, 0.77 at 0.5B, 0.91 at 1.2B parameters (arXiv:2509.02046) and 0.86 at 2.4B (arXiv:2505.23725): within 7%",
  assumes: "hyperparameters of both are tuned; measured up to 3.1B parameters",
  example: { P: 1e9, c_o: 0, gives: 0.835 },
});

export const costOfTokens = formula({
  name: "costOfTokens",
  result: "tokens, relative to synchronous AdamW in bf16",
  unit: "1",
  expression: "f_s*f_p*f_c*f_q*f_o",
  symbols: {
    f_s: { ...factor, symbol: "f_s", meaning: "token factor of infrequent synchronisation" },
    f_p: { ...factor, symbol: "f_p", meaning: "token factor of stages with older weights" },
    f_c: { ...factor, symbol: "f_c", meaning: "token factor of compressed gradients" },
    f_q: { ...factor, symbol: "f_q", meaning: "token factor of low precision" },
    f_o: { ...factor, symbol: "f_o", meaning: "token factor of the optimizer" },
  },
  source: "definition",
  assumes: "factors are independent; combinations were not measured",
  example: { f_s: 2, f_p: 1, f_c: 1.5, f_q: 1, f_o: 0.5, gives: 1.5 },
});

export const looseEfficiency = formula({
  name: "looseEfficiency",
  result: "progress per token, relative to a small batch of synchronous AdamW in bf16",
  unit: "1",
  expression: "eta_B/f_x",
  symbols: { eta_B: symbol("eta_B", "statistical efficiency of the batch"), f_x: factor },
  source: "definition",
  example: { eta_B: 0.9, f_x: 1.2, gives: 0.75 },
});

export const updatesOfTokens = formula({
  name: "updatesOfTokens",
  result: "optimizer updates to the target loss",
  unit: "1",
  expression: "D/B_t*n_m",
  symbols: {
    D: { ...tokens, meaning: "tokens to the target loss at this batch" },
    B_t: symbol("B_t", "tokens of a step", "token"),
    n_m: symbol("n_m", "updates of a step"),
  },
  source: "definition",
  example: { D: 1e9, B_t: 1e6, n_m: 4, gives: 4000 },
});
