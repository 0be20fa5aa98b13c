import { formula } from "../notation/formula.ts";
import { symbol } from "../notation/symbol.ts";
import * as y from "../notation/symbols.ts";

// Groups of layers with tensor-parallel degrees of their own, on the devices of one pipeline stage.

const GALVATRON = "arXiv:2211.13878 (Galvatron), section 3";
const ofGroup = symbol("t_g", "tensor-parallel degree of a group of layers");

export const groupReplicas = formula({
  name: "groupReplicas",
  result: "replicas of a group of layers",
  unit: "1",
  expression: "d*t/t_g",
  symbols: { d: y.dp, t: y.tp, t_g: ofGroup },
  source: `${GALVATRON}: every layer runs on all devices of its stage`,
  example: { d: 4, t: 4, t_g: 2, gives: 8 },
});

export const groupMicroBatch = formula({
  name: "groupMicroBatch",
  result: "sequences of a micro-batch on a replica of a group of layers",
  unit: "sequence",
  expression: "b*t_g/t",
  symbols: { b: y.microBatch, t: y.tp, t_g: ofGroup },
  source: `${GALVATRON}; PKU-DAIR/Hetu-Galvatron, core/runtime/pipeline/pipeline.py: update_tensor_shape`,
  assumes: "all groups divide the same sequences of a stage over their replicas",
  example: { b: 2, t: 4, t_g: 2, gives: 1 },
});
