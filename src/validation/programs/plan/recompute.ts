import { truthOf } from "../../rows/cells.ts";
import type { Row } from "../../rows/row.ts";

/** Values for plan cells that a row leaves open, chosen so that the run fits its devices. */
export interface OpenCells {
  readonly microBatch: number;
  /** Activation checkpointing. null for the framework's default. */
  readonly recompute: string | null;
  /** ZeRO stage. null for the framework's default. */
  readonly zero: number | null;
  /** Number of ranks that hybrid sharding divides state among. null for the number of devices of a node. */
  readonly shard: number | null;
}
/** Activation checkpointing options of a dense model, as dtp text, cheapest first. */
const DENSE = ["none", "selective([norms])", "selective([mlp])", "selective([norms, mlp])", "full"] as const;
/**
 * Activation checkpointing options of a mixture of experts, as dtp text, cheapest first. They recompute the
 * experts' activation function instead of the feed-forward.
 */
const EXPERTS = [
  "none",
  "selective([moe_act])",
  "selective([norms, moe_act])",
  "selective([norms, moe])",
  "full",
] as const;
export const recomputesOf = (row: Row): readonly string[] =>
  row.number("moe_experts") === undefined ? DENSE : EXPERTS;
export const LEAST: OpenCells = { microBatch: 1, recompute: null, zero: null, shard: null };

/**
 * Modules that can be recomputed, by their names in Megatron Core
 * (megatron/core/transformer/transformer_config.py) and in papers.
 */
const modules: readonly (readonly [RegExp, string])[] = [
  [/layernorm|rmsnorm/i, "norms"],
  [/mla_up|mla up/i, "mla_up"],
  [/\bmlp\b/i, "mlp"],
  [/moe_act/i, "moe_act"],
  [/shared_experts/i, "shared_experts"],
  [/\bmoe\b/i, "moe"],
];

/**
 * Value of the plan's `recompute` field. Its text is null where a row leaves checkpointing to its framework.
 */
export interface StatedRecompute {
  readonly text: string | null;
  readonly assumed: boolean;
}

/**
 * Activation checkpointing of a row. A cell whose words name no method gets the value `open`. "selective" alone
 * is Megatron's: the attention core (arXiv:2205.05198). "per-op" is torchtitan's (selective_ac_option: op).
 */
export function recomputeOf(row: Row, open: OpenCells["recompute"]): StatedRecompute {
  const text = row.text("recompute");
  if (text === undefined || /^(not stated|unknown|recipe dependent)/i.test(text))
    return { text: open, assumed: true };
  if (truthOf(text) === false) return { text: "none", assumed: false };
  const some = someLayers(text, row.number("layers") ?? 1);
  if (some !== null) return { text: `full(layers = ${some})`, assumed: false };
  if (/per[- ]op\b/i.test(text)) return { text: "selective(ops)", assumed: false };
  if (/^(full|yes|true|on\b|1$|all|activation|gradient|checkpoint)/i.test(text))
    return { text: "full", assumed: /memory|-ish/i.test(text) };
  if (/^selective$|^(selective.*)?(core|attention|attn)/i.test(text))
    return { text: "selective(attention)", assumed: false };
  const parts = modules.filter(([pattern]) => pattern.test(text)).map(([, module]) => module);
  return parts.length > 0
    ? { text: `selective([${parts.join(", ")}])`, assumed: false }
    : { text: open, assumed: true };
}

/**
 * Number of recomputed layers that a checkpointing cell names: `21 layers`, `every other layer`. null where all
 * layers are alike.
 */
function someLayers(text: string, layers: number): number | null {
  if (/every (other|second) layer/i.test(text)) return Math.floor(layers / 2);
  const some = /(\d+) (?:of \d+ )?layers/i.exec(text)?.[1];
  return some === undefined ? null : Number(some);
}
