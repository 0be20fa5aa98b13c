import type { ArgumentTable } from "../carry/argumentTable.ts";
import { modelRows } from "./modelRows.ts";
import { parallelRows } from "./planRows.ts";
import { stepRows } from "./stepRows.ts";

/**
 * Table that maps the settings of DTP's own PyTorch program (`pytorchPy.ts`) to a plan and back. The program states
 * them as attributes of `cfg`.
 */
export const pytorch: ArgumentTable = {
  name: "PyTorch",
  version: "2.6 and later",
  source: "pytorch/pytorch, torch/distributed: fsdp/_fully_shard, tensor/parallel, pipelining, checkpoint",
  model: true,
  sections: [
    { title: "model", rows: modelRows },
    { title: "mesh", rows: parallelRows },
    { title: "step", rows: stepRows },
  ],
  aside: [/^train\.(lr|rotary_base)$/],
};
