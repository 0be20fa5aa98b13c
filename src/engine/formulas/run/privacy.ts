import { formula } from "../notation/formula.ts";
import { symbol } from "../notation/symbol.ts";
import * as y from "../notation/symbols.ts";

// Differential privacy and secure aggregation of federated averaging.

const selected = symbol("n_k", "clients selected per round");
const keyBytes = symbol("B_k", "bytes of a public key or of a share of a secret", "B");

export const samplingRate = formula({
  name: "samplingRate",
  result: "probability that a round selects a client",
  unit: "1",
  expression: "min(n_k/n_P, 1)",
  symbols: { n_k: selected, n_P: symbol("n_P", "clients from which a round selects") },
  source: "arXiv:1710.06963, algorithm 1: q",
  example: { n_k: 5000, n_P: 763430, gives: 0.006549388942 },
});

export const roundsOfRun = formula({
  name: "roundsOfRun",
  result: "rounds of a run",
  unit: "1",
  expression: "ceil(n_S/n_H)",
  symbols: {
    n_S: { ...y.count, symbol: "n_S", meaning: "steps of the run" },
    n_H: { ...y.count, symbol: "n_H", meaning: "steps of a round" },
  },
  source: "definition",
  example: { n_S: 1001, n_H: 500, gives: 3 },
});

export const composedPrivacy = formula({
  name: "composedPrivacy",
  result: "epsilon of differential privacy over all rounds",
  unit: "1",
  expression: "n_R*epsilon_a - 0.6931471805599453*log2(delta_p)/(alpha_r - 1)",
  symbols: {
    n_R: { ...y.count, symbol: "n_R", meaning: "rounds" },
    epsilon_a: symbol("epsilon_a", "Renyi divergence of a round at this order"),
    alpha_r: symbol("alpha_r", "order of the Renyi divergence"),
    delta_p: symbol("delta_p", "probability with which the guarantee may fail"),
  },
  source:
    "arXiv:1702.07476, propositions 1 and 3: rounds add up, and their sum is converted; 0.693 is the natural logarithm of 2",
  example: { n_R: 10, epsilon_a: 0.01, alpha_r: 10, delta_p: 1e-5, gives: 1.379213941 },
});

export const maskedBytes = formula({
  name: "maskedBytes",
  result: "bytes of a parameter whose masked integers are summed without overflow",
  unit: "B",
  expression: "B_1*ceil(log2(n_k*(2^(8*B_cp/B_1) - 1) + 1))/8",
  symbols: {
    n_k: selected,
    B_cp: { ...y.copyBytes, meaning: "bytes of a parameter without masks" },
    B_1: symbol("B_1", "one byte", "B"),
  },
  source: "arXiv:1611.04482, section 7.1: ceil(log2 R) bits with R = n (2^b - 1) + 1",
  example: { n_k: 1024, B_cp: 2, B_1: 1, gives: 3.25 },
});

export const keyExchange = formula({
  name: "keyExchange",
  result: "bytes of keys and shares that a client exchanges per round",
  unit: "B",
  expression: "2*n_k*B_k + (5*n_k - 4)*B_k",
  symbols: {
    n_k: { ...selected, meaning: "clients with which a client shares keys, itself included" },
    B_k: keyBytes,
  },
  source: "arXiv:1611.04482, section 7.1: 2 n a_K + (5 n - 4) a_S",
  example: { n_k: 1024, B_k: 32, gives: 229248 },
});
