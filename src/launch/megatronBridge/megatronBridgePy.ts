import { numberAt, type Setting, type Settings } from "../carry/settings.ts";
import { about } from "../run/about.ts";
import { argumentsOf, type Job } from "../run/job.ts";
import { pythonLiteral } from "../text/python.ts";
import { keys, offValue } from "./keys.ts";
import { megatronBridge } from "./table.ts";

/**
 * Training script of a job for Megatron Bridge: its plain GPT recipe, in which every attribute that a plan decides is
 * set, so that none of the recipe's own defaults stays.
 */
export function megatronBridgePy(job: Job): string {
  const args = argumentsOf(megatronBridge, job);
  const latent = args["model.multi_latent_attention"] === true;
  return [
    ...about(job, megatronBridge, NOTES).map((line) => `#${line === "" ? "" : ` ${line}`}`),
    "import torch",
    "from megatron.core.transformer.enums import AttnBackend",
    ...(latent ? ["from megatron.bridge.models.mla_provider import MLAModelProvider"] : []),
    "from megatron.bridge.recipes.gpt.vanilla_gpt import vanilla_gpt_pretrain_config",
    "from megatron.bridge.training.comm_overlap import CommOverlapConfig",
    "from megatron.bridge.training.gpt_step import forward_step",
    "from megatron.bridge.training.mixed_precision import MixedPrecisionConfig",
    "from megatron.bridge.training.pretrain import pretrain",
    "",
    "config = vanilla_gpt_pretrain_config()",
    ...(latent ? ["config.model = MLAModelProvider()"] : []),
    "config.mixed_precision = MixedPrecisionConfig()",
    "config.comm_overlap = CommOverlapConfig(tp_comm_overlap=False)",
    ...assignments(args, job.settings),
    "",
    'if __name__ == "__main__":',
    "    pretrain(config=config, forward_step_func=forward_step)",
    "",
  ].join("\n");
}

const NOTES = [
  "A plan has no data, tokenizer, learning rate or rotary base: set them as the recipe's other attributes.",
];

function assignments(args: Settings, settings: Settings): readonly string[] {
  const latent = args["model.multi_latent_attention"] === true;
  const rows = keys
    .filter(({ key }) => latent || !/^model\.(q_lora|kv_lora|qk_head|qk_pos|v_head)/.test(key))
    .flatMap((one) => {
      const value = one.key in args ? (args[one.key] ?? null) : offValue(one);
      const text = one.kind === "code" && typeof value === "string" ? value : pythonLiteral(value);
      return keepsRecipe(one.key, value) ? [] : [`config.${one.key} = ${text}`];
    });
  const half = args["mixed_precision.bf16"] === true ? "torch.bfloat16" : "torch.float16";
  const dtype =
    args["mixed_precision.bf16"] === true || args["mixed_precision.fp16"] === true ? half : "torch.float32";
  const others: readonly (readonly [key: string, code: string])[] = [
    ["model.seq_length", pythonLiteral(args["dataset.seq_length"] ?? null)],
    [
      "model.activation_func",
      args["model.gated_linear_unit"] === true ? "torch.nn.functional.silu" : "torch.nn.functional.gelu",
    ],
    ...(dtype === "torch.float32" ? [["mixed_precision.fp32", "True"] as const] : []),
    ["mixed_precision.params_dtype", dtype],
    ["mixed_precision.pipeline_dtype", dtype],
    ["train.train_iters", pythonLiteral(args["train.train_iters"] ?? null)],
    ["dist.use_megatron_fsdp", pythonLiteral(args["ddp.use_megatron_fsdp"] === true)],
    ["optimizer.use_distributed_optimizer", pythonLiteral(args["ddp.use_distributed_optimizer"] === true)],
    ...((numberAt(settings, "model.mlp.experts") ?? 0) > 1
      ? [["model.moe_grouped_gemm", "True"] as const]
      : []),
  ];
  return [...rows, ...others.map(([key, code]) => `config.${key} = ${code}`)];
}

/** True for an absent value where Megatron Core's own is meant, which None is not. */
function keepsRecipe(key: string, value: Setting): boolean {
  return (
    value === null &&
    !/^model\.(num_moe_experts|num_query_groups|kv_channels|mtp_num_layers|virtual_.*|pipeline_.*_layout|microbatch_.*|num_layers_in_.*|recompute_.*|moe_expert_capacity_factor|window_size|window_attn_.*|moe_shared_expert_i.*|expert_tensor_.*|cp_comm_type|hierarchical_.*)$|^mixed_precision\.fp[48]$|^checkpoint\.save_interval$|^comm_overlap\.overlap_p2p_comm$/.test(
      key,
    )
  );
}
