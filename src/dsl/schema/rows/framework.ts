import { count } from "../accepts.ts";
import type { FieldRow, RecordRow } from "../row.ts";
import { frameworkFields, MAPPINGS } from "./frameworkFields.ts";

/**
 * Software stacks. A plan names the one that ran (`framework = megatron_lm(2021)`) instead of being tuned: it gives the
 * defaults of some of the plan's fields, and the facts and constants that belong to the stack's code. Every field can be
 * set (`nanotron(fused = true)`), so a stack that is not here is one of these with what differs. The fields, with what
 * they are where a stack says nothing of its own, are in frameworkFields.ts.
 */

const year = (latest: string): FieldRow => ({
  name: "year",
  doc: "Year of the code that ran.",
  accepts: count(),
  default: latest,
  range: [2016, 2100],
  plausible: { least: 2018, most: 2035, because: "the field's frameworks are of these years" },
  example: latest,
});

/** A default that a stack sets, with where its code or paper says so. */
type Facts = Readonly<Record<string, readonly [value: string, source: string]>>;

function framework(name: string, doc: string, latest: string, facts: Facts): RecordRow {
  const fields = frameworkFields.map((field): FieldRow => {
    const fact = facts[field.name];
    return fact ? { ...field, default: fact[0], source: fact[1] } : field;
  });
  return { name, doc, fields: [year(latest), ...fields], positional: "year" };
}

const MEGATRON_ARGUMENTS = "NVIDIA/Megatron-LM, megatron/training/arguments.py";
const BEFORE_FLASH =
  "arXiv:2104.04473, section 4.2: fused scale, mask and softmax; FlashAttention came in 2023";
const ZERO_3_RATE =
  "measured: arXiv:2104.04473, Table 2: 20 GB/s a device where a NIC has 25; src/engine/CALIBRATION.md";
const RANKS_WAIT = "calibrated on A100 runs: src/engine/CALIBRATION.md, tensor-parallel collectives";
const FUSED_SINCE_2020 =
  "arXiv:2104.04473, section 4.2: kernels for bias and GeLU, bias, dropout and residual, and scale, mask and softmax";
const AFTER_BACKWARD =
  "NVIDIA/Megatron-LM: gradients meet after the last backward until --overlap-grad-reduce (2023)";

const DEEPSPEED_GATHERS =
  "deepspeed/runtime/zero/parameter_offload.py: ZeRO 3 gathers the parameters of one submodule at a time";
const REUSED =
  "deepspeed/runtime/zero/config.py: stage3_max_reuse_distance; parameter_offload.py: hooks of each module gather and free";
const DEEPSPEED_AXES =
  "deepspeed/runtime/pipe/topology.py, PipeModelDataParallelTopology: pipe, data, model, the last the nearest";
const MODULES_WAIT =
  "microsoft/DeepSpeed v0.3.16, runtime/zero/stage3.py: fetch_sub_module and _allgather_param call torch.cuda.synchronize";
const KEPT_OUTPUTS =
  "deepspeed/runtime/pipe/engine.py: the last stage writes over pipe_buffers['outputs'] only, and schedule.py gives it two; Megatron-DeepSpeed, gpt_model.py: GPTModelPipe ends with float16_to_fp32";
const FLAT_STEP =
  "deepspeed/runtime/zero/stage_1_and_2.py, step: gradients of the partition, flattened and in fp32";
const PIPELINED_FSDP =
  "torch/distributed/pipelining/stage.py, backward_maybe_with_nosync: no resharding and no reduction before the last backward";
const MEGATRON_SCHEDULES =
  "NVIDIA/Megatron-LM, megatron/core/pipeline_parallel/schedules.py: without and with interleaving";
const ONE_ORDER = "[tp_cp_dp_pp]";
const MESH =
  "pytorch/torchtitan, torchtitan/distributed/parallel_dims.py: the mesh's dimensions are pp, dp_replicate, dp_shard, cp, tp, the last the nearest";
const CROSS_ENTROPY = "PyTorch, cross_entropy: logits, their fp32 copy, and log_softmax";
const IN_PLACE =
  "megatron/core/tensor_parallel/cross_entropy.py: 16-bit logits, and an fp32 copy that becomes softmax and gradient";

const AMAX_REDUCED =
  "NVIDIA/TransformerEngine, pytorch/fp8.py: all-reduce of maxima over fp8_group; NVIDIA/Megatron-LM: tensor- and data-parallel ranks without --tp-only-amax-red";
const SCALES_COMPILED =
  "NVIDIA/TransformerEngine, pytorch/fp8.py: v0.10 to v1.5 compile three kernels for each of a layer's three modules; v1.6 has one for a pass";
const CASTS_JOINED =
  "NVIDIA/TransformerEngine, pytorch/csrc/quantizer.cpp, NVFP4Quantizer::quantize_impl: one kernel since v2.14 (April 2026)";
const NANOTRON_POLLS =
  "huggingface/nanotron, 67c5ebb (December 2024), parallel/pipeline_parallel/p2p.py: _send_meta, _recv_meta look every 0.1 s whether a message is through, two for each of three tensors (models/llama.py: hidden states, their mask; the gradient)";

/** Averaging is a read and a write where collectives do not average. */
const GRADIENT_PASSES =
  "megatron/core/distributed/param_and_grad_buffer.py: reset zeroes the buffer; check_grads takes its norm (check_for_nan_in_grad); start_grad_sync scales it unless average_in_collective";
const FLAT_PARAMETERS =
  "torch/distributed/fsdp/flat_param.py, _get_unflat_views: parameters are torch.split of a flat one, whose backward joins their gradients";
const COPIED_OUT =
  "torch/distributed/fsdp/_fully_shard/_fsdp_collectives.py: foreach_all_gather_copy_out, foreach_reduce_scatter_copy_in";
const GRADIENTS_DIVIDED =
  "NVIDIA/Megatron-LM, megatron/model/distributed.py: zero_grad_buffer; allreduce_gradients divides by the number of replicas first";

export const frameworkTags: readonly RecordRow[] = [
  framework(
    "generic",
    "No stack in particular: fused kernels launched one by one, gradients reduced beside the backward pass.",
    "2025",
    {},
  ),
  framework(
    "megatron_lm",
    "Megatron-LM as in its papers (arXiv:1909.08053, arXiv:2104.04473, arXiv:2205.05198).",
    "2022",
    {
      schedules: ["[1f1b, interleaved_1f1b]", MEGATRON_SCHEDULES],
      rank_orders: ["if year >= 2024 then [tp_cp_dp_pp, tp_cp_pp_dp] else [tp_cp_dp_pp]", MAPPINGS],
      flash_version: ["2", "NVIDIA/Megatron-LM, 2023: --use-flash-attn calls the flash-attn package"],
      vocab_multiple: ["128", `${MEGATRON_ARGUMENTS}: --make-vocab-size-divisible-by`],
      flash_attention: ["year >= 2023", BEFORE_FLASH],
      collective_wait: ["90 us", RANKS_WAIT],
      overlap: ["if year >= 2023 then [dp] else none", AFTER_BACKWARD],
      bucket: [
        "if year >= 2023 then 160 MB else 1 TB",
        "megatron/model/distributed.py: one contiguous buffer",
      ],
      fp32_gradients: ["true", `${MEGATRON_ARGUMENTS}: bf16 accumulates and reduces gradients in fp32`],
      gradient_passes: ["3", GRADIENTS_DIVIDED],
      logit_bytes: ["6 B", IN_PLACE],
      fused: ["year >= 2020", FUSED_SINCE_2020],
      gathers: ["matrices", DEEPSPEED_GATHERS],
    },
  ),
  framework(
    "megatron_core",
    "Megatron Core, NeMo and Megatron-Bridge, with the distributed optimizer's overlap on.",
    "2025",
    {
      schedules: ["[1f1b, interleaved_1f1b]", MEGATRON_SCHEDULES],
      rank_orders: ["if year >= 2024 then [tp_cp_dp_pp, tp_cp_pp_dp] else [tp_cp_dp_pp]", MAPPINGS],
      flash_version: [
        "if year >= 2024 then 3 else 2",
        "NVIDIA cuDNN 9.0 release notes (2024): fused attention of Hopper, through TransformerEngine",
      ],
      vocab_multiple: ["128", `${MEGATRON_ARGUMENTS}: --make-vocab-size-divisible-by`],
      amax_reduction: ["replicas", AMAX_REDUCED],
      scale_kernels: ["if year >= 2024 then 0 else 9", SCALES_COMPILED],
      joint_casts: ["year >= 2026", CASTS_JOINED],
      overlap: ["[dp]", `${MEGATRON_ARGUMENTS}: --overlap-grad-reduce, --overlap-param-gather`],
      interleaved_overlap: [
        "[dp, pp]",
        `${MEGATRON_ARGUMENTS}: sends run beside the chunks unless --no-overlap-p2p-communication`,
      ],
      fp32_gradients: ["true", `${MEGATRON_ARGUMENTS}: bf16 accumulates and reduces gradients in fp32`],
      yarn_fused: [
        "false",
        "megatron/core/models/common/embeddings/rope_utils.py, apply_rotary_pos_emb: no fused kernel where mscale is not 1",
      ],
      expert_launches: ["35", "src/engine/CALIBRATION.md, mixtures of experts"],
      expert_streams: [
        "4",
        "NVIDIA/TransformerEngine, common/gemm/cublaslt_gemm.cu: multi_stream_cublas_gemm deals the experts' products to four streams",
      ],
      expert_kernels: [
        "eager",
        "megatron/core/transformer/moe/experts.py, TEGroupedMLP._apply_bias; core/fusions/fused_bias_geglu.py",
      ],
      gradient_passes: ["4", GRADIENT_PASSES],
      logit_bytes: ["6 B", IN_PLACE],
      rotary_copies: ["true", "megatron/core/transformer/attention.py: values are a view of mixed_qkv"],
    },
  ),
  framework(
    "megatron_deepspeed",
    "Megatron-LM over DeepSpeed's pipeline and ZeRO 1 (arXiv:2201.11990, BLOOM).",
    "2022",
    {
      schedules: ["[1f1b]", "deepspeed/runtime/pipe/schedule.py: TrainSchedule"],
      rank_orders: [ONE_ORDER, DEEPSPEED_AXES],
      flash_version: ["2", "microsoft/Megatron-DeepSpeed: --use-flash-attn-v2"],
      vocab_multiple: ["128", `${MEGATRON_ARGUMENTS}: --make-vocab-size-divisible-by`],
      flash_attention: ["year >= 2023", BEFORE_FLASH],
      collective_wait: ["90 us", RANKS_WAIT],
      overlap: ["none", "deepspeed/runtime/pipe/engine.py: gradients meet after the last micro-batch"],
      bucket: ["1 GB", "DeepSpeed configuration: reduce_bucket_size, 5e8 elements of 2 bytes"],
      fp32_gradients: [
        "true",
        "deepspeed/runtime/bf16_optimizer.py: bf16 training accumulates gradients in fp32",
      ],
      logit_bytes: ["6 B", IN_PLACE],
      kept_logits: ["2", KEPT_OUTPUTS],
      gradient_sum: [
        "18 B",
        "deepspeed/runtime/bf16_optimizer.py, update_hp_grads: after every backward pass a copy in fp32 (2 read, 4 written) is added to the sum (8 read, 4 written)",
      ],
      half_gradients: ["true", "deepspeed/runtime/bf16_optimizer.py: gradients are zeroed, not freed"],
      flat_bytes: ["2 B", "src/engine/CALIBRATION.md, peak memory"],
      step_bytes: ["4 B", FLAT_STEP],
      reuse_distance: ["1B params", REUSED],
      gathers: ["matrices", DEEPSPEED_GATHERS],
      fragmentation: ["0.07", "src/engine/CALIBRATION.md, peak memory"],
    },
  ),
  framework(
    "deepspeed",
    "DeepSpeed's ZeRO around a model of Hugging Face Transformers (arXiv:1910.02054).",
    "2023",
    {
      flash_version: ["2", "Hugging Face Transformers: flash_attention_2"],
      flash_attention: ["year >= 2024", "Hugging Face Transformers: attention in eager PyTorch until 2024"],
      zero: ["3", "arXiv:1910.02054, section 5.3"],
      rank_orders: [ONE_ORDER, DEEPSPEED_AXES],
      overlap: ["[dp]", "deepspeed configuration: overlap_comm, on by default under ZeRO 3"],
      bucket: ["1 GB", "DeepSpeed configuration: reduce_bucket_size, 5e8 elements of 2 bytes"],
      reuse_distance: ["1B params", REUSED],
      module_waits: ["year <= 2021", MODULES_WAIT],
      flat_collectives: ["year <= 2022", ZERO_3_RATE],
      fused: ["false", "Hugging Face Transformers: norms, biases and activations in eager PyTorch"],
      logit_bytes: ["10 B", CROSS_ENTROPY],
      step_bytes: ["4 B", FLAT_STEP],
      gathers: ["matrices", DEEPSPEED_GATHERS],
    },
  ),
  framework(
    "fsdp",
    "PyTorch's FullyShardedDataParallel (arXiv:2304.11277), as llm-foundry runs it.",
    "2023",
    {
      flash_version: [
        "if year >= 2024 then 2 else 1",
        "PyTorch 2.2 release notes: scaled_dot_product_attention gets FlashAttention 2",
      ],
      zero: ["3", "arXiv:2304.11277, section 3: FULL_SHARD"],
      pipeline_reshard: ["step", PIPELINED_FSDP],
      pipeline_scatter: ["step", PIPELINED_FSDP],
      overlap: ["[dp]", "arXiv:2304.11277, section 3.3"],
      recompute_skips: [
        "if year >= 2024 then layer_end else nothing",
        "PyTorch 2.1 of October 2023 (pytorch/pytorch, pull request 96866): a checkpoint that is not reentrant stops at the last tensor that backward needs",
      ],
      shard_copies: ["gradients", FLAT_PARAMETERS],
      logit_bytes: ["4 B", "llm-foundry, models/mpt: fused cross entropy, 16-bit logits and their gradient"],
    },
  ),
  framework(
    "torchtitan",
    "torchtitan: FSDP2 and tensor parallelism on DTensor under torch.compile (arXiv:2410.06511).",
    "2025",
    {
      flash_version: ["2", "PyTorch: scaled_dot_product_attention prefers FlashAttention 2"],
      schedules: [
        "[1f1b, gpipe, interleaved_1f1b, breadth_first, zb_v, dualpipe_v]",
        "torch/distributed/pipelining/schedules.py; launch/torchtitan says them by these names",
      ],
      rank_orders: [ONE_ORDER, MESH],
      zero: ["3", "arXiv:2410.06511, section 2.1.1: FSDP2"],
      shard_copies: ["all", COPIED_OUT],
      pipeline_reshard: ["step", PIPELINED_FSDP],
      pipeline_scatter: ["step", PIPELINED_FSDP],
      overlap: ["[dp]", "arXiv:2410.06511, section 2.1.1"],
      sequence_buffers: [
        "3",
        "torchtitan, models/llama3/parallelize.py: attention and feed_forward gather their inputs, which backward reads; and a gradient",
      ],
      fp32_gradients: ["true", "arXiv:2410.06511, section 2.1: gradients are reduced in fp32"],
      recompute_skips: [
        "layer_end",
        "torchtitan, distributed/activation_checkpoint.py: checkpoint_wrapper around a block, not reentrant: PyTorch stops at the last tensor that backward needs (set_checkpoint_early_stop)",
      ],
      logit_bytes: [
        "16 B",
        "PyTorch, distributed/tensor/parallel/loss.py: fp32 logits, log-softmax, its exponential, the gradient",
      ],
    },
  ),
  framework(
    "automodel",
    "NeMo Automodel: FSDP2 and tensor parallelism on DTensor, kernels of Transformer Engine and Triton.",
    "2026",
    {
      flash_version: [
        "3",
        "NVIDIA-NeMo/Automodel, docs/performance-summary.mdx: DotProductAttention of TransformerEngine, which is cuDNN's",
      ],
      schedules: [
        "[1f1b, gpipe, interleaved_1f1b, zb_v]",
        "NVIDIA-NeMo/Automodel, components/distributed/pipelining: torch/distributed/pipelining/schedules.py",
      ],
      zero: ["3", "NVIDIA-NeMo/Automodel, components/distributed/parallelizer.py: fully_shard"],
      shard_copies: ["all", COPIED_OUT],
      pipeline_reshard: ["step", PIPELINED_FSDP],
      pipeline_scatter: ["step", PIPELINED_FSDP],
      overlap: [
        "[dp]",
        "NVIDIA-NeMo/Automodel, components/distributed/parallelizer.py: fully_shard, prefetch",
      ],
      fp32_gradients: [
        "true",
        "NVIDIA-NeMo/Automodel, components/distributed/parallelizer.py: reduce_dtype = torch.float32",
      ],
      recompute_skips: [
        "module_ends",
        "NVIDIA-NeMo/Automodel, components/distributed/parallelizer.py: checkpoint_wrapper around self_attn and mlp, NO_REENTRANT, compiled: a graph of backward has what a gradient needs",
      ],
      logit_bytes: [
        "10 B",
        "NVIDIA-NeMo/Automodel, components/loss/masked_ce.py: logits.float(), then cross_entropy",
      ],
    },
  ),
  framework(
    "nanotron",
    "Hugging Face's nanotron; 2024 is its branch of that December, which part of the Ultra-Scale Playbook's benchmark ran.",
    "2025",
    {
      schedules: ["[1f1b, gpipe]", "huggingface/nanotron, README: AFAB and 1F1B schedules"],
      rank_orders: [
        ONE_ORDER,
        "nanotron, parallel/context.py, _init_process_group_without_moe: ep, pp, dp, cp, tp, the last the nearest; models with experts have tp_cp_pp_dp",
      ],
      layer_tensors: [
        "6",
        "nanotron, optim/gradient_accumulator.py, get_fp32_accum_hook, and optim/zero.py, _all_gather_params: by parameter; models/llama.py: four matrices and two norms",
      ],
      gather_overlap: ["false", "nanotron, optim/zero.py: gathered at the end of the optimizer's step"],
      whole_reduction: [
        "true",
        "nanotron, trainer.py, training_step: sync_gradients_across_dp after the last backward, with reduce_scatter = False; optim/gradient_accumulator.py: one buffer",
      ],
      split: ["balanced", "nanotron, trainer.py: blocks go to stages by get_block_compute_costs"],
      flash_version: ["2", "nanotron, models/llama.py: flash_attn_varlen_func of flash-attn 2"],
      collective_launch: ["345 us", "src/engine/CALIBRATION.md, nanotron"],
      announcing: ["if year <= 2024 then 0.6 s else 0 s", NANOTRON_POLLS],
      node_latency: ["500 us", "src/engine/CALIBRATION.md, nanotron"],
      overlap: [
        "[dp, tp]",
        "nanotron, parallel/data_parallel/utils.py: hooks on the last backward; tp_linear_async_communication",
      ],
      tp_overlap: [
        "gradients",
        "nanotron, tensor_parallel/functional.py: _ColumnLinearAsyncCommunication, _RowLinearAsyncCommunication",
      ],
      sequence_buffers: [
        "3",
        "nanotron, tensor_parallel/functional.py: two buffers are kept to gather into, and a gradient before it is scattered",
      ],
      fp32_gradients: ["true", "nanotron, optim/gradient_accumulator.py: FP32GradientAccumulator"],
      fused: ["false", "nanotron, models/llama.py: rotary embedding and activation in eager PyTorch"],
      logit_bytes: ["8 B", "nanotron, tensor_parallel/functional.py: fp32 logits, and less their maximum"],
      half_gradients: ["true", "nanotron, optim/gradient_accumulator.py: added in fp32 after backward"],
      bucket_copies: ["2 B", "nanotron, trainer.py: DistributedDataParallel where zero_stage = 0"],
      rotary_copies: ["true", "nanotron, models/llama.py: queries are a view of one copy of q, k and v"],
      run_ahead: ["50", "src/engine/CALIBRATION.md, peak memory"],
    },
  ),
  framework("maxtext", "MaxText: JAX and XLA.", "2025", {
    zero: ["3", "MaxText, configs/base.yml: the fsdp axis"],
    rank_orders: [
      ONE_ORDER,
      "MaxText, configs/base.yml, mesh_axes: stage, fsdp, …, tensor, the last the nearest",
    ],
    overlap: ["[dp, tp]", "XLA's latency-hiding scheduler"],
    launches: ["0", "XLA compiles a step into one program"],
    cuda_graphs: ["true", "XLA compiles a step into one program"],
    workspace: ["0 MiB", "XLA plans a program's temporary memory as a whole"],
  }),
  framework("internevo", "InternEvo (arXiv:2401.09149).", "2024", {
    rank_orders: [
      ONE_ORDER,
      "InternEvo, core/context/process_group_initializer.py: stages are blocks of ranks, tensor-parallel ranks neighbours",
    ],
    overlap: ["[dp]", "arXiv:2401.09149, section 4"],
    step_bytes: [
      "14 B",
      "internlm/solver/optimizer/hybrid_zero_optim.py: flat gradients in 16 bits and fp32; CALIBRATION.md for the rest",
    ],
  }),
];

/** The plan's field. */
export const frameworkField: FieldRow = {
  name: "framework",
  doc: "The software stack: it gives this plan's defaults and the constants of its code.",
  accepts: { tags: frameworkTags.map(({ name }) => name) },
  default: "generic",
  example: "megatron_lm(2021)",
};
