import { deepspeedRuns } from "../runs/deepspeed.ts";
import { DEEPSPEED_AXES, DEEPSPEED_GATHERS, FLAT_STEP, ONE_ORDER, REUSED } from "../sources.ts";
import { framework } from "../stack.ts";

const ZERO_3_RATE =
  "measured: arXiv:2104.04473, Table 2: 20 GB/s a device where a NIC has 25; src/engine/CALIBRATION.md";
const MODULES_WAIT =
  "microsoft/DeepSpeed v0.3.16, runtime/zero/stage3.py: fetch_sub_module and _allgather_param call torch.cuda.synchronize";
const CROSS_ENTROPY = "PyTorch, cross_entropy: logits, their fp32 copy, and log_softmax";

export const deepspeed = framework(
  "deepspeed",
  "DeepSpeed's ZeRO around a model of Hugging Face Transformers (arXiv:1910.02054).",
  "2023",
  {
    ...deepspeedRuns,
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
);
