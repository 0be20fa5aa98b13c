import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Host time to keep a device busy: launches of kernels and of collectives.

export const hostTime = formula({
  name: "hostTime",
  result: "time the host needs to launch a layer's kernels and collectives",
  unit: "s",
  expression: "n*tau_l + n_c*(tau_k + n_r*tau_r + n_f*tau_f)",
  symbols: {
    n: { ...y.count, meaning: "kernels that the host launches for the layer" },
    tau_l: y.launchTime,
    n_c: { ...y.calls, meaning: "collective calls of the layer" },
    tau_k: y.callTime,
    n_r: y.ranks,
    tau_r: y.rankTime,
    n_f: { ...y.count, symbol: "n_f", meaning: "further nodes that its group reaches" },
    tau_f: {
      ...y.seconds,
      symbol: "tau_f",
      meaning: "wait of a collective and of the host per further node",
    },
  },
  source: "this project's kernel model; see CALIBRATION.md",
  assumes: "the framework launches each operation by itself (no CUDA graphs)",
  example: {
    n: 60,
    tau_l: 1e-5,
    n_c: 4,
    tau_k: 1e-4,
    n_r: 8,
    tau_r: 1e-5,
    n_f: 1,
    tau_f: 4e-4,
    gives: 0.00292,
  },
});

export const expertLaunches = formula({
  name: "expertLaunches",
  result: "operations the host launches for a layer with experts forward",
  unit: "1",
  expression: "n + n_l*n_x",
  symbols: {
    n: { ...y.count, meaning: "kernels launched for the layer, without those of single experts" },
    n_l: y.localExperts,
    n_x: { ...y.elements, meaning: "kernels launched for one expert" },
  },
  source: "definition",
  assumes: "one kernel per expert: grouped matmuls are launched one by one",
  example: { n: 60, n_l: 8, n_x: 10, gives: 140 },
});

export const hostWait = formula({
  name: "hostWait",
  result: "time the device waits for the host to launch a layer's kernels",
  unit: "s",
  expression: "max(tau_n, tau) - tau",
  symbols: {
    tau_n: { ...y.seconds, symbol: "tau_n", meaning: "host time to launch the layer's kernels" },
    tau: { ...y.seconds, meaning: "device time of the layer's kernels" },
  },
  source: "this project's kernel model; see CALIBRATION.md",
  example: { tau_n: 0.0006, tau: 0.0004, gives: 0.0002 },
});

export const gradientLaunchTime = formula({
  name: "gradientLaunchTime",
  result: "time the hosts of a pipeline need to launch the reductions of gradients",
  unit: "s",
  expression: "L*d*tau_r",
  symbols: {
    L: y.layers,
    d: { ...y.dp, meaning: "ranks that hold the same weights" },
    tau_r: { ...y.rankTime, meaning: "host time of a layer's reductions for each of them" },
  },
  source: "this project's kernel model; see CALIBRATION.md",
  assumes:
    "stages run their last backward passes one after the other, and each launches its reductions before it sends to the next; the device waits meanwhile",
  example: { L: 32, d: 64, tau_r: 4e-4, gives: 0.8192 },
});
