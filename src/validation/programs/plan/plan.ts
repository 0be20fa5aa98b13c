import type { Row } from "../../row.ts";
import { truthOf } from "../cells.ts";
import type { DeviceChoice } from "../machine/device.ts";
import { saidOf } from "../said.ts";
import type { FrameworkChoice } from "../stack/framework.ts";
import { testArguments } from "../stack/megatronTests.ts";
import { recipeOf } from "../stack/recipes.ts";
import { batchOf } from "./batch.ts";
import type { Degrees } from "./degrees.ts";
import { finetuneOf } from "./finetune.ts";
import { offloadOf } from "./offload.ts";
import { hiddenOf } from "./overlap.ts";
import { pipelineOf } from "./pipeline.ts";
import { precisionOf } from "./precision.ts";
import { LEAST, type OpenCells, recomputeOf } from "./recompute.ts";
import { shardingOf } from "./sharding.ts";

export interface PlanText {
  readonly kind: "plan";
  /** Fields as the language writes them. */
  readonly fields: readonly string[];
  readonly assumed: readonly string[];
}
export interface Unexpressed {
  readonly kind: "unexpressed";
  readonly reason: string;
}

/** The plan of a row, with what it leaves open filled from the software stack and said in `assumed`. */
export function planOf(
  row: Row,
  framework: FrameworkChoice,
  device: DeviceChoice,
  degrees: Degrees,
  open: OpenCells = LEAST,
): PlanText | Unexpressed {
  const { tp, pp, cp, dp } = degrees;
  const recipe = recipeOf(row);
  const batch = batchOf(row, degrees, recipe?.microBatch ?? null, open.microBatch);
  const assumed = [...degrees.assumed, ...batch.assumed];
  const experts = row.number("ep") ?? 1;
  const inside = insideExpertsOf(row, tp);
  const { vpp, schedule, split, assumed: chunks } = pipelineOf(row, framework, pp);
  if (chunks !== null) assumed.push(chunks);
  const said = saidOf(row);
  const stated = said.recompute ? { text: said.recompute, assumed: false } : recomputeOf(row, open.recompute);
  const byRecipe = stated.assumed && open.recompute === LEAST.recompute ? recipe?.recompute : null;
  const recompute = byRecipe ? { text: byRecipe, assumed: true } : stated;
  if (recompute.assumed)
    assumed.push(`recompute = ${recompute.text}: ${byRecipe ? "its release's recipe" : "not stated"}`);
  const precision = precisionOf(row, device);
  if (precision.assumed) assumed.push(`precision = ${precision.text}: not stated`);
  const finetune = finetuneOf(row);
  if (finetune?.assumed) assumed.push(`finetune = ${finetune.text}: its rank is not stated`);
  const sharding = shardingOf(row, dp, row.number("gpus_per_node") ?? device.perNode, open);
  assumed.push(...sharding.assumed);
  const sequences = said.sequenceParallel ?? truthOf(row.text("seq_parallel"));
  const sequenceParallel = tp > 1 && (sequences ?? SHARDS_SEQUENCES.test(framework.text ?? ""));
  if (sequenceParallel && sequences === undefined)
    assumed.push("sequence_parallel = true: not stated; every run of its stack that says has it");
  const test = testArguments(row);
  const flash = test?.unfused ? false : truthOf(row.text("flash_attn"));
  if (flash === undefined) assumed.push("flash_attention as the framework has it: not stated");
  // DualPipe hides the exchange of tokens, which travel once to a node (arXiv:2412.19437, sections 3.2.1 and 3.2.2).
  const dual = schedule === "dualpipe" && experts > 1;
  const overlap = said.overlap ?? hiddenOf(row, framework, { vpp, dual });
  return {
    kind: "plan",
    assumed,
    fields: [
      ...(framework.text === null ? [] : [`framework = ${framework.text}`]),
      `tp = ${tp}`,
      `pp = ${pp}`,
      ...(vpp > 1 ? [`vpp = ${vpp}`] : []),
      `dp = ${dp}`,
      ...(cp > 1 ? [`cp = ${cp}`, `cp_type = ${cpTypeOf(row)}`] : []),
      ...(experts > 1 ? [`ep = ${experts}`] : []),
      ...(dual || (experts > 1 && (recipe?.perNode || sendsOnce(row))) ? ["dispatch = per_node"] : []),
      ...(inside > 1 ? [`etp = ${inside}`] : []),
      ...sharding.fields,
      ...(said.prefetch === undefined ? [] : [`prefetch = ${said.prefetch}`]),
      `sequence_parallel = ${sequenceParallel}`,
      `schedule = ${schedule}`,
      ...(test?.group ? [`micro_batch_group = ${test.group}`] : []),
      ...(split === null ? [] : [`split = ${split}`]),
      `seq_len = ${row.number("seq_len")}`,
      `micro_batch = ${batch.micro}`,
      `global_batch = ${batch.global} sequences`,
      `precision = ${precision.text}`,
      `recompute = ${recompute.text}`,
      ...(flash === undefined ? [] : [`flash_attention = ${flash}`]),
      ...(overlap === null ? [] : [`overlap = ${overlap.length === 0 ? "none" : `[${overlap.join(", ")}]`}`]),
      ...offloadOf(row),
      ...(finetune === null ? [] : [`finetune = ${finetune.text}`]),
    ],
  };
}

/** Stacks whose tensor-parallel runs in the tables all have sequence parallelism, where they say; torchtitan has no other kind (its apply_tp). */
const SHARDS_SEQUENCES = /^(megatron_core|torchtitan)\b/;

/** DeepEP and HybridEP send a token once to each node. */
const sendsOnce = (row: Row): boolean => /deepep|hybridep/i.test(row.text("overlap") ?? "");

/** Megatron Core and torchtitan send key-value blocks round a ring unless told otherwise. */
function cpTypeOf(row: Row): string {
  const said = `${row.text("overlap") ?? ""}; ${row.text("notes") ?? ""}`;
  // Kernels with sinks share out heads (conf/gpt_oss.yaml: cp_comm_type = a2a; Transformer Engine, get_attention_backend).
  if (/gpt[-_ ]?oss/i.test(row.text("model") ?? "")) return "ulysses";
  if (/cp all-?gather/i.test(said)) return "all_gather";
  return /ulysses|cp a2a|cp all-?to-?all/i.test(said) ? "ulysses" : "ring";
}

/**
 * Tensor-parallel degree inside an expert. Megatron-LM's is tp unless a run says otherwise
 * (megatron/training/arguments.py, --expert-tensor-parallel-size), as its tests do in their names; recipes set 1.
 */
function insideExpertsOf(row: Row, tp: number): number {
  if (row.number("moe_experts") === undefined) return 1;
  const named = /etp(\d+)/i.exec(row.text("model") ?? "")?.[1];
  if (named !== undefined) return Number(named);
  return /megatron-lm ci/i.test(row.source) ? tp : 1;
}
