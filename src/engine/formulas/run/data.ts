import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Training data from storage to the step: bytes, rates, stalls.

const STALLS =
  "Mohan, Phanishayee, Raniwala, Chidambaram, Analyzing and Mitigating Data Stalls in DNN Training, VLDB 2021 (arXiv:2007.06775)";

export const sequenceBytes = formula({
  name: "sequenceBytes",
  result: "bytes of a sequence as it is stored",
  unit: "B",
  expression: "s*B_i + Q_x",
  symbols: { s: y.seqLen, B_i: y.idBytes, Q_x: y.sampleBytes },
  source: "definition",
  example: { s: 4096, B_i: 2, Q_x: 100000, gives: 108192 },
});

export const datasetBytes = formula({
  name: "datasetBytes",
  result: "bytes of the data set",
  unit: "B",
  expression: "n_uq/s*Q_e",
  symbols: { n_uq: y.uniqueTokens, s: y.seqLen, Q_e: y.sequenceBytes },
  source: "definition",
  example: { n_uq: 409600, s: 4096, Q_e: 8192, gives: 819200 },
});

export const epochs = formula({
  name: "epochs",
  result: "passes over the data set",
  unit: "1",
  expression: "n_T/n_uq",
  symbols: { n_T: y.tokens, n_uq: y.uniqueTokens },
  source: "definition",
  example: { n_T: 3e11, n_uq: 1e11, gives: 3 },
});

export const stepBytesRead = formula({
  name: "stepBytesRead",
  result: "bytes of a step's batch",
  unit: "B",
  expression: "B*Q_e",
  symbols: { B: y.globalBatch, Q_e: y.sequenceBytes },
  source: "definition",
  assumes: "each data-parallel rank reads its own sequences once; the devices of a replica share them",
  example: { B: 1024, Q_e: 8192, gives: 8388608 },
});

export const requiredReadRate = formula({
  name: "requiredReadRate",
  result: "bandwidth that keeps devices from waiting for data",
  unit: "B/s",
  expression: "Q/T",
  symbols: { Q: { ...y.bytes, meaning: "bytes of a step's batch" }, T: y.stepTime },
  source: "definition",
  example: { Q: 1e9, T: 10, gives: 1e8 },
});

export const cachedShare = formula({
  name: "cachedShare",
  result: "share of the data that comes from the nodes' caches, over the whole run",
  unit: "1",
  expression: "min(1, n_N*Q_c/Q_d)*max(0, 1 - 1/n_e)",
  symbols: {
    n_N: y.nodes,
    Q_c: { ...y.bytes, symbol: "Q_c", meaning: "cache of a node" },
    Q_d: { ...y.bytes, symbol: "Q_d", meaning: "bytes of the data set" },
    n_e: { ...y.count, symbol: "n_e", meaning: "epochs" },
  },
  source: `${STALLS}, section 4.1`,
  assumes:
    "cached data stays cached (the paper's MinIO), nodes read each other's caches, and the caches are empty in the first epoch",
  example: { n_N: 8, Q_c: 1e12, Q_d: 16e12, n_e: 4, gives: 0.375 },
});

export const checkpointTraffic = formula({
  name: "checkpointTraffic",
  result: "share of the storage's bandwidth that checkpoints take, on average",
  unit: "1",
  expression: "min(1, c_f*Q/(tau_i + C_k)/W_s)",
  symbols: {
    c_f: y.changed,
    Q: { ...y.bytes, meaning: "bytes of a full checkpoint" },
    tau_i: y.interval,
    C_k: y.checkpointTime,
    W_s: y.storageRate,
  },
  source: "definition",
  example: { c_f: 1, Q: 1e13, tau_i: 590, C_k: 10, W_s: 1e11, gives: 1 / 6 },
});

export const readRate = formula({
  name: "readRate",
  result: "storage bandwidth left for reading training data",
  unit: "B/s",
  expression: "min(W_s*max(1 - c_x, 1/2), n_N*W_N)",
  symbols: {
    W_s: y.storageRate,
    c_x: { ...y.exposedShare, meaning: "share of storage bandwidth that checkpoint writes take" },
    n_N: y.nodes,
    W_N: y.nodeRateOut,
  },
  source: "definition",
  assumes: "storage shares its bandwidth fairly between readers and writers",
  example: { W_s: 1e11, c_x: 0.2, n_N: 8, W_N: 5e10, gives: 8e10 },
});

export const readTime = formula({
  name: "readTime",
  result: "time to read a step's batch from storage",
  unit: "s",
  expression: "Q*(1 - c_x)/W_r",
  symbols: {
    Q: { ...y.bytes, meaning: "bytes of a step's batch" },
    c_x: { ...y.exposedShare, meaning: "share of the training data read from node caches" },
    W_r: { ...y.storageRate, symbol: "W_r", meaning: "storage bandwidth left for reading training data" },
  },
  source: STALLS,
  example: { Q: 1e10, c_x: 0.25, W_r: 1e9, gives: 7.5 },
});

export const prepareTime = formula({
  name: "prepareTime",
  result: "time the loaders need to prepare a step's batch",
  unit: "s",
  expression: "B/d*tau/n",
  symbols: {
    B: y.globalBatch,
    d: y.dp,
    tau: { ...y.seconds, meaning: "time that one worker takes for a sequence" },
    n: { ...y.count, meaning: "workers of a data-parallel rank" },
  },
  source: STALLS,
  assumes: "every data-parallel rank has processors enough for its workers",
  example: { B: 1024, d: 64, tau: 0.5, n: 4, gives: 2 },
});

export const dataStall = formula({
  name: "dataStall",
  result: "time a step waits for data",
  unit: "s",
  expression: "max(tau_1, tau_2, T) - T",
  symbols: {
    tau_1: { ...y.seconds, symbol: "tau_1", meaning: "time to read a step's batch" },
    tau_2: { ...y.seconds, symbol: "tau_2", meaning: "time to prepare a step's batch" },
    T: { ...y.stepTime, meaning: "step time without waiting for data" },
  },
  source: `${STALLS}, section 2: fetch stalls and preparation stalls`,
  assumes: "the next batch is read and prepared during the step, and both at the same time",
  example: { tau_1: 12, tau_2: 3, T: 10, gives: 2 },
});
