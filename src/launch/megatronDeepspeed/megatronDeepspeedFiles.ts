import { numberAt, type Setting, type Settings, toNested } from "../carry/settings.ts";
import { argumentsOf, type Job } from "../run/job.ts";
import { shellArray, shellFlag } from "../text/shell.ts";
import { megatronDeepspeed } from "./table.ts";

const isFlag = ([name]: readonly [string, Setting]): boolean => name.startsWith("--");

/**
 * Launch script of a job for Megatron-DeepSpeed: flags of `pretrain_gpt.py` in a bash array, and the
 * DeepSpeed configuration file that they name.
 */
export function megatronDeepspeedFiles(job: Job): string {
  const given = Object.entries(argumentsOf(megatronDeepspeed, job));
  const flags = given.filter(isFlag).map(([name, value]) => shellFlag(name, value));
  return [
    shellArray("PLAN", flags),
    shellArray("MODEL", modelLines(job)),
    shellArray("RUN", RUN),
    `cat > ds_config.json <<'END'\n${JSON.stringify(configuration(job, given), null, 2)}\nEND`,
  ].join("\n");
}

/** Script lines with the flags of the model's shape. The user can add flags through MODEL_ARGS. */
function modelLines({ settings }: Job): readonly string[] {
  const number = (path: string): number | null => numberAt(settings, path);
  const experts = settings["model.mlp"] === "moe";
  const inner = experts ? "model.mlp.expert" : "model.mlp";
  const given: Settings = {
    "--num-layers": number("model.layers"),
    "--hidden-size": number("model.d_model"),
    "--num-attention-heads": number("model.attention.heads"),
    "--num-key-value-heads": number("model.attention.kv_heads"),
    "--ffn-hidden-size": number(`${inner}.d_ff`),
    "--max-position-embeddings": number("plan.seq_len"),
    ...(settings[inner] === "swiglu" ? { "--swiglu": true } : {}),
    ...(experts ? { "--num-experts": number("model.mlp.experts"), "--topk": number("model.mlp.top_k") } : {}),
  };
  const said = Object.entries(given).filter(([, value]) => value !== null);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a parameter expansion of bash
  return [...said.map(([name, value]) => shellFlag(name, value)), "${MODEL_ARGS:-}"];
}

const RUN: readonly string[] = [
  `--lr "\${LR:-3.0e-4}"`,
  `--data-path "\${DATA:-data/text_document}"`,
  "--tokenizer-type GPT2BPETokenizer",
  "--vocab-file vocab.json",
  "--merge-file merges.txt",
  "--log-interval 1",
  "--eval-iters 0",
];

/**
 * DeepSpeed configuration of a job as data. It repeats some of the script's flags, because DeepSpeed compares
 * the two.
 */
function configuration({ settings }: Job, given: readonly (readonly [string, Setting])[]): object {
  const precision = settings["plan.precision"];
  const own: Settings = {
    train_batch_size: settings["plan.global_batch"] ?? null,
    train_micro_batch_size_per_gpu: settings["plan.micro_batch"] ?? null,
    "zero_optimization.stage": settings["plan.zero"] ?? 0,
    ...(precision === "fp16" || precision === "bf16" ? { [`${precision}.enabled`]: true } : {}),
    ...Object.fromEntries(given.filter((one) => !isFlag(one))),
  };
  return toNested(own);
}

export const megatronDeepspeedCommand: readonly string[] = [
  `"\${MEGATRON:-.}/pretrain_gpt.py"`,
  `"\${PLAN[@]}"`,
  `"\${MODEL[@]}"`,
  `"\${RUN[@]}"`,
  "--deepspeed --deepspeed_config ds_config.json",
];
