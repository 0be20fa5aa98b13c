import { formula } from "../notation/formula.ts";
import { symbol } from "../notation/symbol.ts";
import * as y from "../notation/symbols.ts";

// RL post-training: an iteration generates responses, weighs them and trains on them.

const HYBRIDFLOW = "HybridFlow (arXiv:2409.19256), sections 2.1 and 5";
const AREAL = "AReaL (arXiv:2505.24298), sections 3 and 5";

const at = (name: string, meaning: string, unit = "s") => symbol(name, meaning, unit);
const tokens = at("n_T", "tokens of prompts and responses of an iteration", "token");

export const iterationTokens = formula({
  name: "iterationTokens",
  result: "tokens of an iteration",
  unit: "token",
  expression: "n_p*n_y*(l_p + l_r)",
  symbols: {
    n_p: at("n_p", "prompts of an iteration", "1"),
    n_y: at("n_y", "responses to each prompt", "1"),
    l_p: at("l_p", "tokens of a prompt", "token"),
    l_r: at("l_r", "mean tokens of a response", "token"),
  },
  source: "definition; DAPO (arXiv:2503.14476), section 4.1 has 512 prompts with 16 responses each",
  example: { n_p: 512, n_y: 16, l_p: 200, l_r: 4000, gives: 34406400 },
});

export const engineStep = formula({
  name: "engineStep",
  result: "time of an engine's decoding step",
  unit: "s",
  expression: "tau/eta_r + tau_0 + n*tau_q",
  symbols: {
    tau: at("tau", "time of the step's kernels and collectives"),
    eta_r: at("eta_r", "share of the attained memory bandwidth that the engine reaches", "1"),
    tau_0: at("tau_0", "time of the step on the host and between kernels"),
    n: at("n", "sequences that are generated at the same time", "1"),
    tau_q: at("tau_q", "time on the host for each sequence: scheduling and sampling"),
  },
  source: "arXiv:2309.06180, section 4.3: each step is scheduled before it runs; the constants are fitted",
  example: { tau: 0.012, eta_r: 0.8, tau_0: 0.004, n: 100, tau_q: 0.00002, gives: 0.021 },
});

export const decodedTime = formula({
  name: "decodedTime",
  result: "time of several decoding steps of one batch",
  unit: "s",
  expression: "n_k*tau",
  symbols: {
    n_k: at("n_k", "decoding steps", "1"),
    tau: at("tau", "time of one of them"),
  },
  source: "definition",
  assumes: "the batch and its cache at the middle of these steps stand for all of them",
  example: { n_k: 200, tau: 0.02, gives: 4 },
});

export const filledSteps = formula({
  name: "filledSteps",
  result: "decoding steps with every place of an engine taken",
  unit: "1",
  expression: "max(0, n_q*l_r/n_k - l_a)",
  symbols: {
    n_q: at("n_q", "sequences that a replica generates in an iteration", "1"),
    l_r: at("l_r", "mean tokens of a response", "1"),
    n_k: at("n_k", "sequences that are generated at the same time", "1"),
    l_a: at("l_a", "mean tokens that a sequence in progress still lacks: E[l^2]/(2 E[l])", "1"),
  },
  source:
    "continuous batching (Orca, OSDI 2022, section 4): a place is filled again as soon as it is free; the mean rest of a length-biased sample (renewal theory)",
  example: { n_q: 1000, l_r: 2000, n_k: 250, l_a: 1500, gives: 6500 },
});

export const prefilled = formula({
  name: "prefilled",
  result: "time of all prefills of a replica",
  unit: "s",
  expression: "tau*n_q/n_b",
  symbols: {
    tau: at("tau", "time to prefill a batch of prompts"),
    n_q: at("n_q", "prompts of a replica in an iteration", "1"),
    n_b: at("n_b", "prompts of the batch", "1"),
  },
  source: "definition",
  assumes: "responses to one prompt share its cache",
  example: { tau: 0.1, n_q: 64, n_b: 32, gives: 0.2 },
});

export const trainedTime = formula({
  name: "trainedTime",
  result: "time to train on the responses of an iteration",
  unit: "s",
  expression: "n_a*T*n_T/(B*s)",
  symbols: {
    n_a: at("n_a", "trained models: the actor, and a critic of its size", "1"),
    T: at("T", "time of an optimizer step of the plan"),
    n_T: tokens,
    B: { ...y.globalBatch, unit: "1" },
    s: y.seqLen,
  },
  source: HYBRIDFLOW,
  assumes: "responses are packed into the plan's sequences without padding, and each is trained on once",
  example: { n_a: 1, T: 10, n_T: 4194304, B: 128, s: 8192, gives: 40 },
});

export const passTime = formula({
  name: "passTime",
  result: "time of the forward passes over the responses of an iteration",
  unit: "s",
  expression: "n_f*tau_f*(m + (p - 1)/v)*n_T/(B*s)",
  symbols: {
    n_f: at("n_f", "passes: of the old policy, of a reference, of a reward model", "1"),
    tau_f: at("tau_f", "forward pass of a micro-batch through the slowest stage"),
    m: y.microBatches,
    p: y.pp,
    v: y.vpp,
    n_T: tokens,
    B: { ...y.globalBatch, unit: "1" },
    s: y.seqLen,
  },
  source: HYBRIDFLOW,
  assumes: "the models of these passes have the actor's size and its plan",
  example: { n_f: 2, tau_f: 0.1, m: 16, p: 1, v: 1, n_T: 4e6, B: 128, s: 8192, gives: 12.20703125 },
});

export const weightSync = formula({
  name: "weightSync",
  result: "time to bring the trained weights to the rollout engines",
  unit: "s",
  expression: "B_w*P/R_s",
  symbols: {
    B_w: { ...y.weightBytes, unit: "B/param" },
    P: y.paramCount,
    R_s: at("R_s", "bandwidth at which trained weights reach an engine", "B/s"),
  },
  source: "HybridFlow (arXiv:2409.19256), section 5.3; the bandwidth is fitted (src/engine/CALIBRATION.md)",
  assumes:
    "tensor by tensor: gathered by its trainers, sent, and split again by all engines at the same time",
  example: { B_w: 2, P: 235e9, R_s: 20e9, gives: 23.5 },
});

export const stateSwap = formula({
  name: "stateSwap",
  result: "time to move a device's training state to its host and back",
  unit: "s",
  expression: "2*Q/R_h",
  symbols: {
    Q: at("Q", "weights, gradients and optimizer state on a device", "B"),
    R_h: { ...y.hostRate },
  },
  source: "verl: param_offload, grad_offload and optimizer_offload of a colocated actor",
  example: { Q: 25e9, R_h: 25e9, gives: 2 },
});

export const exposedGeneration = formula({
  name: "exposedGeneration",
  result: "generation that training does not hide",
  unit: "s",
  expression: "max(tau_g, tau_t) - tau_t",
  symbols: {
    tau_g: at("tau_g", "time to generate the responses of an iteration"),
    tau_t: at("tau_t", "time of the passes and of training"),
  },
  source: AREAL,
  assumes: "staleness is at least 1: the responses of the next update are generated during this one",
  example: { tau_g: 120, tau_t: 90, gives: 30 },
});

export const idleShare = formula({
  name: "idleShare",
  result: "share of an iteration in which devices idle",
  unit: "1",
  expression: "1 - tau/T",
  symbols: { tau: at("tau", "time in which they work"), T: at("T", "time of an iteration") },
  source: "definition",
  example: { tau: 60, T: 100, gives: 0.4 },
});

export const idleOfAll = formula({
  name: "idleOfAll",
  result: "share of all devices' time in an iteration in which they idle",
  unit: "1",
  expression: "(n_1*c_1 + n_2*c_2)/(n_1 + n_2)",
  symbols: {
    n_1: at("n_1", "devices that train", "1"),
    c_1: at("c_1", "share of the iteration in which these idle", "1"),
    n_2: at("n_2", "devices that generate", "1"),
    c_2: at("c_2", "share of the iteration in which these idle", "1"),
  },
  source: "definition",
  example: { n_1: 64, c_1: 0.5, n_2: 64, c_2: 0.1, gives: 0.3 },
});

export const iterationRate = formula({
  name: "iterationRate",
  result: "tokens of prompts and responses per second",
  unit: "token/s",
  expression: "n_T/T",
  symbols: { n_T: tokens, T: at("T", "time of an iteration") },
  source: "definition",
  example: { n_T: 4e6, T: 100, gives: 40000 },
});

export const iterationRateEach = formula({
  name: "iterationRateEach",
  result: "tokens of prompts and responses per second and device",
  unit: "token/s",
  expression: "n_r/n_g",
  symbols: { n_r: at("n_r", "tokens per second", "token/s"), n_g: at("n_g", "devices", "1") },
  source: "definition",
  example: { n_r: 40000, n_g: 64, gives: 625 },
});

export const iterationsTime = formula({
  name: "iterationsTime",
  result: "time of all iterations",
  unit: "s",
  expression: "n_i*T",
  symbols: { n_i: at("n_i", "iterations", "1"), T: at("T", "time of an iteration") },
  source: "definition",
  example: { n_i: 400, T: 300, gives: 120000 },
});

export const iterationsDeviceTime = formula({
  name: "iterationsDeviceTime",
  result: "device time of all iterations",
  unit: "GPU*s",
  expression: "n_g*tau",
  symbols: {
    n_g: at("n_g", "devices that train and generate", "GPU"),
    tau: at("tau", "time of all iterations"),
  },
  source: "definition",
  example: { n_g: 64, tau: 3600, gives: 230400 },
});
