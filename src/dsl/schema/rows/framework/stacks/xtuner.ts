import { xtunerRuns } from "../runs/torch.ts";
import { variant } from "../stack.ts";
import { torchtitan } from "./torchtitan.ts";

const CONFIG = "InternLM/xtuner, xtuner/v1/config/fsdp.py";

export const xtuner = variant(
  torchtitan,
  "xtuner",
  "XTuner V1: FSDP2 and expert parallelism under torch.compile.",
  "2025",
  {
    ...xtunerRuns,
    compile: [
      "true",
      "InternLM/xtuner, xtuner/v1/model/base.py: compile_cfg = None takes the model's default_compile_cfg, functions of its layers",
    ],
    cp_type: ["ulysses", "InternLM/xtuner, xtuner/v1: sequence parallelism by all-to-alls"],
    recompute: ["full", `${CONFIG}: recompute_ratio = 1.0`],
    fp32_gradients: ["false", `${CONFIG}: reduce_dtype = torch.bfloat16`],
  },
);
