import type { DeviceChoice } from "./device.ts";
import type { FrameworkChoice } from "./framework.ts";
import { testArguments } from "./megatronTests.ts";
import { hidesTensorParallel, recipeOf } from "./recipes.ts";
import type { Row } from "./row.ts";
import { saidOf } from "./said.ts";
import { shardedRecipe } from "./shardedRecipe.ts";

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

/** The plan of a row, with what it leaves open filled from the software stack and said in `assumed`. */
export function planOf(
  row: Row,
  framework: FrameworkChoice,
  device: DeviceChoice,
  devices: number,
  open: OpenCells = LEAST,
): PlanText | Unexpressed {
  const assumed: string[] = [];
  const assume = <T>(value: T, sentence: string): T => {
    assumed.push(sentence);
    return value;
  };
  const tp = row.number("tp") ?? 1;
  const pp = row.number("pp") ?? 1;
  const cp = row.number("cp") ?? 1;
  const dp = row.number("dp") ?? assume(devices / (tp * cp * pp), "dp from the device count");
  const experts = row.number("ep") ?? 1;
  const inside = insideExpertsOf(row, tp);
  const layers = row.number("layers") ?? 0;
  const { vpp, assumed: chunks } = chunksOf(row, framework, layers, pp);
  if (chunks !== null) assumed.push(chunks);
  const schedule = scheduleOf(row.text("schedule") ?? "", vpp);
  const recipe = recipeOf(row);
  const said = saidOf(row);
  const sharded = shardedRecipe(row);
  const stated = said.recompute
    ? { text: said.recompute, assumed: false }
    : recomputeOf(row.text("recompute"), open.recompute);
  const byRecipe = stated?.assumed && open.recompute === LEAST.recompute ? recipe?.recompute : null;
  const recompute = byRecipe ? { text: byRecipe, assumed: true } : stated;
  if (recompute === null) return { kind: "unexpressed", reason: "recompute of a part that is not modelled" };
  if (recompute.assumed)
    assumed.push(`recompute = ${recompute.text}: ${byRecipe ? "its release's recipe" : "not stated"}`);
  const precision = said.precision ? { text: said.precision, assumed: false } : precisionOf(row, device);
  if (precision.assumed) assumed.push("precision = bf16: not stated");
  const stage = sharded ? 3 : Number(/^[0-3]/.exec(row.text("zero_stage") ?? "")?.[0] ?? Number.NaN);
  if (Number.isNaN(stage)) assumed.push("zero as the framework has it: not stated");
  const sequenceParallel = /^yes/i.test(row.text("seq_parallel") ?? "") && tp > 1;
  const flash = testArguments(row)?.unfused ? false : flashOf(row.text("flash_attn"));
  if (flash === null) assumed.push("flash_attention as the framework has it: not stated");
  // DualPipe hides the exchange of tokens, which travel once to a node (arXiv:2412.19437, sections 3.2.1 and 3.2.2).
  const dual = schedule === "dualpipe" && experts > 1;
  const interleaved = vpp > 1 ? ["pp"] : [];
  const overlap = dual
    ? ["dp", "pp", "ep"]
    : recipe?.exchangeHidden
      ? ["dp", "ep", ...interleaved]
      : hidesTensorParallel(row)
        ? ["dp", "tp", ...interleaved]
        : overlapOf(row, framework);
  const offload = said.offload ?? offloadOf(row.text("offload") ?? "", sharded?.offloadLayers ?? null);
  const microBatch =
    row.number("micro_batch") ??
    recipe?.microBatch ??
    wholeBatch(row, dp) ??
    assume(open.microBatch, `micro_batch = ${open.microBatch}: not stated`);
  return {
    kind: "plan",
    assumed,
    fields: [
      ...(framework.text === null ? [] : [`framework = ${framework.text}`]),
      `tp = ${tp}`,
      `pp = ${pp}`,
      ...(vpp > 1 ? [`vpp = ${vpp}`] : []),
      `dp = ${dp}`,
      ...(cp > 1 ? [`cp = ${cp}`, `cp_type = ${cpTypeOf(row.text("overlap") ?? "")}`] : []),
      ...(experts > 1 ? [`ep = ${experts}`] : []),
      ...(dual || (experts > 1 && recipe?.perNode) ? ["dispatch = per_node"] : []),
      ...(inside > 1 ? [`etp = ${inside}`] : []),
      ...(Number.isNaN(stage) ? [] : [`zero = ${stage}`]),
      `sequence_parallel = ${sequenceParallel}`,
      `schedule = ${schedule}`,
      ...(/^nanotron/.test(framework.text ?? "") ? [] : [`split = ${splitOf(row, layers, pp * vpp)}`]),
      `seq_len = ${row.number("seq_len")}`,
      `micro_batch = ${microBatch}`,
      `global_batch = ${row.number("global_batch_seqs")} sequences`,
      `precision = ${precision.text}`,
      `recompute = ${recompute.text}`,
      ...(flash === null ? [] : [`flash_attention = ${flash}`]),
      ...(overlap === null ? [] : [`overlap = ${overlap.length === 0 ? "none" : `[${overlap.join(", ")}]`}`]),
      ...(offload === null ? [] : [offload]),
    ],
  };
}

/** The field of a plan that says so; where a table only says that activations are offloaded, all are. */
function offloadOf(text: string, layers: number | null): string | null {
  if (/^optimizer/i.test(text)) return "offload_optimizer = host";
  if (layers !== null) return `offload = activations(layers = ${layers})`;
  return /^activations/i.test(text) ? "offload = activations" : null;
}

/**
 * Chunks of a stage. Where a row says that stages are interleaved but not how finely, a chunk is one layer: the smallest
 * bubble, and what published interleaved runs of that size state (Llama 3, arXiv:2407.21783; GPT-3 in MLPerf's logs).
 */
function chunksOf(
  row: Row,
  framework: FrameworkChoice,
  layers: number,
  pp: number,
): { readonly vpp: number; readonly assumed: string | null } {
  const given = row.number("vpp");
  if (given !== undefined) return { vpp: given, assumed: null };
  if (!/^interleaved/i.test(row.text("schedule") ?? "") || pp === 1) return { vpp: 1, assumed: null };
  if (framework.label === "InternEvo")
    return {
      vpp: 1,
      assumed: "vpp = 1: not stated; model.num_chunks of InternEvo is 1 unless set, and it then runs 1F1B",
    };
  // A layer fewer at both ends where only that divides, as Llama 3 and the zero bubble's runs have it.
  const places = layers % pp === 0 ? layers : (layers + 2) % pp === 0 ? layers + 2 : pp;
  const vpp = places / pp;
  if (/one transformer layer per chunk/i.test(row.text("vpp") ?? "")) return { vpp, assumed: null };
  return { vpp, assumed: `vpp = ${vpp}: not stated; one layer a chunk` };
}

/**
 * NeuSight's pipelines pass on the whole batch at once (neusight/Prediction/aggregator.py: one micro-batch is all that is
 * supported), which is why they are as slow as one device.
 */
function wholeBatch(row: Row, dp: number): number | undefined {
  const batch = row.number("global_batch_seqs");
  return /neusight/i.test(row.source) && batch !== undefined ? batch / dp : undefined;
}

/** Megatron Core and torchtitan send key-value blocks round a ring unless told otherwise. */
function cpTypeOf(overlap: string): string {
  if (/cp all-?gather/i.test(overlap)) return "all_gather";
  return /ulysses|cp a2a|cp all-?to-?all/i.test(overlap) ? "ulysses" : "ring";
}

function scheduleOf(text: string, vpp: number): string {
  if (/zb-?1p|zb-?h1/i.test(text)) return "zb_h1";
  if (/zb-?2p|zb-?h2/i.test(text)) return "zb_h2";
  if (/zb-?v/i.test(text)) return "zb_v";
  if (/dualpipe/i.test(text)) return "dualpipe";
  if (/gpipe/i.test(text)) return "gpipe";
  return vpp > 1 ? "interleaved_1f1b" : "1f1b";
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

/** Even where it can be; one layer fewer at both ends where that makes it even; else any remainder spread. */
function splitOf(row: Row, layers: number, chunks: number): string {
  if (layers % chunks === 0) return "even";
  // Layout Et*4|(t*4|)*14tmL of the recipes and of MLPerf's logs.
  if (layers === 61 && row.number("moe_experts") !== undefined) return "lighter_last";
  return (layers + 2) % chunks === 0 ? "lighter_ends" : "uneven";
}

/** Megatron Core's names of the modules it computes again (megatron/core/transformer/transformer_config.py), and papers' words. */
const modules: readonly (readonly [RegExp, string])[] = [
  [/layernorm|rmsnorm/i, "norms"],
  [/mla_up|mla up/i, "mla_up"],
  [/\bmlp\b/i, "mlp"],
  [/moe_act/i, "moe_act"],
  [/shared_experts/i, "shared_experts"],
  [/\bmoe\b/i, "moe"],
];

function recomputeOf(
  text: string | undefined,
  open: OpenCells["recompute"],
): { readonly text: string; readonly assumed: boolean } | null {
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

function precisionOf(row: Row, device: DeviceChoice): { readonly text: string; readonly assumed: boolean } {
  const text = coarseOrFine(row) ?? row.text("precision") ?? recipeOf(row)?.precision ?? "";
  const wide = /fp32 (main )?grad|fp32 gradient/i.test(text) || /DEFAULT/.test(text);
  if (/fp8|float8|nvfp4|mxfp4/i.test(text))
    return { text: lowPrecision(row, text, wide ? "fp32" : null), assumed: false };
  if (/^tf32/i.test(text)) return { text: "tf32", assumed: false };
  if (/^fp32\b/i.test(text)) return { text: "fp32", assumed: false };
  const name =
    /bf16/i.test(text) && !device.std.startsWith("v100") ? "bf16" : /fp16/i.test(text) ? "fp16" : "bf16";
  const kept = [
    ...(wide
      ? ["gradients = fp32"]
      : name === "bf16" && /pure|bf16 grad/i.test(text)
        ? ["gradients = bf16"]
        : []),
    ...(/8-bit.*adam/i.test(row.text("notes") ?? "") ? ["moments = fp8"] : []),
  ];
  return {
    text: kept.length > 0 ? `${name}(${kept.join(", ")})` : name,
    assumed: !/bf16|fp16/i.test(text),
  };
}

/**
 * Megatron-Bridge's tables give a second number in parentheses for scales of small blocks: of 32 on Blackwell, as MXFP8 has them, of
 * 128 on Hopper (docs/performance-summary-archive.md, the notes below each table).
 */
function coarseOrFine(row: Row): string | null {
  if (!/alt granularity/i.test(row.text("notes") ?? "")) return null;
  return /^h[12]00/i.test(row.text("gpu") ?? "") ? "fp8 blockwise" : "mxfp8";
}

/** Linear layers in 8 or 4 bits. "fp8" alone is per-tensor scaling: delayed in MLPerf's logs, current in Megatron Bridge's tables. */
function lowPrecision(row: Row, text: string, gradients: "fp32" | null): string {
  const kept = gradients === null ? "" : `gradients = ${gradients}`;
  const four = /nvfp4|mxfp4/i.exec(text)?.[0].toLowerCase();
  if (four !== undefined) return kept === "" ? four : `${four}(${kept})`;
  const scaling = /mx/i.test(text)
    ? "mx"
    : /block|subchannel/i.test(text)
      ? "blockwise"
      : /-cs|current|float8|tensorwise|rowwise/i.test(text) || /megatron-bridge/i.test(row.source)
        ? "current"
        : "delayed";
  return `fp8(${[`scaling = ${scaling}`, kept].filter((field) => field !== "").join(", ")})`;
}

function flashOf(text: string | undefined): boolean | null {
  if (text === undefined || /^not stated/i.test(text)) return null;
  return /^yes/i.test(text);
}

/** What a table says is hidden; null where it is silent, or speaks of one dimension that the framework leaves exposed. */
function overlapOf(row: Row, framework: FrameworkChoice): readonly string[] | null {
  const text = row.text("overlap");
  // torchtitan's tables say in this column how tensor parallelism overlaps; FSDP always does.
  if (text === "none" && /^torchtitan/.test(framework.text ?? "")) return null;
  if (text === undefined || /vanilla tp|^no tp/i.test(text)) return null;
  if (/^none|no dp/i.test(text)) return [];
  const found = new Set<string>();
  if (/grad|dp |fsdp/i.test(text) || /^torchtitan/.test(framework.text ?? "")) found.add("dp");
  if (/tp-comm-overlap|async tp|userbuffer overlap (true|1|\()/i.test(text)) found.add("tp");
  if (/p2p/i.test(text)) found.add("pp");
  if (/(\bep\b|expert|moe).{0,20}(all-to-all|a2a).{0,20}overlap/i.test(text)) found.add("ep");
  return ["dp", "tp", "pp", "ep"].filter((one) => found.has(one));
}
