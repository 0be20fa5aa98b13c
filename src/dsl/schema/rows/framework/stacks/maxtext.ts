import { maxtextRuns } from "../runs/others.ts";
import { ONE_ORDER } from "../sources.ts";
import { framework } from "../stack.ts";

export const maxtext = framework("maxtext", "MaxText: JAX and XLA.", "2025", {
  ...maxtextRuns,
  zero: ["3", "MaxText, configs/base.yml: the fsdp axis"],
  rank_orders: [
    ONE_ORDER,
    "MaxText, configs/base.yml, mesh_axes: stage, fsdp, …, tensor, the last the nearest",
  ],
  overlap: ["[dp, tp]", "XLA's latency-hiding scheduler"],
  input_gather: [
    "joined",
    "MaxText, configs/base.yml, logical_axis_rules: activation_embed over tensor; arXiv:2105.04663: 2D finalized",
  ],
  launches: ["0", "XLA compiles a step into one program"],
  cuda_graphs: ["true", "XLA compiles a step into one program"],
  workspace: ["0 MiB", "XLA plans a program's temporary memory as a whole"],
});
