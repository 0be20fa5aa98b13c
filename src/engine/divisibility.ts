import type { StageLayout } from "./estimate.ts";
import { hasAttention, layerKinds, layersWith, layerTraits, patternParts } from "./layerKinds.ts";
import { type Check, error, type Params, warning } from "./refusal.ts";
import type { Refusal, Scenario } from "./scenario.ts";
import { chunksPerStage, modelPieces } from "./schedule.ts";

/** What must divide and does not, or divides badly: layers, heads, widths, experts, the sequence, the batch. */
export const divisibility: readonly Check[] = [
  { reads: ["model"], find: pattern },
  { reads: ["model", "tp", "pp", "vpp", "schedule", "ownSchedule", "split"], find: layersAndHeads },
  { reads: ["model", "tp", "etp"], find: widths },
  { reads: ["model", "ep", "etp", "tp", "cp", "dp", "balance"], find: experts },
  { reads: ["model", "seqLen", "tp", "cp", "cpType", "sequenceParallel"], find: sequence },
  {
    reads: [
      "pp",
      "vpp",
      "schedule",
      "ownSchedule",
      "dp",
      "numMicroBatches",
      "microBatch",
      "microBatchGroup",
      "globalBatch",
    ],
    find: batch,
  },
];

/** What the pattern of the layers names must be there. */
function pattern({ model }: Scenario): readonly Refusal[] {
  const wrong = (field: string, problem: string): readonly Refusal[] => [
    error("pattern-not-possible", [`model.${field}`, "model.pattern"], { problem }),
  ];
  const unknown = model.pattern?.find((one) => !patternParts.has(one));
  if (unknown !== undefined) {
    const known = [...patternParts.keys()].filter((one) => one.length === 1).map((one) => `\`${one}\``);
    return wrong("pattern", `\`${unknown}\` is no letter of a pattern; these are: ${known.join(", ")}`);
  }
  const held = layerKinds(model).map((kind) => layerTraits[kind]);
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

function layersAndHeads(
  { model, plan }: Scenario,
  layouts: readonly StageLayout[] | null,
): readonly Refusal[] {
  const { attention } = model;
  const { tp, pp } = plan;
  const found: Refusal[] = [];
  if (!layouts)
    found.push(
      error("not-divisible", ["plan.pp", "plan.vpp", "model.layers"], {
        layers: model.layers,
        pp,
        vpp: modelPieces(plan) / pp,
      }),
    );
  if (model.recurrent && model.recurrent.heads % tp !== 0)
    found.push(
      error("heads-not-divisible", ["plan.tp", "model.recurrent.heads"], {
        ...{ heads: model.recurrent.heads, tp },
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

/** Feed-forwards over the tensor-parallel ranks. */
function widths({ model: { mlp }, plan }: Scenario): readonly Refusal[] {
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

function sequence({ model, plan }: Scenario): readonly Refusal[] {
  const { attention } = model;
  const { tp } = plan;
  const found: Refusal[] = [];
  if (plan.sequenceParallel && tp === 1)
    found.push(warning("sequence-parallel-without-tp", ["plan.sequence_parallel", "plan.tp"], { tp }));
  if (attention.kind !== "mla" && attention.slidingWindow === null && attention.slidingWindowPattern !== null)
    found.push(warning("pattern-without-window", ["model.attention.sliding_window_pattern"], {}));
  const undivided = sequenceSplit(plan);
  if (undivided)
    found.push(error("seq-not-divisible", undivided.fields, { seq_len: plan.seqLen, ...undivided.params }));
  if (plan.cpType === "ulysses" && attention.heads % tp === 0 && (attention.heads / tp) % plan.cp !== 0)
    found.push(
      error("ulysses-heads-not-divisible", ["plan.cp", "plan.tp", "model.attention.heads"], {
        ...{ heads: attention.heads, tp, cp: plan.cp },
      }),
    );
  if (model.positions === "learned" && plan.seqLen > model.maxSeqLen)
    found.push(
      warning("seq-beyond-model", ["plan.seq_len", "model.max_seq_len"], {
        seq_len: plan.seqLen,
        max_seq_len: model.maxSeqLen,
      }),
    );
  return found;
}

function batch({ plan }: Scenario): readonly Refusal[] {
  const { pp, vpp, dp } = plan;
  const found: Refusal[] = [];
  const m = plan.numMicroBatches;
  if (
    Number.isInteger(dp) &&
    (!Number.isInteger(m) || m < 1 || m * dp * plan.microBatch !== plan.globalBatch)
  ) {
    found.push(
      error("batch-not-divisible", ["plan.global_batch", "plan.dp", "plan.micro_batch"], {
        global_batch: plan.globalBatch,
        dp,
        micro_batch: plan.microBatch,
      }),
    );
    return found;
  }
  if (vpp > 1 && vpp !== chunksPerStage(plan))
    found.push(
      error("vpp-without-interleaving", ["plan.vpp", "plan.schedule"], { vpp, schedule: plan.schedule }),
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
      warning("few-micro-batches", ["plan.num_micro_batches", "plan.pp"], { num_micro_batches: m, pp, vpp }),
    );
  return found;
}

/** The degrees that must divide the sequence and do not; a ring cuts it into two pieces a rank to balance the causal mask. */
function sequenceSplit(
  plan: Scenario["plan"],
): { readonly fields: readonly string[]; readonly params: Params } | null {
  const { seqLen, tp, cp, cpType, sequenceParallel } = plan;
  const pieces = cp === 1 || cpType === "ulysses" ? cp : 2 * cp;
  if (seqLen % pieces !== 0)
    return {
      fields: ["plan.seq_len", "plan.cp"],
      params: { degree: pieces, field: pieces === cp ? "cp" : "2 * cp" },
    };
  if (!sequenceParallel || (seqLen / cp) % tp === 0) return null;
  return {
    fields: ["plan.seq_len", "plan.tp", ...(cp > 1 ? ["plan.cp"] : [])],
    params: { degree: cp * tp, field: cp > 1 ? "cp * tp" : "tp" },
  };
}

/** How the experts go to devices. */
function experts({ model, plan }: Scenario): readonly Refusal[] {
  const { ep, etp, tp, cp, dp } = plan;
  const { mlp } = model;
  if (mlp.kind !== "moe") {
    const field = ep > 1 ? "ep" : "etp";
    return plan[field] > 1
      ? [error("no-experts", [`plan.${field}`, "model.mlp"], { field, degree: plan[field] })]
      : [];
  }
  const found: Refusal[] = [];
  if (mlp.topK > mlp.experts)
    found.push(
      error("too-few-experts", ["model.mlp.top_k", "model.mlp.experts"], {
        top_k: mlp.topK,
        experts: mlp.experts,
      }),
    );
  const dense = layersWith(model, ({ feedForward }) => feedForward === "dense");
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
