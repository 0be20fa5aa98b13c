import { release } from "../release.ts";
import { variant } from "../stack.ts";
import { megatronCore } from "./megatronCore.ts";

const RESULTS = "mlcommons/training_results";
const V3_0 = `${RESULTS}_v3.0, NVIDIA, gpt3, Dockerfile: TransformerEngine 0.8, flash-attn 1.0.2`;

export const mlperfNvidia = variant(
  megatronCore,
  "mlperf_nvidia",
  "NVIDIA's submissions to MLPerf Training, on Megatron Core and NeMo, also where other submitters ran them.",
  "2025",
  {
    flash_version: ["if round <= 3 then 1 else if year >= 2024 then 3 else 2", V3_0],
    scale_kernels: [
      "if round <= 3 then 18 else if year >= 2024 then 0 else 9",
      "NVIDIA/TransformerEngine, pytorch/fp8.py: v0.8 runs six kernels for each of a layer's three modules, v0.10 to v1.5 three, v1.6 one for a pass",
    ],
    amax_reduction: [
      "if round <= 3 then replicas else none",
      `${RESULTS}_v3.1, NVIDIA, config_common.sh: NVTE_DP_AMAX_REDUCE_INTERVAL=0, NVTE_ASYNC_AMAX_REDUCTION=1: among tensor-parallel ranks, overlapping computation`,
    ],
    fp32_gradients: [
      "false",
      "NeMo-Framework-Launcher, examples/training/gpt/h100: fp8 recipes reduce gradients in bf16",
    ],
    cross_entropy: [
      "if round >= 5.1 then fused else eager",
      `${RESULTS}_v5.1 and v6.0, NVIDIA, llama31_8b: CE_FUSION_IMPL=te; v6.0, gpt_oss_20b, conf/gpt_oss.yaml, and deepseek_v3_pretrain_config of Megatron-Bridge: the same`,
    ],
    gradient_passes: [
      "1",
      `${RESULTS}_v6.0, NVIDIA, deepseekv3_671b: AVERAGE_IN_COLLECTIVE=True in config_common.sh, check_for_nan_in_grad = False in pretrain.py`,
    ],
    etp: [
      "1",
      `${RESULTS}_v6.0, NVIDIA, deepseekv3_671b and gpt_oss_20b, conf: EXPERT_TENSOR_PARALLEL, 1 unless set`,
    ],
    sequence_parallel: [
      "true",
      `${RESULTS}_v4.0, NVIDIA, gpt3, conf/custom.yaml: SEQ_PARALLEL, True unless set; v6.0, gpt_oss_20b, conf/gpt_oss.yaml: the same`,
    ],
    dispatch: [
      "if year >= 2026 then per_node else per_expert",
      `${RESULTS}_v6.0, NVIDIA, deepseekv3_671b and gpt_oss_20b: MOE_TOKEN_DISPATCHER_TYPE=flex, MOE_FLEX_DISPATCHER_BACKEND=hybridep`,
    ],
    expert_kernels: [
      "if year >= 2026 then fused else eager",
      `${RESULTS}_v6.0, NVIDIA: USE_TE_OPS=True, NVTE_CUTEDSL_FUSED_GROUPED_MLP=1`,
    ],
    fp8_head: [
      "year >= 2026 and model.attention == mla and cluster.device.memory > 200 GiB",
      `${RESULTS}_v6.0, NVIDIA, deepseekv3_671b: FP8_OUTPUT_PROJ=True in the configurations of GB300, which GB200's do not set`,
    ],
    fp8_attention: [
      "(finetune != none and (cp == 1 or year >= 2025)) or (year >= 2026 and model.attention == mla)",
      `${RESULTS}_v4.0, NVIDIA, llama2_70b_lora, config_common.sh: FP8_DPA=1, in 16 bits among context-parallel ranks before 2025 (TransformerEngine v1.6, AttnFuncWithCP); v6.0, deepseekv3_671b: FP8_DPA`,
    ],
  },
  [
    release(
      "round",
      "Round of MLPerf Training: 3.0 and 3.1 are of 2023, 4.0 and 4.1 of 2024, and so on.",
      "year - 2019.9",
      "3.1",
      [0.5, 100],
      "mlcommons.org, benchmarks/training",
    ),
  ],
);
