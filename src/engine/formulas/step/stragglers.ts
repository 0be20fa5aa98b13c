import { formula } from "../notation/formula.ts";
import { symbol } from "../notation/symbol.ts";
import * as y from "../notation/symbols.ts";

// Stragglers: slow devices, and the devices that wait for them.

const slowest = symbol("lambda_s", "compute time of the slowest device, relative to the estimate");

export const slowestDevice = formula({
  name: "slowestDevice",
  result: "time of the slowest device that a step waits for, relative to the estimate",
  unit: "1",
  expression: "1 + delta*z_n",
  symbols: {
    delta: symbol("delta", "spread of device times: standard deviation, or slowdown of a slow device"),
    z_n: symbol("z_n", "expected delay of the slowest device, in standard deviations"),
  },
  source:
    "H. A. David, H. N. Nagaraja, Order Statistics, 3rd edition, 2003, section 3.1: the expected largest of n draws is the integral of x dF(x)^n",
  assumes: "devices differ independently of each other",
  example: { delta: 0.02, z_n: 3.98, gives: 1.0796 },
});

export const stragglerWait = formula({
  name: "stragglerWait",
  result: "time that a step waits for its slowest device (straggler)",
  unit: "s",
  expression: "(lambda_s - 1)*tau",
  symbols: {
    lambda_s: slowest,
    tau: { ...y.seconds, meaning: "compute time of a step on a device as fast as estimated" },
  },
  source: "arXiv:1604.00981, section 2: a synchronous step takes as long as its slowest worker",
  assumes: "communication is not slowed, and a device is slow for a whole step",
  example: { lambda_s: 1.08, tau: 10, gives: 0.8 },
});

export const keptBatch = formula({
  name: "keptBatch",
  result: "sequences of a step whose gradients are not dropped",
  unit: "sequence",
  expression: "B*(1 - n_k/d)",
  symbols: {
    B: y.globalBatch,
    n_k: symbol("n_k", "replicas that a step does not wait for"),
    d: y.dp,
  },
  source: "arXiv:1604.00981, section 3",
  example: { B: 1024, n_k: 2, d: 64, gives: 992 },
});
