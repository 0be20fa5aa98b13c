import { variant } from "../stack.ts";
import { megatronCore } from "./megatronCore.ts";

export const nemo = variant(
  megatronCore,
  "nemo",
  "NVIDIA's NeMo Framework until Megatron-Bridge took its place: Megatron Core under NeMo's recipes.",
  "2024",
  {
    etp: ["1", "NVIDIA/NeMo, nemo/collections/llm/recipes/mixtral_8x7b.py: expert_tensor_parallel_size = 1"],
    sequence_parallel: [
      "true",
      "NVIDIA/NeMo, nemo/collections/llm/recipes: sequence_parallel wherever tp is above 1",
    ],
    overlap: [
      "[dp, tp]",
      "NVIDIA/NeMo, scripts/performance/llm: MegatronCommOverlapCallback(tp_comm_overlap = True)",
    ],
    interleaved_overlap: [
      "[dp, tp, pp]",
      "NVIDIA/NeMo, scripts/performance/llm, and the sends of interleaved chunks",
    ],
  },
);
