import { headRanks } from "../communication/parallel/headRanks.ts";
import { encoderStages } from "../model/encoderStages.ts";
import { hasAttention, layerKinds, layersWith, patternParts } from "../model/layerKinds.ts";
import { type ModelPart, modelParts } from "../model/modelParts.ts";
import type { StageLayout } from "../model/stageLayout.ts";
import type { Refusal, Scenario } from "../scenario.ts";
import { chunksPerStage, modelPieces } from "../schedule.ts";
import { traitsOf } from "../schedules/traits.ts";
import { notModelled } from "./limit.ts";
import { headLimits } from "./planLimits.ts";
import { type Check, error, warning } from "./refusal.ts";
import { sequenceSplit } from "./sequenceSplit.ts";

/** What must divide and does not, or divides badly: layers, heads, widths, experts, the sequence, the batch. */
export const divisibility: readonly Check[] = [
  { reads: ["model"], find: (scenario) => overParts(scenario, pattern) },
  {
    reads: ["model", "tp", "pp", "vpp", "schedule", "ownSchedule", "split", "encoderStages"],
    find: layerCount,
  },
  { reads: ["model", "tp"], find: (scenario) => overParts(scenario, heads) },
  { reads: ["model", "tp", "cp"], find: (scenario) => overParts(scenario, recurrentHeads) },
  { reads: ["model", "tp", "etp"], find: (scenario) => overParts(scenario, widths) },
  {
    reads: ["model", "ep", "etp", "tp", "cp", "dp", "balance"],
    find: (scenario) => overParts(scenario, experts),
  },
  { reads: ["model", "ep", "etp"], find: noExperts },
  {
    reads: ["model", "seqLen", "tp", "cp", "cpType", "cpHeads", "cpOrder", "sequenceParallel"],
    find: sequence,
  },
  { reads: ["dp", "numMicroBatches", "microBatch", "globalBatch"], find: batch },
  {
    reads: ["pp", "vpp", "schedule", "ownSchedule", "numMicroBatches", "microBatchGroup"],
    find: microBatches,
  },
];

/** What a check finds in each part of the model, once. */
function overParts(
  scenario: Scenario,
  find: (scenario: Scenario, part: ModelPart) => readonly Refusal[],
): readonly Refusal[] {
  return once(modelParts(scenario.model).flatMap((part) => ofPart(part, find(scenario, part))));
}

/** Fields where they stand: `model.blocks[1].attention.heads`. */
function ofPart({ paths }: ModelPart, found: readonly Refusal[]): readonly Refusal[] {
  const placed = (field: string): string => {
    const [head, name = "", ...rest] = field.split(".");
    const own = head === "model" ? paths[name] : undefined;
    return own === undefined ? field : [own, ...rest].join(".");
  };
  return found.map((one) => ({ ...one, fields: one.fields.map(placed) }));
}

/** Parts that read the same fields say the same. */
function once(found: readonly Refusal[]): readonly Refusal[] {
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

/** What the pattern of the layers names must be there. */
function pattern(scenario: Scenario, part: ModelPart): readonly Refusal[] {
  const { model } = part;
  const wrong = (field: string, problem: string): readonly Refusal[] => [
    error("pattern-not-possible", [`model.${field}`, "model.pattern"], { problem }),
  ];
  const unknown = model.pattern?.find((one) => !patternParts.has(one));
  if (unknown !== undefined) {
    const known = [...patternParts.keys()].filter((one) => one.length === 1).map((one) => `\`${one}\``);
    return wrong("pattern", `\`${unknown}\` is no letter of a pattern; these are: ${known.join(", ")}`);
  }
  const held = layerKinds(scenario.model).filter((kind) => kind.part === part);
  if (held.some(hasAttention) && model.attention.heads === 0)
    return wrong("attention", "layers have attention, and `attention` is none");
  if (held.some(({ mixer }) => mixer === "recurrent") && !model.recurrent)
    return wrong("recurrent", "layers are recurrent, and `recurrent` is none");
  if (held.some(({ feedForward }) => feedForward === "experts") && model.mlp.kind !== "moe")
    return wrong("mlp", "layers have experts, and `mlp` is no mixture of experts");
  const width = model.mlp.kind === "moe" ? model.mlp.expert.dFf : model.mlp.dFf;
  if (held.some(({ feedForward }) => feedForward !== "none") && width === 0)
    return wrong("mlp", "layers have a feed-forward, and `mlp` is none");
  return [];
}

function layerCount({ model, plan }: Scenario, layouts: readonly StageLayout[] | null): readonly Refusal[] {
  if (layouts) return [];
  const { pp } = plan;
  const first = encoderStages(model, plan);
  if (first === 0 || !model.encoder) {
    const params = { layers: model.layers, pp, vpp: modelPieces(plan) / pp };
    return [error("not-divisible", ["plan.pp", "plan.vpp", "model.layers"], params)];
  }
  const stacks = [
    { stack: "encoder", layers: model.encoder.layers, pp: first },
    { stack: "decoder", layers: model.layers, pp: pp - first },
  ];
  // With no stage left to the decoder, stackRefusals.ts says so.
  if (first >= pp) return [];
  return stacks
    .filter((one) => one.layers % one.pp !== 0)
    .map((one) => error("not-divisible", ["plan.encoder_stages", "plan.pp"], { ...one, vpp: 1 }));
}

function heads({ plan }: Scenario, { model }: ModelPart): readonly Refusal[] {
  const { attention, recurrent } = model;
  const { tp } = plan;
  const found: Refusal[] = [];
  if (recurrent?.kind === "mamba" && recurrent.dInner % tp !== 0)
    found.push(
      error("width-not-divisible", ["plan.tp", "model.recurrent.d_inner"], {
        ...{ field: "d_inner", value: recurrent.dInner, tp, degree: "tp" },
      }),
    );
  if (attention.heads % tp !== 0)
    found.push(
      error("heads-not-divisible", ["plan.tp", "model.attention.heads"], { heads: attention.heads, tp }),
    );
  if (attention.kind === "gqa" && attention.kvHeads % tp !== 0 && tp % attention.kvHeads !== 0)
    found.push(
      error("heads-not-divisible", ["plan.tp", "model.attention.kv_heads"], {
        heads: attention.kvHeads,
        tp,
        field: "kv_heads",
      }),
    );
  return found;
}

/**
 * Heads of a recurrence go over tensor-parallel and context-parallel ranks, and groups of keys with them, copied where there are
 * fewer than ranks (NVIDIA/Megatron-LM, megatron/core/ssm/mamba_context_parallel.py). A delta rule's keys are not copied.
 */
function recurrentHeads({ plan }: Scenario, { model: { recurrent } }: ModelPart): readonly Refusal[] {
  if (!recurrent || recurrent.kind === "mamba") return [];
  const { tp, cp } = plan;
  const { heads, groups, kind } = recurrent;
  const n = tp * cp;
  const fields = cp > 1 ? ["plan.cp", "plan.tp"] : ["plan.tp"];
  const refuse = (what: string, value: number, field: string): readonly Refusal[] => [
    error("recurrence-not-divisible", [...fields, `model.recurrent.${field}`], { what, value, tp, cp }),
  ];
  if (heads % n !== 0) return refuse("heads", heads, "heads");
  const copied = kind !== "gated_delta" && n % groups === 0;
  if (cp > 1 && groups % n !== 0 && !copied)
    return refuse("groups", groups, kind === "gated_delta" ? "key_heads" : "groups");
  return [];
}

/** Feed-forwards over the tensor-parallel ranks. */
function widths({ plan }: Scenario, { model: { mlp } }: ModelPart): readonly Refusal[] {
  const found: Refusal[] = [];
  const width = (field: string, value: number, degree: "tp" | "etp"): void => {
    if (value % plan[degree] === 0) return;
    const params = { field: "d_ff", value, tp: plan[degree], degree };
    found.push(error("width-not-divisible", [`plan.${degree}`, `model.${field}`], params));
  };
  if (mlp.kind !== "moe") width("mlp.d_ff", mlp.dFf, "tp");
  else {
    if (mlp.dense) width("mlp.dense.d_ff", mlp.dense.dFf, "tp");
    if (mlp.shared > 0) width("mlp.shared_d_ff", mlp.shared * mlp.sharedDff, "tp");
    width("mlp.expert.d_ff", mlp.expert.dFf, "etp");
  }
  return found;
}

function sequence(scenario: Scenario): readonly Refusal[] {
  const { model, plan } = scenario;
  const { attention } = model;
  const { tp } = plan;
  const found: Refusal[] = [];
  const undivided = sequenceSplit(plan, plan.seqLen);
  if (undivided)
    found.push(
      error("seq-not-divisible", ["plan.seq_len", ...undivided.fields], {
        ...{ seq_len: plan.seqLen, ...undivided.params },
      }),
    );
  const ranks = headRanks(plan);
  if (plan.cp % ranks !== 0) found.push(...notModelled(headLimits, scenario));
  else if (attention.heads % tp === 0 && (attention.heads / tp) % ranks !== 0)
    found.push(
      error("ulysses-heads-not-divisible", ["plan.cp", "plan.tp", "model.attention.heads"], {
        ...{ heads: attention.heads, tp, cp: ranks },
      }),
    );
  if (model.positions === "learned" && !model.patches && plan.seqLen > model.maxSeqLen)
    found.push(
      warning("seq-beyond-model", ["plan.seq_len", "model.max_seq_len"], {
        seq_len: plan.seqLen,
        max_seq_len: model.maxSeqLen,
      }),
    );
  return found;
}

function batch({ plan }: Scenario): readonly Refusal[] {
  const { dp, numMicroBatches: m, microBatch, globalBatch } = plan;
  if (!Number.isInteger(dp)) return [];
  if (Number.isInteger(m) && m >= 1 && m * dp * microBatch === globalBatch) return [];
  return [
    error("batch-not-divisible", ["plan.global_batch", "plan.dp", "plan.micro_batch"], {
      ...{ global_batch: globalBatch, dp, micro_batch: microBatch },
    }),
  ];
}

/** The micro-batches of a step, and the pipeline that they go through. */
function microBatches({ plan }: Scenario): readonly Refusal[] {
  const { pp, vpp, numMicroBatches: m } = plan;
  // The batch does not divide, which is said.
  if (!Number.isInteger(m)) return [];
  const found: Refusal[] = [];
  if (vpp > 1 && vpp !== chunksPerStage(plan))
    found.push(
      error("vpp-without-interleaving", ["plan.vpp", "plan.schedule"], {
        ...{ vpp, schedule: plan.schedule, chunks: chunksPerStage(plan) },
      }),
    );
  else if (plan.schedule === "interleaved_1f1b" && vpp > 1 && m % plan.microBatchGroup !== 0)
    found.push(
      error("micro-batches-not-divisible", ["plan.num_micro_batches", "plan.pp"], {
        num_micro_batches: m,
        pp: plan.microBatchGroup,
        ...(plan.microBatchGroup === pp ? {} : { degree: "micro_batch_group" }),
      }),
    );
  else if (m < pp)
    found.push(
      warning("few-micro-batches", ["plan.num_micro_batches", "plan.pp"], {
        ...{ num_micro_batches: m, pp, vpp },
        ...(traitsOf(plan.schedule).closed ? {} : { schedule: plan.schedule }),
      }),
    );
  return found;
}

/** Degrees of experts in a model that has none. */
function noExperts({ model, plan }: Scenario): readonly Refusal[] {
  if (modelParts(model).some(({ model: own }) => own.mlp.kind === "moe")) return [];
  const field = plan.ep > 1 ? "ep" : "etp";
  return plan[field] > 1
    ? [error("no-experts", [`plan.${field}`, "model.mlp"], { field, degree: plan[field] })]
    : [];
}

/** How the experts of a part go to devices. */
function experts({ model, plan }: Scenario, part: ModelPart): readonly Refusal[] {
  const { ep, etp, tp, cp, dp } = plan;
  const { mlp } = part.model;
  if (mlp.kind !== "moe") return [];
  const found: Refusal[] = [];
  if (mlp.topK > mlp.experts)
    found.push(
      error("too-few-experts", ["model.mlp.top_k", "model.mlp.experts"], {
        top_k: mlp.topK,
        experts: mlp.experts,
      }),
    );
  const dense = layersWith(model, (of) => of.part === part && of.feedForward === "dense");
  if (!mlp.dense && dense > 0)
    found.push(
      error("dense-width-missing", ["model.mlp.dense"], {
        layers: model.layers,
        dense,
      }),
    );
  if (mlp.experts % mlp.groups !== 0 || mlp.topGroups > mlp.groups)
    found.push(
      error("groups-not-possible", ["model.mlp.groups", "model.mlp.top_groups", "model.mlp.experts"], {
        ...{ experts: mlp.experts, groups: mlp.groups, top_groups: mlp.topGroups },
      }),
    );
  const { balance } = plan;
  if (balance.kind === "measured") {
    const { loads } = balance;
    const total = loads.reduce((sum, one) => sum + one, 0);
    if (loads.length !== mlp.experts || !(total > 0) || loads.some((one) => one < 0))
      found.push(
        error("loads-not-experts", ["plan.balance", "model.mlp.experts"], {
          ...{ loads: loads.length, experts: mlp.experts, least: Math.min(...loads), total },
        }),
      );
  }
  if (mlp.experts % ep !== 0)
    found.push(
      error("experts-not-divisible", ["plan.ep", "model.mlp.experts"], { experts: mlp.experts, ep }),
    );
  const devices = tp * cp * dp;
  if (Number.isInteger(dp) && devices % (ep * etp) !== 0)
    found.push(
      error("ep-not-divisible", ["plan.ep", "plan.etp", "plan.dp", "plan.tp", "plan.cp"], {
        ep,
        etp,
        tp,
        cp,
        dp,
      }),
    );
  return found;
}
