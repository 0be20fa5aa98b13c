import type { ArgumentTable } from "../carry/argumentTable.ts";
import type { Row } from "../carry/row.ts";
import { where } from "../carry/rows.ts";
import { numberAt as at, type Setting, type Settings } from "../carry/settings.ts";
import { tokensInSteps } from "../carry/tokensInSteps.ts";
import { megatron } from "../megatron/table.ts";
import { type Key, keys } from "./keys.ts";

const byFlag: ReadonlyMap<string, Key> = new Map(keys.map((one) => [one.flag, one]));
const [GATED, ACTIVATION] = ["model.gated_linear_unit", "model.activation_func"];
const GROUPS = "model.num_query_groups";

/**
 * Table that maps the attributes of Megatron Bridge's configuration to a plan and back. They are those of Megatron
 * Core under other names (keys.ts), so its rows are Megatron Core's.
 */
export const megatronBridge: ArgumentTable = {
  name: "Megatron Bridge",
  version: "v0.6.0",
  source: "NVIDIA-NeMo/Megatron-Bridge, src/megatron/bridge/training/config.py",
  model: true,
  sections: megatron.sections.map(({ title, rows }) => ({ title, rows: rows.map(renamed) })),
  aside: [
    /^(logger|scheduler|validation|rng|profiling|tokenizer|ft|straggler|nvrx_straggler|peft|env_vars|rerun_state_machine|tensor_inspect|inprocess_restart)(\.|$)/,
    /^(optimizer|model|comm_overlap|mixed_precision)$/,
    /^optimizer\.(lr|min_lr|weight_decay|adam_.*|clip_grad|use_distributed_optimizer)$/,
    /^dataset\.(blend.*|data_path|split|random_seed|num_workers|dataloader_type|path_to_cache|mmap_.*)$/,
    /^checkpoint\.(save|load|pretrained_checkpoint|fully_parallel_.*)$/,
    /^train\.(eval_.*|exit_.*|manual_gc.*)$/,
    /^model\.(seq_length|init_method_std|layernorm_epsilon|rotary_.*|rope_.*|activation_func|make_vocab_size_divisible_by|moe_grouped_gemm|moe_flex_dispatcher_backend|moe_router_(load|score|dtype|pre|enable|bias|topk_s).*|moe_aux_loss_coeff|moe_permute_fusion|.*_fusion|cross_entropy_.*|(params|pipeline|autocast)_dtype)$/,
    /^mixed_precision\.((params|pipeline|autocast)_dtype|fp8_(param|amax|margin).*)$/,
    /^ddp\.(grad_reduce_in_fp32|check_for_nan_.*|average_in_collective|overlap_.*)$/,
  ],
};

/** Row of Megatron Core's table in the names of Megatron Bridge. */
function renamed(row: Row): Row {
  if (row.fields[0] === "plan.tokens") return tokensInSteps("train.train_iters", tokensOfStep);
  if (row.fields[0] === "model.max_seq_len") return learnedPositions();
  return {
    ...row,
    arguments: row.arguments.flatMap(keysOf),
    write: (settings, size): Settings => toKeys(row.write(settings, size), settings),
    read: (given, size) => row.read(toFlags(given), size),
  };
}

function tokensOfStep(given: Settings): number | null {
  const [batch, length] = [at(given, "train.global_batch_size"), at(given, "dataset.seq_length")];
  return batch === null || length === null ? null : batch * length;
}

/** Mapping of learned positions: as many as a sequence has tokens (models/gpt_provider.py: seq_length). */
function learnedPositions(): Row {
  return where((settings) => settings["model.positions"] === "learned", {
    fields: ["model.max_seq_len"],
    arguments: [],
    write: () => ({}),
    read: (given): Settings => {
      const length = at(given, "dataset.seq_length");
      const learned = (given["model.position_embedding_type"] ?? "learned_absolute") === "learned_absolute";
      return length === null || !learned ? {} : { "model.max_seq_len": length };
    },
  });
}

function keysOf(flag: string): readonly string[] {
  // Grouped queries are a number of groups; DeepEP is a backend of the flexible dispatcher.
  if (flag === "--group-query-attention") return [GROUPS];
  if (flag === "--moe-enable-deepep") return ["model.moe_token_dispatcher_type"];
  const found = byFlag.get(flag);
  return found ? [found.key] : [];
}

/** Attributes for the flags that a row of Megatron Core writes. */
function toKeys(flags: Settings, settings: Settings): Settings {
  const written: Record<string, Setting> = {};
  for (const [flag, value] of Object.entries(flags)) {
    const found = byFlag.get(flag);
    // The provider of GPT models has positions of some kind (models/gpt_provider.py).
    if (!found || (flag === "--position-embedding-type" && value === "none")) continue;
    const { kind, key, code } = found;
    if (kind === "code") written[key] = code ? (code[String(value)] ?? null) : codeOf(flag, value);
    else written[key] = kind === "switch" ? true : kind === "not" ? false : value;
  }
  // Megatron's flag forbids the overlap of sends, which chunks have without it.
  const chunks = (at(settings, "plan.vpp") ?? 1) > 1;
  if ("--overlap-grad-reduce" in flags || "--no-overlap-p2p-communication" in flags)
    return {
      ...written,
      ...(chunks ? { "comm_overlap.overlap_p2p_comm": !("--no-overlap-p2p-communication" in flags) } : {}),
    };
  return written;
}

const codeOf = (flag: string, value: Setting): Setting =>
  flag === "--window-size" ? `(${String(value).replace(",", ", ")})` : value;

/** Flags of Megatron Core for the attributes of a file. */
function toFlags(given: Settings): Settings {
  const flags: Record<string, Setting> = {};
  for (const { flag, key, kind, code } of keys) {
    const value = given[key];
    if (value === undefined || value === null) continue;
    if (kind === "switch" || kind === "not") {
      if (value === (kind === "switch")) flags[flag] = true;
    } else if (code) {
      const own = Object.keys(code).find((one) => code[one] === value);
      flags[flag] = own ?? value;
    } else flags[flag] = value;
  }
  const activation = given[ACTIVATION];
  if (given[GATED] === true && activation !== undefined && !/silu$/.test(String(activation)))
    delete flags["--swiglu"];
  if (typeof given[GROUPS] === "number" && given[GROUPS] !== given["model.num_attention_heads"])
    flags["--group-query-attention"] = true;
  if (given["model.moe_token_dispatcher_type"] === "flex") flags["--moe-enable-deepep"] = true;
  return flags;
}
