import type { Row } from "../row.ts";

/** Why a row is no run that a scenario can describe, or must not be counted; null when it is one. */
export function unexpressed(row: Row): string | null {
  const has = (pattern: RegExp, ...columns: readonly string[]) =>
    columns.some((column) => pattern.test(row.text(column) ?? ""));
  const degree = (column: string) => row.number(column) ?? 1;
  if (row.text("quality") === "C") return "quality C: incomplete, untuned, noisy or inconsistent";
  if (degree("ep") > 1 && row.number("moe_experts") === undefined)
    return "experts that the row does not describe";
  if (has(/one transformer layer/i, "source") || has(/not a full step/i, "notes"))
    return "one layer, not a step";
  if (has(/\b(bert|t5|mamba|hybrid|vit|multimodal|llava)\b|^(bert|t5|mamba|mimo|multimodal)/i, "model"))
    return "not a decoder-only transformer";
  // Their layers are a Mamba-2 block, an attention or a mixture of experts each (--hybrid-layer-pattern of their configurations).
  if (has(/nemotron[-_ ]?(h|nano|super|ultra|3)/i, "model"))
    return "a hybrid of Mamba-2, attention and experts";
  if (has(/distill/i, "model")) return "a teacher's forward pass beside training";
  if (has(/int8|int4/i, "precision")) return "integer arithmetic";
  return null;
}
