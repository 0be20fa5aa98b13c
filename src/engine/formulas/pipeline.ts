import { formula } from "./formula.ts";
import * as y from "./symbols.ts";

/** What a pipeline schedule implies, in closed form. */

export const layersPerStage = formula({
  name: "layersPerStage",
  result: "layers of a stage",
  unit: "1",
  expression: "L/p",
  symbols: { L: y.layers, p: y.pp },
  source: "arXiv:2104.04473, section 2.2",
  example: { L: 96, p: 8, gives: 12 },
});

export const inFlightGpipe = formula({
  name: "inFlightGpipe",
  result: "micro-batches in flight under GPipe",
  unit: "1",
  expression: "m",
  symbols: { m: y.microBatches },
  source: "arXiv:1811.06965, section 2.3",
  example: { m: 64, gives: 64 },
});

export const inFlight1f1b = formula({
  name: "inFlight1f1b",
  result: "micro-batches in flight on a stage under 1F1B",
  unit: "1",
  expression: "min(p - r, m)",
  symbols: { p: y.pp, r: y.stage, m: y.microBatches },
  source: "arXiv:2104.04473, section 2.2.1",
  example: { p: 8, r: 2, m: 64, gives: 6 },
});

export const inFlightInterleaved = formula({
  name: "inFlightInterleaved",
  result: "micro-batches in flight on a stage under interleaved 1F1B, in parts of 1/v",
  unit: "1",
  expression: "min(2*(p - r - 1) + (v - 1)*p + 1, m*v)/v",
  symbols: { p: y.pp, r: y.stage, v: y.vpp, m: y.microBatches },
  source:
    "arXiv:2104.04473, section 2.2.2; on the first stage p + (p - 1)/v, arXiv:2205.05198, section 4.2.3",
  example: { p: 8, r: 0, v: 3, m: 64, gives: 10.333333333333334 },
});

export const bubbleFraction = formula({
  name: "bubbleFraction",
  result: "pipeline idle time over ideal compute time",
  unit: "1",
  expression: "(p - 1)/(v*m)",
  symbols: { p: y.pp, v: y.vpp, m: y.microBatches },
  source: "arXiv:2104.04473, section 2.2.1 and 2.2.2",
  assumes: "stages take equal time",
  example: { p: 8, v: 3, m: 64, gives: 0.036458333333333336 },
});

export const bubbleTime = formula({
  name: "bubbleTime",
  result: "time a stage waits while the pipeline fills and drains",
  unit: "s",
  expression: "tau/v",
  symbols: {
    tau: { ...y.seconds, meaning: "one micro-batch through all the other stages and back" },
    v: y.vpp,
  },
  source:
    "arXiv:2104.04473, section 2.2; stages of unequal time: each is passed once to fill and once to drain",
  example: { tau: 0.7, v: 1, gives: 0.7 },
});

export const gradientWindow = formula({
  name: "gradientWindow",
  result: "computation that runs beside data-parallel communication at the end (or start) of a step",
  unit: "s",
  expression: "tau*max(1, min(p, m)*(v - 1)/v)",
  symbols: {
    tau: { ...y.seconds, meaning: "one micro-batch on the stage" },
    p: y.pp,
    m: y.microBatches,
    v: y.vpp,
  },
  source:
    "definition: all of a chunk's gradients are there while the other chunks' last micro-batches still run",
  assumes:
    "a chunk's last micro-batches follow each other, min(p, m) of them, as in arXiv:2104.04473, section 2.2.2",
  example: { tau: 1, p: 8, m: 64, v: 4, gives: 6 },
});
