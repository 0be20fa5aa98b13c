import type { Row } from "../rows/row.ts";

/** Names of models and kinds of training whose computation the tables' columns cannot describe. */
const others: readonly (readonly [name: RegExp, reason: string])[] = [
  [
    /(^|[^a-z])(mt|flan-?|long)?t5|(^|[^a-z])ul2|bert|electra|xlnet|(^|[^a-z])m?bart|pegasus/i,
    "not a decoder-only transformer",
  ],
  [
    /\b(hybrid|vit|dit|clip|siglip|swin|whisper|wav2vec\d?|multimodal|vlm?|flux|sd(xl)?|dlrm|unet|resnet|alphafold)\b|[-_\d]vl\b|^(mimo[:_]|multimodal|vit|resnet)|llava|internvl|diffusion/i,
    "not a decoder-only transformer",
  ],
  [
    /mamba|rwkv|jamba|zamba|\bsamba\b|hymba|bamba|retnet|falcon[-_ ]?h1|hyena|griffin|recurrentgemma|minimax[-_ ]?(text|m1|01)|lightning[-_ ]?attention|kimi[-_ ]?linear|qwen3[-_ ]?next|granite[-_ ]?4.*\bh\b/i,
    "layers without attention, of which the row does not say how many",
  ],
  // Each of their layers is a Mamba-2 block, attention or a mixture of experts (--hybrid-layer-pattern of
  // their configurations).
  [/nemotron[-_ ]?(h\b|nano|super|ultra|3(?!\d))/i, "a hybrid of Mamba-2, attention and experts"],
  [/distill/i, "a teacher's forward pass during training"],
  [/\b(ppo|grpo|dpo|rlhf|rloo|reward model)\b/i, "other models' passes during training"],
];

/** Reason why a row is no run that a scenario can describe, or must not be counted. null for a usable row. */
export function unexpressed(row: Row): string | null {
  const has = (pattern: RegExp, ...columns: readonly string[]) =>
    columns.some((column) => pattern.test(row.text(column) ?? ""));
  const degree = (column: string) => row.number(column) ?? 1;
  if (row.text("quality") === "C") return "quality C: incomplete, untuned, noisy or inconsistent";
  if (degree("ep") > 1 && row.number("moe_experts") === undefined)
    return "experts that the row does not describe";
  if (has(/one transformer layer/i, "source") || has(/not a full step/i, "notes"))
    return "one layer, not a step";
  for (const [kind, reason] of others) if (has(kind, "model")) return reason;
  if (has(/int8|int4/i, "precision")) return "integer arithmetic";
  return null;
}
