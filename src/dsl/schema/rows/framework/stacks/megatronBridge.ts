import { release } from "../release.ts";
import { variant } from "../stack.ts";
import { megatronCore } from "./megatronCore.ts";

const BRIDGE = "NVIDIA-NeMo/Megatron-Bridge";
const EXPERTS = "model.mlp == moe";
const MXFP8 = "precision == fp8 and precision.scaling == mx";
/** Condition that is true on a rack, where the scale-up domain is wider than a board. */
const RACK = "cluster.scale_up.domain > cluster.devices_per_node";
/** Condition that is true where a device has as much memory as a GB300. Recipes for such devices recompute nothing. */
const ROOMY = "cluster.device.memory > 200 GiB";
/**
 * Condition that is true where one CUDA graph holds a whole step. A graph needs sizes that are known beforehand; paged
 * stashing of the experts' inputs provides them. Recipes with 384 or more experts have no such graph.
 */
const ONE_GRAPH = `release >= 26.06 and ${EXPERTS} and model.mlp.experts <= 256 and ${RACK} and ${MXFP8}`;
/**
 * Condition that is true where the experts' all-to-all leaves the scale-up domain and the pipeline has other
 * micro-batches to overlap it with.
 */
const EXCHANGED_AFAR =
  "(ep > cluster.scale_up.domain and pp > 1 and (release < 26.02 or model.attention != mla))";
/** Condition that is true for the model gpt-oss, whose recipes differ from those of other mixtures of experts. */
const GPT_OSS = `${EXPERTS} and model.attention != none and model.attention != mla and model.attention.sinks`;
/**
 * Condition that is true on a board whose devices have the memory of a B300. Among the recipes for gpt-oss, only those
 * for such boards, and those with a step in one graph, use HybridEP.
 */
const ROOMY_BOARD = `release >= 26.04 and ${ROOMY} and not (${RACK})`;
const overlapWith = (more: string): string =>
  `if ${EXPERTS} then (if ${EXCHANGED_AFAR} or (${ONE_GRAPH}) then [dp, ep${more}] else [dp${more}]) else if precision == nvfp4 then [dp${more}] else [dp, tp${more}]`;
const OVERLAP = `${BRIDGE}, scripts/performance/configs/llama: tp_comm_overlap but in NVFP4; configs/deepseek, kimi, qwen: moe_a2a_overlap where experts are on several nodes of a pipeline, not under latent attention since v0.3.0 save two recipes of B200, and where a step is one graph`;
const GRAPH = `${BRIDGE}, v0.5.0, scripts/performance/configs: cuda_graph_impl = full_iteration, cutedsl_fused_grouped_mlp, fp8_dot_product_attention, in recipes of DeepSeek-V3, Qwen3 and gpt-oss in MXFP8 on racks; configs/kimi has none`;

export const megatronBridge = variant(
  megatronCore,
  "megatron_bridge",
  "NVIDIA's Megatron-Bridge: Megatron Core as its performance recipes configure it.",
  "2026",
  {
    joint_casts: [
      "release >= 26.04",
      `${BRIDGE}, docs/releases/software-versions.md: TransformerEngine 2.14 since 26.04`,
    ],
    fp32_gradients: [
      "false",
      `${BRIDGE}, perf_recipes/_common.py, _benchmark_common: grad_reduce_in_fp32 = False`,
    ],
    cross_entropy: [
      "fused",
      `${BRIDGE}, scripts/performance: cross_entropy_fusion_impl = "te", in configs/*.yaml before v0.2.0, in utils since`,
    ],
    gradient_passes: [
      "1",
      `${BRIDGE}, recipes/common.py: average_in_collective; scripts/performance: check_for_nan_in_grad = False, in configs/*.yaml before v0.2.0, in utils since: gradients are zeroed`,
    ],
    etp: ["1", `${BRIDGE}, perf_recipes: expert_tensor_parallel_size = 1`],
    sequence_parallel: ["true", `${BRIDGE}, perf_recipes: sequence_parallel wherever tp is above 1`],
    overlap: [overlapWith(""), OVERLAP],
    interleaved_overlap: [overlapWith(", pp"), OVERLAP],
    dispatch: [
      `if ${GPT_OSS} and not (${ONE_GRAPH}) and not (${ROOMY_BOARD}) then per_expert else if release >= 26.02 or (release >= 25.11 and ${RACK}) then per_node else per_expert`,
      `${BRIDGE}, training/flex_dispatcher_backend.py: DeepEP and HybridEP; recipes of racks have it since 25.11, others since 26.02; configs/gpt_oss has none but on B300 since v0.4.0 and where a step is one graph`,
    ],
    recompute: [
      `if model.attention == mla and not (${ONE_GRAPH} and ${ROOMY}) then selective([mla_up]) else if ${GPT_OSS} and not (${ROOMY}) and not (${ONE_GRAPH}) then selective([norms, moe_act]) else none`,
      `${BRIDGE}, perf_recipes/deepseek, kimi: recompute_modules = ["mla_up_proj"], and nothing in deepseek/gb300 where a step is one graph, which deepseek/gb200 does not leave out; gpt_oss: ["layernorm", "moe_act"] on H100, B200 and GB200 since v0.2.0, but where a step is one graph`,
    ],
    cuda_graphs: [ONE_GRAPH, GRAPH],
    expert_kernels: [`if ${ONE_GRAPH} then fused else eager`, GRAPH],
    fp8_scaling: [
      "current",
      `${BRIDGE}, training/mixed_precision.py: bf16_with_fp8_current_scaling_mixed, the performance recipes' fp8_cs`,
    ],
    fp8_head: [
      `${ONE_GRAPH} and (model.attention == mla or (${GPT_OSS}))`,
      `${BRIDGE}, v0.5.0, scripts/performance/configs/deepseek and gpt_oss: fp8_output_proj in MXFP8 on racks; configs/qwen has none`,
    ],
    fp8_attention: [
      `${ONE_GRAPH} and (model.attention != mla or ${ROOMY})`,
      `${GRAPH}; no fp8_dot_product_attention in DeepSeek-V3's of GB200`,
    ],
  },
  [
    release(
      "release",
      "Version of the NeMo container, as in Megatron-Bridge's performance tables: 26.02 is February 2026.",
      "if year >= 2026 then 26.08 else 25.11",
      "26.04",
      [25, 100],
      `${BRIDGE}, docs/performance-summary.md`,
    ),
  ],
);
