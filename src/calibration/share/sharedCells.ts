import type { Mlp } from "../../engine/scenario/mlp.ts";
import type { Recompute } from "../../engine/scenario/plan.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";
import { deviceOf } from "../../validation/programs/machine/device.ts";

type Cells = Readonly<Record<string, string | number>>;

/** Words of a row's source by which a stack of the language is recognised (`validation/programs/stack/framework.ts`). */
const STACKS: Readonly<Record<string, string>> = {
  megatron_core: "mcore",
  megatron_lm: "Megatron-LM",
  megatron_bridge: "Megatron-Bridge",
  megatron_deepspeed: "Megatron-DeepSpeed",
  nemo: "NeMo",
  nanotron: "nanotron",
  torchtitan: "torchtitan",
  fsdp: "FSDP",
  deepspeed: "DeepSpeed",
  llm_foundry: "llm-foundry",
  maxtext: "MaxText",
};

const NETWORKS: Readonly<Record<string, string>> = {
  fat_tree: "InfiniBand",
  ethernet: "Ethernet",
  efa: "EFA",
  omni_path: "Omni-Path",
};

/**
 * Cells of a scenario in the columns of `validation/runs.csv`: its shape, machine and plan, without names. Returns what the
 * columns cannot express, or an empty list with the cells.
 */
export function scenarioCells({ model, cluster, plan }: Scenario): {
  readonly cells: Cells;
  readonly unexpressed: readonly string[];
} {
  const unexpressed: string[] = [];
  const refuse = (is: boolean, what: string): void => void (is && unexpressed.push(what));
  const { attention } = model;
  refuse(attention.kind === "mla", "latent attention");
  refuse("slidingWindow" in attention && attention.slidingWindow !== null, "a sliding window");
  refuse(
    [model.recurrent, model.blocks, model.encoder, model.vision, model.patches, model.pattern].some(
      (part) => part !== null,
    ) || model.operators.length > 0,
    "a model that is not a decoder of equal layers",
  );
  refuse(model.mtp > 0, "multi-token prediction");
  refuse(plan.lora !== null || plan.frozen.length > 0, "fine-tuning of some parameters");
  refuse(plan.rl !== null, "RL post-training");
  refuse(plan.offload !== "none", "offloading");
  refuse(plan.sparsity !== null, "sparse weights");
  refuse(plan.documents !== null, "packed documents");
  refuse(plan.compression !== null, "compressed gradients");
  refuse(plan.recompute.kind === "by_layers", "recomputation by layers");
  refuse(
    plan.dpShard < plan.dp && plan.zero !== 3 && plan.zero > 0,
    "state sharded in groups without ZeRO 3",
  );
  const { device, scaleUp, scaleOut } = cluster;
  const memoryGb = Math.round(device.memoryBytes / 1e9);
  const gpu = device.name.replaceAll("_", " ");
  const choice = deviceOf(gpu, memoryGb) ?? deviceOf(gpu);
  refuse(choice?.std !== device.name, `the device ${device.name}`);
  const network = scaleOut && NETWORKS[scaleOut.kind];
  refuse(scaleOut !== null && network === undefined, `a network of the kind ${scaleOut?.kind}`);
  const stack = STACKS[plan.framework.name];
  refuse(
    stack === undefined,
    `the software \`${plan.framework.name}\`: set \`framework\` to one of ${Object.keys(STACKS).join(", ")}`,
  );
  const overlap = overlapText(plan.overlap);
  const cells: Cells = {
    source: `shared run, ${stack} ${plan.framework.year}`,
    certainty: "primary",
    model: `decoder-${model.layers}x${model.dModel}`,
    layers: model.layers,
    hidden: model.dModel,
    heads: attention.heads,
    ...("kvHeads" in attention ? { kv_heads: attention.kvHeads } : {}),
    head_dim: attention.dHead,
    ...mlpCells(model.mlp),
    vocab: model.vocab,
    seq_len: plan.seqLen,
    tied_embeddings: model.tiedEmbeddings ? "yes" : "no",
    ...(model.block === "parallel" ? { attention: "parallel block" } : {}),
    gpu: choice?.label ?? gpu,
    gpu_mem_gb: memoryGb,
    n_gpus: cluster.devices,
    gpus_per_node: scaleUp.domain > cluster.devicesPerNode ? scaleUp.domain : cluster.devicesPerNode,
    intra_link: `${LINKS[scaleUp.kind] ?? scaleUp.kind} ${scaleUp.bytesPerSecond / 1e9} GB/s`,
    ...(scaleOut && cluster.nodes > 1
      ? { inter_link: `${scaleOut.nicsPerNode}x ${(8 * scaleOut.nicBytesPerSecond) / 1e9}Gb/s ${network}` }
      : {}),
    ...{ tp: plan.tp, pp: plan.pp, vpp: plan.vpp, dp: plan.dp, cp: plan.cp, ep: plan.ep },
    schedule: plan.schedule,
    zero_stage: plan.zero === 3 && plan.dpShard < plan.dp ? `hybrid, fsdp over ${plan.dpShard}` : plan.zero,
    seq_parallel: plan.sequenceParallel ? "yes" : "no",
    micro_batch: plan.microBatch,
    global_batch_seqs: plan.globalBatch,
    precision: `${plan.precision.name}, ${plan.precision.gradientBytes === 4 ? "fp32" : "bf16"} gradients`,
    recompute: recomputeText(plan.recompute),
    flash_attn: plan.flashAttention ? "yes" : "no",
    overlap,
  };
  return { cells, unexpressed };
}

const LINKS: Readonly<Record<string, string>> = { nvswitch: "NVSwitch", nvlink: "NVLink", pcie: "PCIe" };

const isGated = (kind: string): boolean => kind === "swiglu" || kind === "geglu";

function mlpCells(mlp: Mlp): Cells {
  if (mlp.kind !== "moe") return { gated_mlp: isGated(mlp.kind) ? "yes" : "no", ffn_hidden: mlp.dFf };
  return {
    gated_mlp: isGated(mlp.expert.kind) ? "yes" : "no",
    ...(mlp.dense ? { ffn_hidden: mlp.dense.dFf } : {}),
    moe_experts: mlp.experts,
    moe_topk: mlp.topK,
    moe_expert_ffn: mlp.expert.dFf,
    ...(mlp.shared > 0 ? { moe_shared_ffn: mlp.shared * mlp.sharedDff } : {}),
    ...(mlp.denseLayers > 0 ? { moe_dense_layers: mlp.denseLayers } : {}),
  };
}

function overlapText(overlap: Scenario["plan"]["overlap"]): string {
  const words = [
    ...(overlap.dp ? ["dp gradients"] : []),
    ...(overlap.tp ? ["tp-comm-overlap"] : []),
    ...(overlap.pp ? ["p2p"] : []),
    ...(overlap.ep ? ["ep all-to-all overlap"] : []),
  ];
  return words.length === 0 ? "none" : words.join("; ");
}

function recomputeText({ kind, modules, layers }: Recompute): string {
  if (kind === "full") return layers === undefined ? "full" : `${layers} layers`;
  if (kind !== "selective") return "none";
  return modules.includes("ops") ? "per-op" : modules.join(", ");
}
