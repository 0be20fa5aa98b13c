import { framework } from "../stack.ts";

const PAPER = "arXiv:2407.21783, section 3.3.2";

export const metaLlama = framework("meta_llama", "Meta's own stack of Llama 3 (arXiv:2407.21783).", "2024", {
  pipeline_scatter: [
    "group",
    `${PAPER}: gradients add up in fp32 over the micro-batches that a stage runs in a row, and FSDP shards them`,
  ],
  fp32_gradients: [
    "true",
    `${PAPER}: gradients add up in fp32 over micro-batches and are reduce-scattered in fp32`,
  ],
  frees_stage_inputs: ["true", `${PAPER}: input and output tensors of each stage are deallocated`],
  cp_type: ["all_gather", `${PAPER}: every rank gathers all keys and values first`],
});
