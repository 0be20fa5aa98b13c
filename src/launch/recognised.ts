import type { ArgumentTable } from "./carry/argumentTable.ts";
import { fromNested, type Settings } from "./carry/settings.ts";
import { deepspeed } from "./deepspeed/table.ts";
import { maxtext } from "./maxtext/table.ts";
import { megatron } from "./megatron/table.ts";
import { megatronBridge } from "./megatronBridge/table.ts";
import { megatronDeepspeed } from "./megatronDeepspeed/table.ts";
import { nanotron } from "./nanotron/table.ts";
import { pytorch } from "./pytorch/table.ts";
import { readAssignments } from "./text/python.ts";
import { readFlags } from "./text/readFlags.ts";
import { readOverrides } from "./text/readOverrides.ts";
import { readYaml } from "./text/readYaml.ts";
import { readToml } from "./text/toml.ts";
import { torchtitan } from "./torchtitan/table.ts";

type Problem = { readonly problem: string };

/** Settings of a framework's file, and the table that reads them. */
export type Recognised = { readonly table: ArgumentTable; readonly given: Settings } | Problem;

/** Notation of launch files, and the frameworks that have files in it. */
interface Notation {
  /** True for a text in this notation. The first notation that says so reads the text. */
  is(text: string): boolean;
  read(text: string): Settings | Problem;
  /** Frameworks by what their files have and no others. The first that fits is taken. */
  readonly tables: readonly (readonly [is: (given: Settings) => boolean, table: ArgumentTable])[];
  /** Problem of a text in this notation that belongs to none of these frameworks. */
  readonly none: string;
}

const DEEPSPEED_KEYS =
  /^(train_batch_size|train_micro_batch_size_per_gpu|gradient_accumulation_steps|zero_optimization|bf16|fp16)(\.|$)/;

const MAXTEXT_KEYS = /^((ici|dcn)_\w+_parallelism|per_device_batch_size|base_emb_dim)$/;

const BRIDGE_KEYS = /^(model\.(num_layers|\w+_parallel_size)|train\.(global|micro)_batch_size)$/;

const hasKey =
  (pattern: RegExp) =>
  (given: Settings): boolean =>
    Object.keys(given).some((key) => pattern.test(key));

const notations: readonly Notation[] = [
  {
    is: (text) => /^\s*\{/.test(text),
    read: readJson,
    tables: [[hasKey(DEEPSPEED_KEYS), deepspeed]],
    none: "it has none of DeepSpeed's keys (`train_batch_size`, `zero_optimization`, …)",
  },
  {
    // The first line with content is a key of YAML, which no shell script, flag or TOML begins with.
    is: (text) =>
      /^(?:\s*(?:#.*)?\r?\n)*(?:---\s*\r?\n)?(?:\s*(?:#.*)?\r?\n)*[A-Za-z_][\w.]*\s*:(?:\s|$)/.test(text),
    read: (text) => {
      const found = readYaml(text);
      return "problem" in found
        ? { problem: `it is not YAML that can be read: ${found.problem}` }
        : fromNested(found.data);
    },
    tables: [
      [hasKey(/^(parallelism|tokens|model\.model_config)\./), nanotron],
      [hasKey(MAXTEXT_KEYS), maxtext],
    ],
    none: "it has neither nanotron's sections (`parallelism`, `tokens`, `model`) nor MaxText's keys (`ici_fsdp_parallelism`, `per_device_batch_size`, …)",
  },
  {
    is: (text) => /^[ \t]*(cfg|config)\.\w+(\.\w+)* *= /m.test(text),
    read: (text) => readAssignments(text, ["cfg", "config"]),
    tables: [
      [hasKey(/^mesh\.(dp|dp_replicate)$/), pytorch],
      [hasKey(BRIDGE_KEYS), megatronBridge],
    ],
    none: "it assigns none of Megatron Bridge's attributes (`cfg.model.num_layers`, `cfg.train.global_batch_size`, …) nor of DTP's PyTorch program (`cfg.mesh.dp`, …)",
  },
  {
    is: (text) =>
      /(^|\s)((ici|dcn)_\w+_parallelism|per_device_batch_size|base_emb_dim|model\.\w+|train\.\w+)=/.test(
        text,
      ),
    read: (text) => readOverrides(text),
    tables: [
      [hasKey(MAXTEXT_KEYS), maxtext],
      [hasKey(BRIDGE_KEYS), megatronBridge],
    ],
    none: "it has neither MaxText's keys (`ici_fsdp_parallelism`, …) nor Megatron Bridge's (`model.num_layers`, …)",
  },
  {
    is: (text) => /(^|\s)--[a-z]/.test(text) && !/^\s*\[[\w.]+\]\s*$/m.test(text),
    read: (text) => readFlags(text),
    tables: [
      [(given) => "--zero-stage" in given && "--deepspeed" in given, megatronDeepspeed],
      [hasKey(/^--(num-layers|tensor-model-parallel-size|micro-batch-size)$/), megatron],
    ],
    none: "it has none of Megatron's flags (`--num-layers`, `--micro-batch-size`, …)",
  },
  {
    is: () => true,
    read: (text) => {
      const found = readToml(text);
      return "problem" in found ? { problem: `it is not TOML: ${found.problem}` } : found.settings;
    },
    tables: [[hasKey(/^(parallelism|training|model)\./), torchtitan]],
    none: "it has none of torchtitan's sections (`[model]`, `[training]`, `[parallelism]`)",
  },
];

/** Settings of a framework's file. The text decides which framework it is for. */
export function recognised(text: string): Recognised {
  const notation = notations.find((one) => one.is(text));
  if (!notation) return { problem: "it is empty" };
  const given = notation.read(text);
  if (isProblem(given)) return given;
  const table = notation.tables.find(([is]) => is(given))?.[1];
  return table ? { table, given } : { problem: notation.none };
}

function isProblem(read: Settings | Problem): read is Problem {
  return typeof read.problem === "string";
}

/** Settings of a JSON text by dotted path. */
function readJson(text: string): Settings | Problem {
  try {
    return fromNested(JSON.parse(text));
  } catch {
    return { problem: "it is not JSON" };
  }
}
