import { compressionRefusals } from "../compression/compressionRefusals.ts";
import { coreDtype } from "../compute/precision.ts";
import { convergenceRefusals } from "../convergence/convergenceRefusals.ts";
import { energyRefusals } from "../energy/energyRefusals.ts";
import { loraRefusals } from "../lora/loraRefusals.ts";
import { layersWith } from "../model/layerKinds.ts";
import { modelParts } from "../model/modelParts.ts";
import type { StageLayout } from "../model/stageLayout.ts";
import { resilienceRefusals } from "../run/resilienceRefusals.ts";
import type { Refusal, Scenario } from "../scenario.ts";
import { scheduleRefusals } from "../schedules/scheduleRefusals.ts";
import { traitsOf } from "../schedules/traits.ts";
import { optimizerTraits } from "../step/optimizers.ts";
import { jitterRefusals } from "../stragglers/jitterRefusals.ts";
import { syncRefusals } from "../sync/syncRefusals.ts";
import { divisibility } from "./divisibility.ts";
import { machineRefusals } from "./machineRefusals.ts";
import { type Check, error, warning } from "./refusal.ts";
import { stackRefusals } from "./stackRefusals.ts";

/** What keeps a scenario from an answer, and what its author should know. Codes and params are the catalogue's. */
export function refusals(scenario: Scenario, layouts: readonly StageLayout[] | null): readonly Refusal[] {
  return checks.flatMap(({ find }) => find(scenario, layouts));
}

/** All that is looked at, in the order in which it is said. */
export const checks: readonly Check[] = [
  { reads: ["cluster", "tp", "cp", "pp", "dp"], find: degrees },
  ...divisibility,
  { reads: ["model", "cp"], find: context },
  {
    reads: ["schedule", "pp", "numMicroBatches", "microBatchGroup", "vpp", "ownSchedule"],
    find: ({ plan }) => scheduleRefusals(plan),
  },
  {
    reads: [
      ...(["model", "pp", "vpp", "schedule", "split", "encoderStages", "encoderSeqLen", "seqLen"] as const),
      ...(["cp", "cpType", "cpHeads", "cpOrder", "tp", "sequenceParallel"] as const),
    ],
    find: ({ model, plan }) => stackRefusals(model, plan),
  },
  { reads: ["documents"], find: documentLengths },
  { reads: ["overlap"], find: exchanges },
  { reads: ["schedule", "zero", "dp", "dpShard", "cp", "tp", "ep", "etp"], find: sharding },
  { reads: ["cluster", "zero", "optimizer", "stateOffload"], find: offloading },
  {
    reads: ["model", "lora", "optimizer", "stateOffload"],
    find: loraRefusals,
  },
  { reads: ["cluster", "precision", "shampoo"], find: machine },
  { reads: ["cluster", "checkpoint"], find: resilienceRefusals },
  { reads: ["cluster"], find: ({ cluster }) => machineRefusals(cluster) },
  { reads: ["cluster"], find: energyRefusals },
  { reads: ["cluster"], find: ({ cluster }) => jitterRefusals(cluster) },
  { reads: ["sync", "dp", "zero", "ep"], find: syncRefusals },
  { reads: ["model", "compression", "sync", "dp", "dpShard", "zero", "lora"], find: compressionRefusals },
  { reads: ["model", "targetLoss", "scalingLaw"], find: convergenceRefusals },
];

const notModelled = (field: string, what: string, instead: string): Refusal =>
  error("not-modelled", [field], { what, instead });

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
  const { domain } = cluster.scaleUp;
  if (tp > domain) found.push(warning("tp-beyond-scale-up", ["plan.tp", "cluster.scale_up"], { tp, domain }));
  if (product > domain && !cluster.scaleOut)
    found.push(error("no-scale-out", ["cluster.scale_out"], { devices: product, domain }));
  return found;
}

/** Context parallelism of layers that it is not modelled for: Mamba's step sizes read all columns, which no rank would have. */
function context({ model, plan }: Scenario): readonly Refusal[] {
  const mamba = modelParts(model).some((part) => part.model.recurrent?.kind === "mamba");
  if (plan.cp === 1 || !mamba || layersWith(model, ({ mixer }) => mixer === "recurrent") === 0) return [];
  const instead =
    "`tp`, which splits their columns, is; so is `cp` of Mamba-2, delta rules and linear attention";
  return [notModelled("plan.cp", "context parallelism of Mamba layers", instead)];
}

/** A measured distribution without a share for each length, or with none at all. */
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

/** Exchanges of tokens that would be hidden twice: Megatron Core refuses both at once too (transformer_config.py). */
function exchanges({ plan }: Scenario): readonly Refusal[] {
  if (!plan.overlap.ep || !plan.overlap.sharedExperts) return [];
  const what = "one exchange of tokens beside other micro-batches and beside its own shared experts";
  return [notModelled("plan.overlap", what, "either `ep` or `shared_experts` is")];
}

/** What is sharded over which ranks. */
function sharding({ plan }: Scenario): readonly Refusal[] {
  const found: Refusal[] = [];
  const { dp, dpShard, cp, tp, ep, etp } = plan;
  if (Number.isInteger(dp) && dp % dpShard !== 0)
    found.push(
      notModelled(
        "plan.dp_shard",
        `state sharded over ${dpShard} of ${dp} ranks`,
        "a `dp_shard` that divides `dp` is",
      ),
    );
  else if (dpShard < dp && (dpShard * cp * tp) % (ep * etp) !== 0)
    found.push(
      notModelled(
        "plan.dp_shard",
        `experts over ${ep * etp} devices and state over ${dpShard * cp * tp}`,
        "a `dp_shard` with dp_shard * cp * tp a multiple of ep * etp is",
      ),
    );
  if (!traitsOf(plan.schedule).drains && plan.zero >= 2)
    found.push(notModelled("plan.zero", `PipeDream with ZeRO ${plan.zero}`, "PipeDream with ZeRO 0 or 1 is"));
  return found;
}

/** Rates that the device lacks, and what the machine is asked to keep. */
function machine({ cluster, plan }: Scenario): readonly Refusal[] {
  const found: Refusal[] = [];
  const { device } = cluster;
  const lacks = (fields: readonly string[], dtype: string): void => {
    found.push(error("no-rate", fields, { device: device.name, dtype }));
  };
  if (plan.shampoo && !(device.peak.fp32 > 0)) lacks(["plan.optimizer", "cluster.device.peak"], "fp32");
  for (const dtype of new Set([plan.precision.compute, plan.precision.attention, coreDtype(plan.precision)]))
    if (!(device.peak[dtype] > 0)) lacks(["plan.precision", "cluster.device.peak"], dtype);
  return found;
}

/** State that a plan keeps where it cannot be. */
function offloading({ cluster: { name, drives }, plan }: Scenario): readonly Refusal[] {
  const found: Refusal[] = [];
  const { optimizer, weights } = plan.stateOffload;
  const refuse = (field: string, what: string, instead: string): void => {
    found.push(notModelled(field, what, instead));
  };
  if (weights !== "none" && plan.zero < 3)
    refuse("plan.offload_weights", `offloading weights under ZeRO ${plan.zero}`, "with `zero = 3` it is");
  const { matrices } = optimizerTraits[plan.optimizer];
  if (optimizer !== "none" && matrices !== null && matrices !== "factored")
    refuse(
      "plan.offload_optimizer",
      `an update by ${plan.optimizer} on the host's processors`,
      "an update of Adam, Adafactor, Lion or SGD is",
    );
  if (drives === null)
    for (const [field, place] of [
      ["plan.offload_optimizer", optimizer],
      ["plan.offload_weights", weights],
    ] as const)
      if (place === "nvme") found.push(error("no-drives", [field, "cluster.nvme"], { cluster: name }));
  return found;
}
