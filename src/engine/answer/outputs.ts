import { numberOutput } from "../estimate/numberOutput.ts";
import type { Output } from "../estimate/output.ts";
import { servingOutputs } from "../serving/servingOutputs.ts";
import { convergenceOutputs } from "../trainingRun/convergence/convergenceOutputs.ts";
import { dataOutputs } from "../trainingRun/data/dataOutputs.ts";
import { energyOutputs } from "../trainingRun/energy/energyOutputs.ts";
import { moneyOutputs } from "../trainingRun/money/moneyOutputs.ts";
import { runOutputs } from "../trainingRun/run/runOutputs.ts";
import { expertOutputs } from "../trainingStep/experts/expertOutputs.ts";
import { memoryOutputs } from "../trainingStep/memory/memoryOutputs.ts";
import { throughputOutputs } from "../trainingStep/step/throughputOutputs.ts";
import { timeOutputs } from "../trainingStep/step/timeOutputs.ts";

/** Every result by its name, in the order in which lists show them. */
export const outputs: readonly Output[] = [
  ...throughputOutputs,
  ...memoryOutputs,
  ...timeOutputs,
  ...servingOutputs,
  {
    kind: "roofline",
    path: "roofline",
    doc: "Every kernel's FLOPs for each byte it moves and FLOP/s, under the roofs of the device's memory and arithmetic.",
  },
  {
    kind: "topology",
    path: "topology",
    doc: "Where the plan's parallel groups lie on the machine: whom device 0 exchanges with, and what that crosses.",
  },
  {
    kind: "breakdown",
    path: "params",
    unit: "param",
    doc: "Parameters of the model.",
    read: (e) => e.params,
  },
  numberOutput("active_params", "param", "Parameters a token passes through.", (e) => e.activeParams),
  numberOutput(
    "trained_params",
    "param",
    "Parameters that are trained: all of them, or the adapters of LoRA.",
    (e) => e.trainedParams,
  ),
  ...expertOutputs,
  ...dataOutputs,
  ...runOutputs,
  ...energyOutputs,
  ...moneyOutputs,
  numberOutput(
    "compression_ratio",
    "1",
    "Bytes that replicas would send each other of their gradients over those that they send, with `plan.compression`.",
    (e) => e.compressionRatio,
    "plan.compression",
  ),
  numberOutput(
    "staleness",
    "1",
    "Updates by other replicas between reading the weights and changing them: on average without a `bound`, at most that with one.",
    (e) => e.staleness,
    "plan.sync",
  ),
  {
    kind: "truth",
    path: "token_factor.extrapolated",
    doc: "Whether what the plan takes in tokens to a loss is outside of what was measured; the summary says in what.",
    read: (e) => (e.convergence?.tokenCosts?.outside.length ?? 0) > 0,
  },
  ...convergenceOutputs.map(
    ({ path, unit, doc, needs, read }): Output =>
      numberOutput(path, unit, doc, (e) => (e.convergence ? read(e.convergence) : null), needs),
  ),
];

/** Those that need only a model: `llama3_405b.params`. */
export const modelOutputPaths: readonly string[] = ["params", "active_params"];
