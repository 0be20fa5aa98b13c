import { framework } from "../stack.ts";

export const haiLlm = framework("hai_llm", "DeepSeek's HAI-LLM (arXiv:2412.19437).", "2024", {
  zero: ["1", "arXiv:2412.19437, section 3.2: ZeRO-1 data parallelism"],
  overlap: [
    "if schedule == dualpipe then [dp, pp, ep] else [dp]",
    "arXiv:2412.19437, section 3.2.1: DualPipe hides the exchange of tokens and the sends between stages",
  ],
  dispatch: ["per_node", "arXiv:2412.19437, section 3.2.2: a token travels once to a node"],
  fp32_gradients: [
    "true",
    "arXiv:2412.19437, section 3.3.3: gradients that add up over a batch stay in fp32",
  ],
});
