import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Phases of one training, one after the other.

const copies = { ...y.count, symbol: "n_c", meaning: "equal trainings of the phase at the same time" };

const ofCopies = (name: string, result: string, unit: string) =>
  formula({
    name,
    result,
    unit,
    expression: "n_c*x_1",
    symbols: { n_c: copies, x_1: { symbol: "x_1", meaning: "the same of one training", unit } },
    source: "definition",
    example: { n_c: 3, x_1: 200, gives: 600 },
  });

export const copiesTime = ofCopies("copiesTime", "device time of a phase", "GPU*s");
export const copiesTokens = ofCopies("copiesTokens", "tokens of a phase", "token");
export const copiesCost = ofCopies("copiesCost", "cost of a phase", "$");
export const copiesEnergy = ofCopies("copiesEnergy", "energy of a phase", "J");
export const copiesCarbon = ofCopies("copiesCarbon", "CO2e of a phase", "g");
export const copiesFailures = ofCopies("copiesFailures", "failures in a phase", "1");

export const phaseStep = formula({
  name: "phaseStep",
  result: "mean step time of a phase",
  unit: "s",
  expression: "tau/n",
  symbols: {
    tau: { ...y.seconds, symbol: "tau", meaning: "duration of the phase's steps without failures" },
    n: { ...y.count, symbol: "n", meaning: "optimizer steps of the phase" },
  },
  source: "definition",
  assumes: "While the batch grows, steps take different times; this is their mean.",
  example: { tau: 7200, n: 1000, gives: 7.2 },
});

export const weightedRate = formula({
  name: "weightedRate",
  result: "a leg's share of the phase's model FLOPs utilisation",
  unit: "1",
  expression: "eta*tau_1/tau",
  symbols: {
    eta: { ...y.count, symbol: "eta", meaning: "model FLOPs utilisation of the leg" },
    tau_1: { ...y.seconds, symbol: "tau_1", meaning: "duration of the leg's steps" },
    tau: { ...y.seconds, symbol: "tau", meaning: "duration of the phase's steps" },
  },
  source: "definition",
  example: { eta: 0.4, tau_1: 300, tau: 1200, gives: 0.1 },
});

const ofIterations = (name: string, result: string, unit: string) =>
  formula({
    name,
    result,
    unit,
    expression: "x_1*tau_1/tau",
    symbols: {
      x_1: { symbol: "x_1", meaning: "the same of the optimizer steps alone", unit },
      tau_1: { ...y.seconds, symbol: "tau_1", meaning: "time, or device time, of the RL iterations" },
      tau: { ...y.seconds, symbol: "tau", meaning: "the same of their optimizer steps" },
    },
    source: "definition",
    assumes:
      "devices that generate, wait or pass forward cost, draw power and fail as devices that train; failures lengthen generation as they lengthen training",
    example: { x_1: 100, tau_1: 300, tau: 100, gives: 300 },
  });

export const iterationsWallTime = ofIterations("iterationsWallTime", "time of an RL phase", "s");
export const iterationsDevices = ofIterations("iterationsDevices", "device time of an RL phase", "GPU*s");
export const iterationsCost = ofIterations("iterationsCost", "cost of an RL phase", "$");
export const iterationsEnergy = ofIterations("iterationsEnergy", "energy of an RL phase", "J");
export const iterationsCarbon = ofIterations("iterationsCarbon", "CO2e of an RL phase", "g");
export const iterationsFailures = ofIterations("iterationsFailures", "failures in an RL phase", "1");

export const trainedDevices = formula({
  name: "trainedDevices",
  result: "device time of the optimizer steps of RL iterations",
  unit: "GPU*s",
  expression: "n_g*tau",
  symbols: {
    n_g: { symbol: "n_g", meaning: "devices that train", unit: "GPU" },
    tau: { ...y.seconds, symbol: "tau", meaning: "duration of the optimizer steps" },
  },
  source: "definition",
  example: { n_g: 64, tau: 100, gives: 6400 },
});
