import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// A whole training run: its steps and duration.

export const budgetSteps = formula({
  name: "budgetSteps",
  result: "optimizer steps to the token budget",
  unit: "1",
  expression: "ceil(n_T/(B*s))",
  symbols: { n_T: y.tokens, B: y.globalBatch, s: y.seqLen },
  source: "definition",
  example: { n_T: 300e9, B: 1536, s: 2048, gives: 95368 },
});

export const trainTime = formula({
  name: "trainTime",
  result: "time to the token budget without failures",
  unit: "s",
  expression: "n_S*T",
  symbols: { n_S: y.steps, T: y.stepTime },
  source: "definition",
  example: { n_S: 1000, T: 16, gives: 16000 },
});

export const trainTimeWithFailures = formula({
  name: "trainTimeWithFailures",
  result: "wall-clock time to the token budget, including lost work",
  unit: "s",
  expression: "n_S*T/g",
  symbols: { n_S: y.steps, T: y.stepTime, g: y.goodput },
  source: "definition",
  example: { n_S: 1000, T: 16, g: 0.8, gives: 20000 },
});

export const deviceTime = formula({
  name: "deviceTime",
  result: "device time of the run: devices times wall-clock time",
  unit: "GPU*s",
  expression: "n_g*tau",
  symbols: { n_g: y.devices, tau: { ...y.seconds, meaning: "wall-clock time of the run" } },
  source: "definition",
  example: { n_g: 1024, tau: 100, gives: 102400 },
});
