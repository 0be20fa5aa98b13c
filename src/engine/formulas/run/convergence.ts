import { formula } from "../notation/formula.ts";
import { symbol } from "../notation/symbol.ts";
import * as y from "../notation/symbols.ts";

// Convergence: loss from tokens and parameters, token cost of large batches, and their effect on a run.

const loss = symbol("L_x", "training loss, in nats per token");
const irreducible = symbol("L_0", "irreducible loss of the scaling law");
const floor = symbol("L_f", "loss of this model with unlimited tokens, in nats per token");
const modelScale = symbol("A_P", "coefficient of the scaling law's parameter term");
const tokenScale = symbol("A_T", "coefficient of the scaling law's token term");
const modelExponent = symbol("alpha_P", "exponent of parameters in the scaling law");
const tokenExponent = symbol("alpha_T", "exponent of tokens in the scaling law");
const modelUnit = symbol("P_c", "parameters at which the loss would be 1", "param");
const tokenUnit = symbol("D_c", "tokens at which the loss would be 1", "token");
const tokens = symbol("D", "training tokens", "token");
const batch = symbol("B_t", "tokens per optimizer update (batch size)", "token");
const critical = symbol("B_c", "critical batch size", "token");
const efficiency = symbol("eta_B", "statistical efficiency of the batch");
const compute = { ...y.flops, meaning: "FLOPs of the run" };
const rate = symbol("eta_0", "learning rate tuned at the reference batch");
const tunedBatch = symbol("B_0", "tokens of the batch at which the learning rate was tuned", "token");

const CHINCHILLA = "arXiv:2203.15556, eq. 2";
const KAPLAN = "arXiv:2001.08361, eq. 1.5";
const ONE_PASS = "tokens are not repeated, and the data are like those that the law was fitted on";

export const powerLawLoss = formula({
  name: "powerLawLoss",
  result: "loss after this many tokens, in nats per token",
  unit: "1",
  expression: "L_0 + A_P/P^alpha_P + A_T/D^alpha_T",
  symbols: {
    L_0: irreducible,
    A_P: modelScale,
    P: { ...y.paramCount, meaning: "parameters of the model" },
    alpha_P: modelExponent,
    A_T: tokenScale,
    D: tokens,
    alpha_T: tokenExponent,
  },
  source: CHINCHILLA,
  assumes: ONE_PASS,
  example: {
    ...{ L_0: 1.69, A_P: 406.4, P: 70e9, alpha_P: 0.34, A_T: 410.7, D: 1.4e12, alpha_T: 0.28 },
    gives: 1.9366454705587173,
  },
});

export const powerLawFloor = formula({
  name: "powerLawFloor",
  result: "loss of this model with unlimited tokens, in nats per token",
  unit: "1",
  expression: "L_0 + A_P/P^alpha_P",
  symbols: {
    L_0: irreducible,
    A_P: modelScale,
    P: { ...y.paramCount, meaning: "parameters of the model" },
    alpha_P: modelExponent,
  },
  source: CHINCHILLA,
  example: { L_0: 1.69, A_P: 400, P: 1e8, alpha_P: 0.25, gives: 5.69 },
});

export const powerLawTokens = formula({
  name: "powerLawTokens",
  result: "tokens to a loss at small batches",
  unit: "token",
  expression: "(A_T/(L_x - L_f))^(1/alpha_T)",
  symbols: { A_T: tokenScale, L_x: loss, L_f: floor, alpha_T: tokenExponent },
  source: `${CHINCHILLA}, solved for the tokens`,
  assumes: ONE_PASS,
  example: { A_T: 100, L_x: 2.5, L_f: 2, alpha_T: 0.25, gives: 1.6e9 },
});

export const jointLoss = formula({
  name: "jointLoss",
  result: "loss after this many tokens, in nats per token",
  unit: "1",
  expression: "((P_c/P)^(alpha_P/alpha_T) + D_c/D)^alpha_T",
  symbols: {
    P_c: modelUnit,
    P: { ...y.paramCount, meaning: "parameters, embeddings left out" },
    alpha_P: modelExponent,
    alpha_T: tokenExponent,
    D_c: tokenUnit,
    D: tokens,
  },
  source: KAPLAN,
  assumes: ONE_PASS,
  example: { P_c: 8, P: 4, alpha_P: 0.1, alpha_T: 0.1, D_c: 6, D: 3, gives: 1.148698354997035 },
});

export const jointFloor = formula({
  name: "jointFloor",
  result: "loss of this model with unlimited tokens, in nats per token",
  unit: "1",
  expression: "(P_c/P)^alpha_P",
  symbols: {
    P_c: modelUnit,
    P: { ...y.paramCount, meaning: "parameters of the model" },
    alpha_P: modelExponent,
  },
  source: KAPLAN,
  example: { P_c: 16, P: 4, alpha_P: 0.5, gives: 2 },
});

export const jointTokens = formula({
  name: "jointTokens",
  result: "tokens to a loss at small batches",
  unit: "token",
  expression: "D_c/(L_x^(1/alpha_T) - (P_c/P)^(alpha_P/alpha_T))",
  symbols: {
    D_c: tokenUnit,
    L_x: loss,
    alpha_T: tokenExponent,
    P_c: modelUnit,
    P: { ...y.paramCount, meaning: "parameters of the model" },
    alpha_P: modelExponent,
  },
  source: `${KAPLAN}, solved for the tokens`,
  assumes: ONE_PASS,
  example: { D_c: 6, L_x: 2, alpha_T: 0.5, P_c: 8, P: 4, alpha_P: 0.5, gives: 3 },
});

export const criticalBatchOfTokens = formula({
  name: "criticalBatchOfTokens",
  result: "critical batch size",
  unit: "token",
  expression: "512*22.91*(D/1e6)^0.47/0.2",
  symbols: { D: tokens },
  source:
    "arXiv:2410.21676, section 4: 22.91 D^0.47 sequences of 512 tokens cost a fifth more tokens, which on the curve of arXiv:1812.06162, eq. 2.11, is a fifth of the critical batch",
  assumes:
    "D counts millions of tokens: then the paper's three fits agree on its model of 151M parameters. Measured up to 1.2B parameters",
  example: { D: 1e6, gives: 58649.6 },
});

export const criticalBatchOfLoss = formula({
  name: "criticalBatchOfLoss",
  result: "critical batch size",
  unit: "token",
  expression: "2e8/L_x^(1/0.21)",
  symbols: { L_x: loss },
  source: "arXiv:2001.08361, eq. 1.4",
  assumes: "the loss of the law's own tokenizer and data",
  example: { L_x: 1, gives: 2e8 },
});

export const statisticalEfficiency = formula({
  name: "statisticalEfficiency",
  result: "statistical efficiency: progress per token, relative to a small batch",
  unit: "1",
  expression: "B_c/(B_c + B_t)",
  symbols: { B_c: critical, B_t: batch },
  source:
    "arXiv:1812.06162, eq. 2.11: (S/S_min - 1)(E/E_min - 1) = 1, so that E_min/E = 1/(1 + B/B_crit); arXiv:2008.12260, eq. 7, against a small batch",
  assumes: "the learning rate is tuned for each batch size; one critical batch size for the whole run",
  example: { B_c: 3e6, B_t: 1e6, gives: 0.75 },
});

export const effectiveTokens = formula({
  name: "effectiveTokens",
  result: "tokens of small batches that would reach the same loss",
  unit: "token",
  expression: "D*eta_B",
  symbols: { D: tokens, eta_B: efficiency },
  source: "arXiv:1812.06162, eq. 2.11",
  example: { D: 3e11, eta_B: 0.8, gives: 2.4e11 },
});

export const tokensAtBatch = formula({
  name: "tokensAtBatch",
  result: "tokens to the target loss at this batch",
  unit: "token",
  expression: "D/eta_B",
  symbols: { D: { ...tokens, meaning: "tokens to the target loss at small batches" }, eta_B: efficiency },
  source: "arXiv:1812.06162, eq. 2.11",
  example: { D: 2.4e11, eta_B: 0.8, gives: 3e11 },
});

export const effectiveTokenRate = formula({
  name: "effectiveTokenRate",
  result: "goodput: tokens per second times their statistical efficiency",
  unit: "token/s",
  expression: "W_t*eta_B",
  symbols: { W_t: y.tokenRate, eta_B: efficiency },
  source: "arXiv:2008.12260, eq. 1: goodput = throughput * efficiency",
  example: { W_t: 1e6, eta_B: 0.8, gives: 8e5 },
});

export const stepsOfTokens = formula({
  name: "stepsOfTokens",
  result: "optimizer steps to the target loss",
  unit: "1",
  expression: "ceil(D/(B*s))",
  symbols: { D: tokens, B: y.globalBatch, s: y.seqLen },
  source: "definition",
  example: { D: 1e9, B: 512, s: 2048, gives: 954 },
});

export const runFlops = formula({
  name: "runFlops",
  result: "FLOPs of the run, as scaling laws count them",
  unit: "FLOP",
  expression: "6*P*D",
  symbols: { P: { ...y.paramCount, meaning: "parameters of the model" }, D: tokens },
  source: "arXiv:2001.08361, section 2.1",
  assumes: "attention's own FLOPs are left out",
  example: { P: 1e9, D: 2e10, gives: 1.2e20 },
});

export const optimalParams = formula({
  name: "optimalParams",
  result: "parameters of the model that has the lowest loss for these FLOPs",
  unit: "param",
  expression: "(alpha_P*A_P/(alpha_T*A_T))^(1/(alpha_P + alpha_T))*(C/6)^(alpha_T/(alpha_P + alpha_T))",
  symbols: { alpha_P: modelExponent, A_P: modelScale, alpha_T: tokenExponent, A_T: tokenScale, C: compute },
  source: "arXiv:2203.15556, eq. 4",
  example: { alpha_P: 0.5, A_P: 100, alpha_T: 0.5, A_T: 400, C: 6e20, gives: 2.5e9 },
});

export const optimalTokens = formula({
  name: "optimalTokens",
  result: "tokens of the model that has the lowest loss for these FLOPs",
  unit: "token",
  expression: "C/(6*P)",
  symbols: { C: compute, P: { ...y.paramCount, meaning: "parameters of the model" } },
  source: "arXiv:2203.15556, eq. 4",
  example: { C: 6e20, P: 2.5e9, gives: 4e10 },
});

export const suggestedBatch = formula({
  name: "suggestedBatch",
  result: "batch size that was best at these FLOPs",
  unit: "token",
  expression: "0.2920*C^0.3271",
  symbols: { C: compute },
  source: "arXiv:2401.02954, eq. 1",
  assumes: "DeepSeek LLM's data and recipe; fitted on runs up to 2e19 FLOP",
  example: { C: 1e20, gives: 1017144.9599051544 },
});

export const suggestedLearningRate = formula({
  name: "suggestedLearningRate",
  result: "learning rate that was best at these FLOPs",
  unit: "1",
  expression: "0.3118*C^-0.125",
  symbols: { C: compute },
  source: "arXiv:2401.02954, eq. 1",
  assumes: "DeepSeek LLM's data and recipe; fitted on runs up to 2e19 FLOP",
  example: { C: 1e24, gives: 0.0003118 },
});

export const linearLearningRate = formula({
  name: "linearLearningRate",
  result: "learning rate scaled with the batch",
  unit: "1",
  expression: "eta_0*B_t/B_0",
  symbols: { eta_0: rate, B_t: batch, B_0: tunedBatch },
  source: "arXiv:1706.02677, section 2.1",
  assumes: "SGD, and batches well below the critical one",
  example: { eta_0: 0.1, B_t: 8192, B_0: 256, gives: 3.2 },
});

export const squareRootLearningRate = formula({
  name: "squareRootLearningRate",
  result: "learning rate scaled with the root of the batch",
  unit: "1",
  expression: "eta_0*sqrt(B_t/B_0)",
  symbols: { eta_0: rate, B_t: batch, B_0: tunedBatch },
  source: "arXiv:1404.5997, section 5; for Adam arXiv:2205.10287",
  assumes: "batches well below the critical one",
  example: { eta_0: 1e-3, B_t: 4e6, B_0: 1e6, gives: 2e-3 },
});

export const noiseLearningRate = formula({
  name: "noiseLearningRate",
  result: "learning rate scaled along the curve of the critical batch",
  unit: "1",
  expression: "eta_0*(1 + B_c/B_0)/(1 + B_c/B_t)",
  symbols: { eta_0: rate, B_c: critical, B_0: tunedBatch, B_t: batch },
  source: "arXiv:1812.06162, eq. 2.6",
  assumes: "SGD: linear below the critical batch, constant above",
  example: { eta_0: 0.1, B_c: 1000, B_0: 1000, B_t: 3000, gives: 0.15 },
});

export const warmUpSteps = formula({
  name: "warmUpSteps",
  result: "steps over which Adam's learning rate should rise",
  unit: "1",
  expression: "ceil(2/(1 - beta_2))",
  symbols: { beta_2: symbol("beta_2", "decay of Adam's second moment") },
  source: "arXiv:1910.04209, section 5",
  example: { beta_2: 0.75, gives: 8 },
});
