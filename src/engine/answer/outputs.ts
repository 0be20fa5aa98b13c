import { numberOutput } from "../estimate/numberOutput.ts";
import type { Output } from "../estimate/output.ts";
import { rlOutputs } from "../rl/rlOutputs.ts";
import { loadOutputs } from "../serving/loadOutputs.ts";
import { servingOutputs } from "../serving/servingOutputs.ts";
import { convergenceOutputs } from "../trainingRun/convergence/convergenceOutputs.ts";
import { dataOutputs } from "../trainingRun/data/dataOutputs.ts";
import { energyOutputs } from "../trainingRun/energy/energyOutputs.ts";
import { moneyOutputs } from "../trainingRun/money/moneyOutputs.ts";
import { privacyOutputs } from "../trainingRun/privacy/privacyOutputs.ts";
import { runOutputs } from "../trainingRun/run/runOutputs.ts";
import { expertOutputs } from "../trainingStep/experts/expertOutputs.ts";
import { memoryOutputs } from "../trainingStep/memory/memoryOutputs.ts";
import { throughputOutputs } from "../trainingStep/step/throughputOutputs.ts";
import { timeOutputs } from "../trainingStep/step/timeOutputs.ts";

/** Every result by its name, in the order of lists. */
export const outputs: readonly Output[] = [
  ...throughputOutputs,
  ...memoryOutputs,
  ...timeOutputs,
  ...servingOutputs,
  ...loadOutputs,
  ...rlOutputs,
  {
    kind: "roofline",
    path: "roofline",
    doc: "Roofline: the arithmetic intensity and FLOP/s of every kernel, against the device's memory bandwidth and peak rates.",
  },
  {
    kind: "topology",
    path: "topology",
    doc: "Where the plan's parallel groups lie on the machine: which devices device 0 communicates with, and over which links.",
  },
  {
    kind: "pools",
    path: "pools",
    doc: "What each of the cluster's pools runs: replicas or stages, micro-batches, its own step, the share of the step in which it idles, memory of its capacity.",
    needs: ["cluster.pools"],
    read: (e) => e.pools,
  },
  {
    kind: "breakdown",
    path: "params",
    unit: "param",
    doc: "Parameters of the model.",
    read: (e) => e.params,
  },
  numberOutput(
    "active_params",
    "param",
    "Active parameters: those a token passes through.",
    (e) => e.activeParams,
  ),
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
    "Compression ratio of gradients with `plan.compression`: uncompressed over sent bytes.",
    (e) => e.compressionRatio,
    "plan.compression",
  ),
  numberOutput(
    "staleness",
    "1",
    "Staleness: updates by other replicas between reading and updating the weights. The mean without a `bound`, the maximum with one.",
    (e) => e.staleness,
    "plan.sync",
  ),
  ...privacyOutputs,
  {
    kind: "truth",
    path: "token_factor.extrapolated",
    doc: "Whether the plan's token factors are extrapolated beyond measurements; the summary names them.",
    read: (e) => (e.convergence?.tokenCosts?.outside.length ?? 0) > 0,
  },
  ...convergenceOutputs.map(
    ({ path, unit, doc, needs, read }): Output =>
      numberOutput(path, unit, doc, (e) => (e.convergence ? read(e.convergence) : null), needs),
  ),
];

/** Results that need only a model: `llama3_405b.params`. */
export const modelOutputPaths: readonly string[] = ["params", "active_params"];
