import { internevoRuns } from "../runs/others.ts";
import { ONE_ORDER } from "../sources.ts";
import { framework } from "../stack.ts";

export const internevo = framework("internevo", "InternEvo (arXiv:2401.09149).", "2024", {
  ...internevoRuns,
  rank_orders: [
    ONE_ORDER,
    "InternEvo, core/context/process_group_initializer.py: stages are blocks of ranks, tensor-parallel ranks neighbours",
  ],
  overlap: ["[dp]", "arXiv:2401.09149, section 4"],
  step_bytes: [
    "14 B",
    "internlm/solver/optimizer/hybrid_zero_optim.py: flat gradients in 16 bits and fp32; CALIBRATION.md for the rest",
  ],
});
