import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// All-to-alls: latency, bytes and time of a separate message from every rank to every other.

export const allToAllHopsAcross = formula({
  name: "allToAllHopsAcross",
  result: "latency of an all-to-all's messages to each device of the domain and each other domain",
  unit: "s",
  expression: "(n/n_D - 1)*alpha + (n_D - 1)*alpha_o",
  symbols: { n: y.group, n_D: y.domains, alpha: y.latency, alpha_o: y.outLatency },
  source: "NVIDIA/nccl 2.12 (PXN): messages to one node are sent together",
  example: { n: 16, n_D: 2, alpha: 2e-6, alpha_o: 1e-5, gives: 2.4e-5 },
});

export const allToAllWire = formula({
  name: "allToAllWire",
  result: "transfer time of an all-to-all's bytes over a rank's links",
  unit: "s",
  expression: "(n - 1)/n*Q/beta",
  symbols: { n: y.group, Q: y.payload, beta: y.groupRate },
  source: "Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005",
  example: { n: 8, Q: 1e9, beta: 200e9, gives: 0.004375 },
});

export const allToAllWireAcross = formula({
  name: "allToAllWireAcross",
  result: "transfer time of an all-to-all's bytes over a rank's busiest links",
  unit: "s",
  expression: "max((n/n_D - 1)/n*Q/beta, (1 - 1/n_D)*Q/beta_o)",
  symbols: { n: y.group, n_D: y.domains, Q: y.payload, beta: y.groupRate, beta_o: y.outRate },
  source: "definition: traffic inside the domain and traffic that leaves it run in parallel",
  example: { n: 16, n_D: 2, Q: 1e9, beta: 240e9, beta_o: 20e9, gives: 0.025 },
});

export const torusAllToAllWire = formula({
  name: "torusAllToAllWire",
  result: "transfer time of an all-to-all's bytes over the links along the longest dimension of a torus",
  unit: "s",
  expression: "n_tor*n_R/8*Q/beta",
  symbols: { n_tor: y.longest, n_R: y.rings, Q: y.payload, beta: y.groupRate },
  source:
    "definition: a message travels a quarter of each ring on average, and a device has two links along it",
  example: { n_tor: 16, n_R: 4, Q: 1e9, beta: 400e9, gives: 0.02 },
});

export const twistedAllToAllWire = formula({
  name: "twistedAllToAllWire",
  result: "transfer time of an all-to-all's bytes on a twisted torus",
  unit: "s",
  expression: "tau_w/c_w",
  symbols: {
    tau_w: { ...y.wireTime, meaning: "transfer time on the straight torus" },
    c_w: {
      symbol: "c_w",
      meaning: "throughput of the twisted torus divided by throughput of the straight one",
      unit: "1",
    },
  },
  source: "arXiv:2304.01433, on twisted tori",
  example: { tau_w: 0.0163, c_w: 1.63, gives: 0.01 },
});

export const allToAllTime = formula({
  name: "allToAllTime",
  result: "time of an all-to-all",
  unit: "s",
  expression: "tau_b + tau_a + tau_w + 2*sqrt(alpha*tau_w)",
  symbols: {
    tau_b: y.baseLatency,
    tau_a: { ...y.hopsTime, meaning: "latency of an all-to-all's messages, one after the other" },
    tau_w: y.wireTime,
    alpha: y.latency,
  },
  source: "pipelined, over one hop",
  assumes: "a message for each device of the domain and each other domain",
  example: { tau_b: 4e-5, tau_a: 2e-5, tau_w: 4e-4, alpha: 4e-6, gives: 5.4e-4 },
});
