import { llmFoundryRuns } from "../runs/torch.ts";
import { variant } from "../stack.ts";
import { fsdp } from "./fsdp.ts";

export const llmFoundry = variant(
  fsdp,
  "llm_foundry",
  "MosaicML's llm-foundry: MPT under Composer and PyTorch's FSDP.",
  "2023",
  {
    ...llmFoundryRuns,
    fused: [
      "true",
      "mosaicml/llm-foundry, models/layers: MPT's layers are torch.nn.functional.layer_norm and gelu, a kernel each",
    ],
    logit_bytes: ["4 B", "llm-foundry, models/mpt: fused cross entropy, 16-bit logits and their gradient"],
  },
);
