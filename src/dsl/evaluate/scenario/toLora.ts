import type { ExpertAdapters, LoraTarget } from "../../../engine/scenario/lora.ts";
import type { Plan } from "../../../engine/scenario/plan.ts";
import type { RecordValue } from "../values/value.ts";
import type { Reader } from "./read.ts";

/**
 * Bytes per weight in the 4-bit format NormalFloat, with one scale per 64 weights (arXiv:2305.14314, section 3).
 * `plain`: each scale takes 4 bytes. `doubled`: double quantisation, in which each scale takes 1 byte and 256 scales
 * share a second scale of 4 bytes.
 */
const NF4 = { plain: 0.5 + 4 / 64, doubled: 0.5 + 1 / 64 + 4 / (64 * 256) };

export function toLora(read: Reader, plan: RecordValue): Plan["lora"] {
  const tag = read.record(plan, "finetune");
  if (!tag) return null;
  const format = read.word(tag, "weights");
  const doubled = read.truth(tag, "double_quantisation");
  const bytes = { nf4: doubled ? NF4.doubled : NF4.plain, int8: 1, fp8: 1 };
  return {
    rank: read.number(tag, "rank"),
    targets: read.words(tag, "targets") as readonly LoraTarget[],
    experts: read.word<ExpertAdapters>(tag, "experts"),
    expertRank: read.number(tag, "expert_rank"),
    weightBytes: format in bytes ? bytes[format as keyof typeof bytes] : null,
    asOperands: format === "fp8",
  };
}
