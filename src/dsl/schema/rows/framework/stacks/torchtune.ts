import { torchtuneRuns } from "../runs/torch.ts";
import { variant } from "../stack.ts";
import { torchtitan } from "./torchtitan.ts";

const CONFIG = "pytorch/torchtune, recipes/configs/llama3/8B_full.yaml";

export const torchtune = variant(
  torchtitan,
  "torchtune",
  "torchtune: fine-tuning by FSDP2 in bf16, without torch.compile unless a run asks for it.",
  "2025",
  {
    ...torchtuneRuns,
    recompute: ["full", `${CONFIG}: enable_activation_checkpointing: True`],
    compile: ["false", `${CONFIG}: compile: False`],
    fp32_gradients: [
      "false",
      "pytorch/torchtune, training/_distributed.py, shard_model: fully_shard without a MixedPrecisionPolicy, so gradients have the weights' bf16",
    ],
    logit_bytes: [
      "5 B",
      "pytorch/torchtune, modules/loss/cross_entropy_loss.py, LinearCrossEntropyLoss: 8 chunks, of which backward keeps all log-probabilities in fp32 (4), and one chunk's logits in 16 and 32 bits (6 of 8)",
    ],
  },
);
