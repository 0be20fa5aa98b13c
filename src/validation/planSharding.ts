import type { Row } from "./row.ts";
import { shardedRecipe } from "./shardedRecipe.ts";

/** How a row's state is sharded, as the language writes it. */
export interface ShardingText {
  readonly fields: readonly string[];
  readonly assumed: readonly string[];
}

/**
 * ZeRO's stage, and the ranks that state is sharded over: `3 (FSDP over 16, replicated over 8)`, `FSDP-256 within pod`; what is
 * only called hybrid is sharded in a node (PyTorch's HYBRID_SHARD).
 */
export function shardingOf(row: Row, dp: number, perNode: number): ShardingText {
  const text = row.text("zero_stage") ?? "";
  const assumed: string[] = [];
  const hybrid = /hybrid|hsdp/i.test(text);
  const over = Number(/fsdp(?: over |-)(\d+)/i.exec(text)?.[1] ?? Number.NaN);
  const copies = Number(/replicated? over (\d+)/i.exec(text)?.[1] ?? Number.NaN);
  const written = Number(/^[0-3]/.exec(text)?.[0] ?? Number.NaN);
  const stage = shardedRecipe(row) || hybrid || /^fsdp/i.test(text) ? 3 : written;
  if (Number.isNaN(stage)) return { fields: [], assumed: ["zero as the framework has it: not stated"] };
  const ranks = Number.isNaN(over) ? (Number.isNaN(copies) ? (hybrid ? perNode : dp) : dp / copies) : over;
  if (hybrid && Number.isNaN(over) && Number.isNaN(copies))
    assumed.push(`dp_shard = ${Math.min(ranks, dp)}, the devices of a node: not stated`);
  return { fields: [`zero = ${stage}`, ...(ranks < dp ? [`dp_shard = ${ranks}`] : [])], assumed };
}
