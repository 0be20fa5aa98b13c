import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Reduction of gradients after each group of micro-batches that a chunk runs in a row.

const group = {
  ...y.count,
  symbol: "g",
  meaning: "micro-batches that go through one chunk before the next",
};

export const groupsOfStep = formula({
  name: "groupsOfStep",
  result: "groups of micro-batches that a chunk runs in a row, in a step",
  unit: "1",
  expression: "ceil(m/g)",
  symbols: { m: y.microBatches, g: group },
  source: "definition; arXiv:2407.21783, section 3.3.2: the number of contiguous micro-batches of a stage",
  example: { m: 32, g: 16, gives: 2 },
});

export const chunkShare = formula({
  name: "chunkShare",
  result: "share of a stage's parameters in some of its chunks",
  unit: "1",
  expression: "n/v",
  symbols: { n: { ...y.count, meaning: "chunks that are counted" }, v: y.vpp },
  source: "definition",
  assumes: "chunks are of one size",
  example: { n: 2, v: 8, gives: 0.25 },
});

export const chunkGradients = formula({
  name: "chunkGradients",
  result: "gradients that are unsharded until their group's last backward pass",
  unit: "B",
  expression: "B_g*P*c_n",
  symbols: {
    B_g: y.gradientBytes,
    P: { ...y.paramCount, meaning: "parameters on the device" },
    c_n: { symbol: "c_n", meaning: "share of the stage's parameters in the chunks in progress", unit: "1" },
  },
  source: "arXiv:1910.02054, section 5.2: an unsharded gradient is needed only until it is reduced",
  example: { B_g: 4, P: 3.2e9, c_n: 0.25, gives: 3.2e9 },
});

export const groupWindow = formula({
  name: "groupWindow",
  result: "time of a step that can overlap gradient reduce-scatters after each group of micro-batches",
  unit: "s",
  expression: "(m - min(g, m)/v)*tau_b + max(m - g - 2*(p - 1)/v, 0)*tau_f",
  symbols: {
    m: y.microBatches,
    g: group,
    p: y.pp,
    v: y.vpp,
    tau_b: { symbol: "tau_b", meaning: "backward time of one micro-batch on the stage", unit: "s" },
    tau_f: { symbol: "tau_f", meaning: "forward time of one micro-batch on the stage", unit: "s" },
  },
  source:
    "definition: everything after the first chunk's first group of backward passes. The warm-up, (v - 1)g + 2(p - 1) chunks, and that group's forward passes come before it (arXiv:2104.04473, section 2.2.2)",
  example: { m: 32, g: 16, p: 16, v: 8, tau_b: 2, tau_f: 1, gives: 72.25 },
});
