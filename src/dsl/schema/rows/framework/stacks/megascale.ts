import { variant } from "../stack.ts";
import { megatronCore } from "./megatronCore.ts";

export const megascale = variant(
  megatronCore,
  "megascale",
  "ByteDance's MegaScale on Megatron-LM (arXiv:2402.15627).",
  "2024",
  {
    flash_version: ["2", "arXiv:2402.15627, section 3.3: FlashAttention-2"],
    overlap: [
      "[dp, tp, pp]",
      "arXiv:2402.15627, section 3.2: data, tensor and pipeline parallelism overlapped with computation",
    ],
    interleaved_overlap: ["[dp, tp, pp]", "arXiv:2402.15627, section 3.2"],
    sequence_parallel: [
      "true",
      "arXiv:2402.15627, section 3.2: sequence parallelism's all-gather and reduce-scatter overlapped with the matmuls",
    ],
  },
);
