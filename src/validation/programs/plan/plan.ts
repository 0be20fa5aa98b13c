import { truthOf } from "../../rows/cells.ts";
import type { Row } from "../../rows/row.ts";
import { sourceFacts } from "../../rows/sourceFacts.ts";
import type { DeviceChoice } from "../machine/deviceChoice.ts";
import type { FrameworkChoice } from "../stack/framework.ts";
import { testArguments } from "../stack/megatronTests.ts";
import { batchOf } from "./batch.ts";
import type { Degrees } from "./degrees.ts";
import { finetuneOf } from "./finetune.ts";
import { offloadOf } from "./offload.ts";
import { overlapOf } from "./overlap.ts";
import { pipelineOf } from "./pipeline.ts";
import { precisionOf } from "./precision.ts";
import { LEAST, type OpenCells, recomputeOf } from "./recompute.ts";
import { shardingOf } from "./sharding.ts";

export interface PlanText {
  readonly kind: "plan";
  /** Lines of the program's `plan` record, as dtp text. */
  readonly fields: readonly string[];
  readonly assumed: readonly string[];
}
export interface Unexpressed {
  readonly kind: "unexpressed";
  readonly reason: string;
}

/**
 * Builds the `plan` record of a row. Cells that the row leaves blank get the software stack's values and are
 * listed in `assumed`.
 */
export function planOf(
  row: Row,
  framework: FrameworkChoice,
  device: DeviceChoice,
  degrees: Degrees,
  open: OpenCells = LEAST,
): PlanText | Unexpressed {
  const { tp, pp, cp, dp } = degrees;
  const stated = sourceFacts(row);
  const batch = batchOf(row, degrees, stated.microBatch ?? null, open.microBatch);
  const assumed = [...degrees.assumed, ...batch.assumed];
  const experts = row.number("ep") ?? 1;
  const inside = insideExpertsOf(row);
  const { vpp, schedule, split, assumed: chunks } = pipelineOf(row, framework, pp);
  if (chunks !== null) assumed.push(chunks);
  const recompute = stated.recompute
    ? { text: stated.recompute, assumed: false }
    : recomputeOf(row, open.recompute);
  if (recompute.assumed)
    assumed.push(
      recompute.text === null
        ? "recompute as the framework has it: not stated"
        : `recompute = ${recompute.text}: not stated`,
    );
  const precision = precisionOf(row, device);
  if (precision.assumed) assumed.push(`precision = ${precision.text}: not stated`);
  const finetune = finetuneOf(row);
  if (finetune?.assumed) assumed.push(`finetune = ${finetune.text}: its rank is not stated`);
  const sharding = shardingOf(row, dp, row.number("gpus_per_node") ?? device.perNode, open);
  assumed.push(...sharding.assumed);
  const sequences = stated.sequenceParallel ?? truthOf(row.text("seq_parallel"));
  if (tp > 1 && sequences === undefined)
    assumed.push("sequence_parallel as the framework has it: not stated");
  const test = testArguments(row);
  const flash = test?.unfused ? false : (stated.flashAttention ?? truthOf(row.text("flash_attn")));
  if (flash === undefined) assumed.push("flash_attention as the framework has it: not stated");
  const overlap = stated.overlap ?? overlapOf(row, framework);
  const contextType = cp > 1 ? cpTypeOf(row) : null;
  return {
    kind: "plan",
    assumed,
    fields: [
      ...(framework.text === null ? [] : [`framework = ${framework.text}`]),
      `tp = ${tp}`,
      `pp = ${pp}`,
      ...(vpp > 1 ? [`vpp = ${vpp}`] : []),
      `dp = ${dp}`,
      ...(cp > 1 ? [`cp = ${cp}`] : []),
      ...(contextType === null ? [] : [`cp_type = ${contextType}`]),
      ...(stated.rankOrder === undefined ? [] : [`rank_order = ${stated.rankOrder}`]),
      ...(experts > 1 ? [`ep = ${experts}`] : []),
      ...(experts > 1 && sendsOnce(row) ? ["dispatch = per_node"] : []),
      ...(inside === null ? [] : [`etp = ${inside}`]),
      ...sharding.fields,
      ...(stated.prefetch === undefined ? [] : [`prefetch = ${stated.prefetch}`]),
      ...(tp > 1 && sequences !== undefined ? [`sequence_parallel = ${sequences}`] : []),
      `schedule = ${schedule}`,
      ...(test?.group ? [`micro_batch_group = ${test.group}`] : []),
      ...(split === null ? [] : [`split = ${split}`]),
      `seq_len = ${row.number("seq_len")}`,
      `micro_batch = ${batch.micro}`,
      `global_batch = ${batch.global} sequences`,
      `precision = ${precision.text}`,
      ...(recompute.text === null ? [] : [`recompute = ${recompute.text}`]),
      ...(flash === undefined ? [] : [`flash_attention = ${flash}`]),
      ...(overlap === null ? [] : [`overlap = ${overlap.length === 0 ? "none" : `[${overlap.join(", ")}]`}`]),
      ...offloadOf(row),
      ...(finetune === null ? [] : [`finetune = ${finetune.text}`]),
    ],
  };
}

/**
 * True for a run that dispatches tokens to experts with DeepEP or HybridEP, which send a token once to each
 * node.
 */
const sendsOnce = (row: Row): boolean =>
  ["overlap", "notes"].some((column) => {
    const text = row.text(column) ?? "";
    return (
      /deepep|hybridep/i.test(text) &&
      !/\b(no|not|without|disabled?|instead of|w\/o)\b[^;,.]{0,24}(deepep|hybridep)/i.test(text)
    );
  });

/**
 * Value of the plan's `cp_type` field: the communication of attention under context parallelism. null where a
 * row does not say, so that the framework's default applies.
 */
function cpTypeOf(row: Row): string | null {
  const said = `${row.text("overlap") ?? ""}; ${row.text("notes") ?? ""}`;
  if (/cp all-?gather/i.test(said)) return "all_gather";
  if (/ulysses|cp a2a|cp all-?to-?all/i.test(said)) return "ulysses";
  return /\bring attention|cp p2p/i.test(said) ? "ring" : null;
}

/**
 * Tensor-parallel degree inside an expert (`etp`), read from the run's name, as in Megatron-LM's tests. null
 * where the name does not state it, so that the framework's default applies.
 */
function insideExpertsOf(row: Row): number | null {
  if (row.number("moe_experts") === undefined) return null;
  const named = /etp(\d+)/i.exec(row.text("model") ?? "")?.[1];
  return named === undefined ? null : Number(named);
}
