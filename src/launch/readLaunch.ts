import { type ArgumentTable, fromArguments, stackOf, type Unread } from "./carry/argumentTable.ts";
import { fromNested, type Settings } from "./carry/settings.ts";
import { settingsText } from "./carry/settingsText.ts";
import { withoutDefaults } from "./carry/withoutDefaults.ts";
import { deepspeed } from "./deepspeed/table.ts";
import { megatron } from "./megatron/table.ts";
import { megatronDeepspeed } from "./megatronDeepspeed/table.ts";
import { readFlags } from "./text/readFlags.ts";
import { readToml } from "./text/toml.ts";
import { flavorOf } from "./torchtitan/flavors.ts";
import { torchtitan } from "./torchtitan/table.ts";

/**
 * Result of reading a framework's file: definitions of the language, or the reason why the file cannot be
 * read.
 */
export type Imported =
  | {
      readonly text: string;
      /** Name of the framework that the file is for. */
      readonly from: string;
      readonly plan: Settings;
      /** Arguments that the definitions do not express. Comments in the definitions' text list them too. */
      readonly unread: readonly Unread[];
    }
  | { readonly problem: string };

const NOWHERE = { devices: null, stepSeconds: null };

/**
 * Reads a framework's file as definitions of the language: Megatron's flags (a script or an argument line), a
 * DeepSpeed JSON or a torchtitan TOML, recognised by its text. The definitions cite the name `file`. They
 * define `plan NAME` and, where the file describes the model, `model MODEL_NAME`.
 */
export function readLaunch(
  text: string,
  file: string,
  name = "imported",
  modelName = `${name}_model`,
): Imported {
  const found = recognised(text);
  if ("problem" in found) return found;
  const { table, given } = found;
  const { settings, unread } = fromArguments(table, given, NOWHERE);
  const plan = withoutDefaults({ "plan.framework": stackOf(table), ...only(settings, "plan.") });
  const comments = unread.map(unreadLine);
  const whole = table.model && "model.layers" in settings;
  const parts = [
    "edition 2026\n",
    ...importLine(given),
    ...(whole
      ? [settingsText("model", modelName, withoutDefaults(only(settings, "model.")), { cite: file })]
      : []),
    settingsText("plan", name, plan, {
      cite: file,
      comments: comments.length === 0 ? [] : ["Not read:", ...comments],
    }),
  ];
  return { text: parts.join("\n"), from: `${table.name} (${table.version})`, plan, unread };
}

function recognised(
  text: string,
): { readonly table: ArgumentTable; readonly given: Settings } | { readonly problem: string } {
  if (/^\s*\{/.test(text)) {
    const given = readJson(text);
    if (given === null) return { problem: "it is not JSON" };
    const keys = Object.keys(given).map((key) => key.split(".")[0] ?? "");
    return keys.some((key) => DEEPSPEED_KEYS.has(key))
      ? { table: deepspeed, given }
      : { problem: "it has none of DeepSpeed's keys (`train_batch_size`, `zero_optimization`, …)" };
  }
  if (/(^|\s)--[a-z]/.test(text) && !/^\s*\[[\w.]+\]\s*$/m.test(text)) {
    const given = readFlags(text);
    if (isProblem(given)) return given;
    if ("--zero-stage" in given && "--deepspeed" in given) return { table: megatronDeepspeed, given };
    return "--num-layers" in given || "--tensor-model-parallel-size" in given || "--micro-batch-size" in given
      ? { table: megatron, given }
      : { problem: "it has none of Megatron's flags (`--num-layers`, `--micro-batch-size`, …)" };
  }
  const toml = readToml(text);
  if ("problem" in toml) return { problem: `it is not TOML: ${toml.problem}` };
  return Object.keys(toml.settings).some((key) => /^(parallelism|training|model)\./.test(key))
    ? { table: torchtitan, given: toml.settings }
    : { problem: "it has none of torchtitan's sections (`[model]`, `[training]`, `[parallelism]`)" };
}

const DEEPSPEED_KEYS: ReadonlySet<string> = new Set([
  ...["train_batch_size", "train_micro_batch_size_per_gpu", "gradient_accumulation_steps"],
  ...["zero_optimization", "bf16", "fp16"],
]);

function isProblem(read: ReturnType<typeof readFlags>): read is { readonly problem: string } {
  return typeof read.problem === "string";
}

/** Settings of a JSON text by dotted path. null where the text is no JSON. */
function readJson(text: string): Settings | null {
  try {
    return fromNested(JSON.parse(text));
  } catch {
    return null;
  }
}

function only(settings: Settings, prefix: string): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([path]) => path.startsWith(prefix)));
}

/** Line that imports a model of the library, for a file that names its model instead of describing it. */
function importLine(given: Settings): readonly string[] {
  const found = flavorOf(given);
  if (!found) return [];
  return [`# The model: import ${found.std} from "std/models"\n`];
}

export function unreadLine({ argument, value, near }: Unread): string {
  const said =
    value === true ? argument : `${argument} ${Array.isArray(value) ? value.join(" ") : String(value)}`;
  return `  ${said.replace(/\s+/g, " ")}${near === null ? "" : `  (did you mean ${near}?)`}`;
}
