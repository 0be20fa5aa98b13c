/** Program that begins with a model of the library: fully sharded on some nodes, with controls that every model allows. */
export const modelProgram = (model: string): string => `edition 2026
import dgx_h100 from "std/clusters"
import ${model} from "std/models"

plan start {
  tp = 1
  pp = 1
  dp = fill
  zero = 3
  seq_len = 2_048
  micro_batch = 1
  global_batch = 1_024 sequences
  precision = bf16
}

let base = ${model} on (dgx_h100 with { nodes = 8 }) with start

control base.cluster.nodes in [1, 2, 4, 8, 16, 32, 64, 128]
control base.plan.zero in [0, 1, 2, 3]
control start.recompute in [none, full]

show base
plot base.memory
plot base.time
show ${model}
`;
