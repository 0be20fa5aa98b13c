/** Program text for GPT-3 on 1,024 A100s: the scenario `base` of benchmark sweeps. */
export const gpt3Base = `
import selene from "std/clusters"
import gpt3_175b from "std/models"
plan p {
  tp = 8
  pp = 16
  dp = fill
  seq_len = 2_048
  micro_batch = 1
  global_batch = 1_536 sequences
  precision = fp16
}
let base = gpt3_175b on (selene with { nodes = 128 }) with p
`;
