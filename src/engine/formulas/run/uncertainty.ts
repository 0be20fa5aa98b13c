import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Ends of the intervals of estimates. The residuals come from measured runs: `src/uncertainty/`.

const source =
  "score log(measured/predicted), Lei et al. 2018, arXiv:1604.04173: the measured value is the estimate times exp(r)";
const assumes = "the run is exchangeable with the measured runs of its kind";

export const stepTimeBound = formula({
  name: "stepTimeBound",
  result: "end of the step time's interval",
  unit: "s",
  expression: "T*exp(r_res)",
  symbols: { T: y.stepTime, r_res: y.residual },
  source,
  assumes,
  example: { T: 10, r_res: 0.1, gives: 11.051709180756477 },
});

export const memoryBound = formula({
  name: "memoryBound",
  result: "end of the peak memory's interval",
  unit: "B",
  expression: "Q*exp(r_res)",
  symbols: { Q: { ...y.bytes, meaning: "estimated peak memory" }, r_res: y.residual },
  source,
  assumes,
  example: { Q: 1e9, r_res: 0.1, gives: 1105170918.0756478 },
});

export const utilisationBound = formula({
  name: "utilisationBound",
  result: "end of the utilisation's interval",
  unit: "1",
  expression: "eta_u*exp(-r_res)",
  symbols: { eta_u: y.utilisation, r_res: y.residual },
  source,
  assumes,
  example: { eta_u: 0.5, r_res: 0.1, gives: 0.45241870901797976 },
});

export const tokenRateBound = formula({
  name: "tokenRateBound",
  result: "end of the throughput's interval",
  unit: "token/s",
  expression: "W_t*exp(-r_res)",
  symbols: { W_t: y.tokenRate, r_res: y.residual },
  source,
  assumes,
  example: { W_t: 1000, r_res: 0.1, gives: 904.8374180359596 },
});

export const trainTimeBound = formula({
  name: "trainTimeBound",
  result: "end of the interval of the time to the token budget",
  unit: "s",
  expression: "tau*exp(r_res)",
  symbols: { tau: { ...y.seconds, meaning: "estimated time to the token budget" }, r_res: y.residual },
  source,
  assumes: `${assumes}; failures and checkpoints as estimated`,
  example: { tau: 3600, r_res: 0.1, gives: 3978.615305072332 },
});

export const costBound = formula({
  name: "costBound",
  result: "end of the cost's interval",
  unit: "$",
  expression: "c_r*exp(r_res)",
  symbols: { c_r: y.cost, r_res: y.residual },
  source,
  assumes: `${assumes}; failures and checkpoints as estimated`,
  example: { c_r: 100, r_res: 0.1, gives: 110.51709180756477 },
});
