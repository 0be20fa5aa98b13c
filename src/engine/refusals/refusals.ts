import { type Limits, notModelled } from "../core/limit.ts";
import { addTo, type Check, error, none, warning } from "../core/refusal.ts";
import type { StageLayout } from "../estimate/stageLayout.ts";
import type { Field } from "../scenario/field.ts";
import type { Refusal, Scenario } from "../scenario/scenario.ts";
import { scheduleRefusals } from "../schedules/scheduleRefusals.ts";
import { convergenceRefusals } from "../trainingRun/convergence/convergenceRefusals.ts";
import { energyRefusals } from "../trainingRun/energy/energyRefusals.ts";
import { resilienceRefusals } from "../trainingRun/run/resilienceRefusals.ts";
import { compressionLimits } from "../trainingStep/compression/compressionLimits.ts";
import { coreDtype } from "../trainingStep/inputs/precision.ts";
import { offloadLimits } from "../trainingStep/offload/offloadLimits.ts";
import { jitterRefusals } from "../trainingStep/stragglers/jitterRefusals.ts";
import { syncRefusals } from "../trainingStep/sync/syncRefusals.ts";
import { beyondFramework } from "./abilities/beyondFramework.ts";
import { divisibility } from "./divisibility.ts";
import { groupRefusals } from "./groupRefusals.ts";
import { diffusionLimits } from "./limits/diffusionLimits.ts";
import { machineLimits } from "./limits/machineLimits.ts";
import {
  contextLimits,
  groupLimits,
  operatorLimits,
  overlapLimits,
  shardingLimits,
} from "./limits/planLimits.ts";
import { poolSearchLimits } from "./limits/poolLimits.ts";
import { sparsityLimits } from "./limits/sparsityLimits.ts";
import { visionLimits } from "./limits/visionLimits.ts";
import { machineRefusals } from "./machineRefusals.ts";
import { poolRefusals } from "./poolRefusals.ts";
import { rootCauses } from "./rootCauses.ts";
import { stackRefusals } from "./stackRefusals.ts";

/** Refusals and warnings of a scenario. Codes and params are the catalogue's. */
export function refusals(scenario: Scenario, layouts: readonly StageLayout[] | null): readonly Refusal[] {
  return scenario.cluster.pools === null
    ? refusalsAlone(scenario, layouts)
    : poolRefusals(scenario, layouts, refusalsAlone);
}

/** Refusals and warnings of a scenario whose devices are all alike. */
function refusalsAlone(scenario: Scenario, layouts: readonly StageLayout[] | null): readonly Refusal[] {
  const found: Refusal[] = [];
  for (let i = 0; i < checks.length; i++) addTo(found, (checks[i] as Check).find(scenario, layouts));
  const beyond = beyondFramework(scenario);
  return beyond.length === 0 ? rootCauses(found) : [...rootCauses(found), ...beyond];
}

/** All checks of a scenario, in the order of the messages. */
export const checks: readonly Check[] = [
  // Tables and searches run these checks themselves. They come first: no other check is of pools.
  limited(["cluster"], poolSearchLimits),
  { reads: ["cluster", "tp", "cp", "pp", "dp"], find: degrees },
  ...divisibility,
  limited(["model", "cp"], contextLimits),
  {
    reads: ["schedule", "pp", "numMicroBatches", "microBatchGroup", "vpp", "ownSchedule"],
    find: scheduleRefusals,
  },
  {
    reads: [
      ...(["model", "pp", "vpp", "schedule", "split", "encoderStages", "encoderSeqLen", "seqLen"] as const),
      ...(["cp", "cpType", "cpHeads", "cpOrder", "tp", "sequenceParallel"] as const),
    ],
    find: stackRefusals,
  },
  {
    reads: [
      ...(["model", "cp", "lora", "frozen", "documents", "recompute", "offload", "schedule", "pp"] as const),
      ...(["ownSchedule", "vpp", "encoderStages", "split", "seqLen", "sync"] as const),
    ],
    find: (scenario) => (scenario.model.vision === null ? [] : notModelled(visionLimits, scenario)),
  },
  {
    reads: ["model", "cp", "targetLoss"],
    find: (scenario) => (scenario.model.conditioning === null ? [] : notModelled(diffusionLimits, scenario)),
  },
  {
    reads: ["cluster", "model", "sparsity", "precision", "recompute", "lora"],
    find: (scenario) => (scenario.plan.sparsity === null ? [] : notModelled(sparsityLimits, scenario)),
  },
  { reads: ["documents"], find: documentLengths },
  limited(["overlap"], overlapLimits),
  limited(["model", "recompute", "lora"], operatorLimits),
  limited(["model", "recompute", "zero", "offload"], groupLimits),
  { reads: ["model", "recompute"], find: strategies },
  {
    reads: [
      ...(["cluster", "model", "recompute", "tp", "cp", "dp", "dpShard", "pp", "vpp", "schedule"] as const),
      ...(["ownSchedule", "microBatch", "seqLen", "sequenceParallel", "rankOrder", "lora", "sync"] as const),
      ...(["compression", "optimizer", "stateOffload", "documents", "elastic", "etp"] as const),
    ],
    find: groupRefusals,
    listed: true,
  },
  limited(
    ["schedule", "zero", "dp", "dpShard", "cp", "tp", "ep", "etp", "recompute", "sequenceParallel"],
    shardingLimits,
  ),
  limited(["zero", "optimizer", "stateOffload"], offloadLimits),
  { reads: ["cluster", "stateOffload"], find: drivesOf },
  { reads: ["cluster", "precision", "shampoo"], find: machine },
  { reads: ["cluster", "checkpoint"], find: resilienceRefusals },
  { reads: ["cluster"], find: ({ cluster }) => machineRefusals(cluster) },
  limited(["cluster"], machineLimits),
  { reads: ["cluster"], find: energyRefusals },
  { reads: ["cluster"], find: ({ cluster }) => jitterRefusals(cluster) },
  {
    reads: ["cluster", "sync", "compression", "schedule", "zero", "dp", "dpShard", "cp", "tp", "ep", "etp"],
    find: syncRefusals,
  },
  limited(["model", "compression", "sync", "dp", "dpShard", "zero", "lora"], compressionLimits),
  {
    reads: ["model", "targetLoss", "scalingLaw", "compression", "sparsity", "optimizer", "sync", "dp"],
    find: convergenceRefusals,
  },
];

function limited(reads: readonly Field[], limits: Limits): Check {
  return { reads, find: (scenario) => notModelled(limits, scenario) };
}

function degrees({ cluster, plan }: Scenario): readonly Refusal[] {
  const found: Refusal[] = [];
  const { tp, cp, pp, dp } = plan;
  const { devices } = cluster;
  const product = tp * cp * pp * dp;
  const fields = ["plan.dp", "plan.tp", "plan.cp", "plan.pp", "cluster.devices"];
  if (!Number.isInteger(dp)) {
    const code = dp < 1 ? "degrees-exceed-devices" : "degrees-do-not-divide-devices";
    return [error(code, fields.slice(1), { tp, cp, pp, dp: Math.max(dp, 1), devices })];
  }
  if (product > devices) found.push(error("degrees-exceed-devices", fields, { tp, cp, pp, dp, devices }));
  else if (product < devices) found.push(warning("devices-left-over", fields, { tp, cp, pp, dp, devices }));
  const { domain, kind } = cluster.scaleUp;
  if (kind !== "torus" && product > domain && product % domain !== 0)
    found.push(
      warning("domain-part-filled", ["cluster.nodes", "plan.dp", "cluster.scale_up"], { product, domain }),
    );
  if (tp > domain) found.push(warning("tp-beyond-scale-up", ["plan.tp", "cluster.scale_up"], { tp, domain }));
  if (product > domain && !cluster.scaleOut)
    found.push(error("no-scale-out", ["cluster.scale_out"], { devices: product, domain }));
  return found;
}

/** Refusal of strategies by group of layers that do not cover the model's layers. */
function strategies({ model: { layers }, plan: { recompute } }: Scenario): readonly Refusal[] {
  if (!recompute.groups) return [];
  const covered = recompute.groups.reduce((sum, group) => sum + group.layers, 0);
  if (covered === layers) return [];
  const list = recompute.groups.map((group) => group.layers).join(" + ");
  return [error("strategies-not-layers", ["plan.strategies", "model.layers"], { list, covered, layers })];
}

/** Refusal of a measured length distribution without a share for each length, or with impossible values. */
function documentLengths({ plan: { documents } }: Scenario): readonly Refusal[] {
  if (documents === null || !("lengths" in documents)) return [];
  const { lengths, shares } = documents;
  const total = shares.reduce((sum, one) => sum + one, 0);
  const least = Math.min(...shares);
  if (lengths.length === shares.length && total > 0 && least >= 0 && Math.min(...lengths) >= 1) return [];
  return [
    error("shares-not-lengths", ["plan.documents"], {
      ...{ lengths: lengths.length, shares: shares.length, least, shortest: Math.min(...lengths) },
    }),
  ];
}

/** Refusals of formats for which the device has no rate. */
function machine({ cluster, plan }: Scenario): readonly Refusal[] {
  const found: Refusal[] = [];
  const { device } = cluster;
  const lacks = (fields: readonly string[], dtype: string): void => {
    found.push(error("no-rate", fields, { device: device.name, dtype }));
  };
  if (plan.shampoo && !(device.peak.fp32 > 0)) lacks(["plan.optimizer", "cluster.device.peak"], "fp32");
  const { compute, attention, head } = plan.precision;
  const dtypes = [compute, attention, head, coreDtype(plan.precision)];
  for (const [i, dtype] of dtypes.entries())
    if (!(device.peak[dtype] > 0) && dtypes.indexOf(dtype) === i)
      lacks(["plan.precision", "cluster.device.peak"], dtype);
  return found;
}

/** Refusals of state on drives that a node does not have. */
function drivesOf({ cluster: { name, drives }, plan }: Scenario): readonly Refusal[] {
  if (drives !== null) return [];
  const { optimizer, weights } = plan.stateOffload;
  if (optimizer !== "nvme" && weights !== "nvme") return none;
  const places = { "plan.offload_optimizer": optimizer, "plan.offload_weights": weights };
  return Object.entries(places).flatMap(([field, place]) =>
    place === "nvme" ? [error("no-drives", [field, "cluster.nvme"], { cluster: name })] : [],
  );
}
