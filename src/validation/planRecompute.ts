import type { Stated } from "./planPrecision.ts";
import type { Row } from "./row.ts";

/** What stands in for the cells of a plan that a row leaves open and that what fits decides. */
export interface OpenCells {
  readonly microBatch: number;
  readonly recompute: string;
}
/** What a run may recompute, the cheapest first; mixtures of experts have the activation function of their experts instead of the feed-forward. */
const DENSE = ["none", "selective([norms])", "selective([mlp])", "selective([norms, mlp])", "full"] as const;
const EXPERTS = [
  "none",
  "selective([moe_act])",
  "selective([norms, moe_act])",
  "selective([norms, moe])",
  "full",
] as const;
export const recomputesOf = (row: Row): readonly string[] =>
  row.number("moe_experts") === undefined ? DENSE : EXPERTS;
export const LEAST: OpenCells = { microBatch: 1, recompute: "none" };

/** Megatron Core's names of the modules it computes again (megatron/core/transformer/transformer_config.py), and papers' words. */
const modules: readonly (readonly [RegExp, string])[] = [
  [/layernorm|rmsnorm/i, "norms"],
  [/mla_up|mla up/i, "mla_up"],
  [/\bmlp\b/i, "mlp"],
  [/moe_act/i, "moe_act"],
  [/shared_experts/i, "shared_experts"],
  [/\bmoe\b/i, "moe"],
];

/** What a row says it recomputes; null for a part that is not modelled. */
export function recomputeOf(text: string | undefined, open: OpenCells["recompute"]): Stated | null {
  if (text === undefined || /^(not stated|recipe dependent)/i.test(text))
    return { text: open, assumed: true };
  if (/^none/i.test(text)) return { text: "none", assumed: false };
  if (/^full(?!.*block|-ish)/i.test(text)) return { text: "full", assumed: /memory/i.test(text) };
  if (/^selective.*(core|attention)/i.test(text)) return { text: "selective(attention)", assumed: false };
  const parts = [...modules].filter(([pattern]) => pattern.test(text)).map(([, module]) => module);
  return parts.length > 0 && /^(selective|mlp|rmsnorm|layernorm)/i.test(text)
    ? { text: `selective([${parts.join(", ")}])`, assumed: false }
    : null;
}
