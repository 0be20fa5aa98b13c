import type { Row } from "../../rows/row.ts";
import type { OpenCells } from "./recompute.ts";

/** Plan fields for the sharding of a row's weights, gradients and optimizer state, as dtp text. */
export interface ShardingText {
  readonly fields: readonly string[];
  readonly assumed: readonly string[];
}

/** ZeRO stages by the words that PyTorch, DeepSpeed and Megatron use for them. The first match counts. */
const stages: readonly (readonly [RegExp, number])[] = [
  [/hybrid|hsdp|fsdp|full[-_ ]?shard|fully[-_ ]sharded|infinity|gemini/i, 3],
  [/shard_grad_op/i, 2],
  [/distributed optimi[sz]er|distopt/i, 1],
  [/^(no|none|off|ddp)\b/i, 0],
];

/**
 * ZeRO stage of a row, and the number of ranks that state is sharded over, from cells such as `3 (FSDP over 16,
 * replicated over 8)`, `FSDP-256 within pod`, `ZeRO-2`. Sharding that is only called hybrid is within a node
 * (PyTorch's HYBRID_SHARD), or over `open.shard` ranks. `open.zero` is the stage of a row that names none.
 */
export function shardingOf(
  row: Row,
  dp: number,
  perNode: number,
  open: Pick<OpenCells, "zero" | "shard">,
): ShardingText {
  const text = row.text("zero_stage") ?? "";
  const assumed: string[] = [];
  const hybrid = /hybrid|hsdp/i.test(text);
  const over = Number(/fsdp(?: over |-)(\d+)/i.exec(text)?.[1] ?? Number.NaN);
  const copies = Number(/replicated? over (\d+)/i.exec(text)?.[1] ?? Number.NaN);
  const written = /^(?:zero|stage|z)?[-_ ]?(?:stage[-_ ]?)?([0-3])(?!\d)/i.exec(text)?.[1];
  const named = written ?? stages.find(([pattern]) => pattern.test(text))?.[1];
  const stage = hybrid ? 3 : named;
  // The cell leaves open which stage ran: "1 (distributed optimizer) unless FSDP recipe".
  if (/\bunless\b/i.test(text) && stage !== undefined)
    return {
      fields: [`zero = ${open.zero ?? stage}`],
      assumed: [`zero = ${open.zero ?? stage}: the cell says "${text}"`],
    };
  if (stage === undefined)
    return open.zero === null
      ? { fields: [], assumed: ["zero as the framework has it: not stated"] }
      : { fields: [`zero = ${open.zero}`], assumed: [`zero = ${open.zero}, which fits: not stated`] };
  const one = open.shard ?? perNode;
  const ranks = Number.isNaN(over) ? (Number.isNaN(copies) ? (hybrid ? one : dp) : dp / copies) : over;
  if (hybrid && Number.isNaN(over) && Number.isNaN(copies)) {
    const why = open.shard === null ? "the devices of a node" : "which fits";
    assumed.push(`dp_shard = ${Math.min(ranks, dp)}, ${why}: not stated`);
  }
  return { fields: [`zero = ${stage}`, ...(ranks < dp ? [`dp_shard = ${ranks}`] : [])], assumed };
}
