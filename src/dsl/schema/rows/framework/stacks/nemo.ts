import { variant } from "../stack.ts";
import { megatronCore } from "./megatronCore.ts";

export const nemo = variant(
  megatronCore,
  "nemo",
  "NVIDIA's NeMo Framework, the predecessor of Megatron-Bridge: Megatron Core with NeMo's recipes.",
  "2024",
  {
    etp: [
      "if model.mlp == moe then tp else 1",
      "NVIDIA/NeMo v2.3.0, nemo/lightning/pytorch/strategies/megatron_strategy.py: expert_tensor_parallel_size = None, which Megatron Core takes for that of tensor parallelism; recipes/mixtral_8x7b.py leaves it so",
    ],
    sequence_parallel: [
      "true",
      "NVIDIA/NeMo, nemo/collections/llm/recipes: sequence_parallel wherever tp is above 1",
    ],
    overlap: [
      "[dp, tp]",
      "NVIDIA/NeMo v2.3.0, nemo/collections/llm/recipes, llama31_70b.py and others: MegatronCommOverlapCallback(tp_comm_overlap = True)",
    ],
    interleaved_overlap: [
      "[dp, tp, pp]",
      "NVIDIA/NeMo v2.3.0, nemo/collections/llm/recipes, and the sends of interleaved chunks",
    ],
  },
);
