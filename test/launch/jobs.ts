import { fileURLToPath } from "node:url";
import type { Estimate } from "../../src/engine/estimate/estimate.ts";
import type { Scenario } from "../../src/engine/scenario/scenario.ts";
import { createWorld } from "../../src/host/index.ts";
import { type Job, jobOf } from "../../src/launch/index.ts";
import { createSession } from "../../src/session/index.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** One for all: it keeps the library once it is read, and nothing else of a file. */
const session = createSession(createWorld(root));

/** A program's scenario `base` and its estimate; throws with the messages of a program that has none. */
export function estimateOf(program: string): { readonly scenario: Scenario; readonly estimate: Estimate } {
  const { outputs, diagnostics } = session.run(`${program}\nshow base\n`, { name: "test", mode: "file" });
  const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
  const data = outputs[0]?.data as { scenario: Scenario; estimate: Estimate } | undefined;
  if (!data) throw new Error(errors.join("\n"));
  return data;
}

/** What a program's scenario `base` is to the launcher. */
export function job(program: string): Job {
  const { scenario, estimate } = estimateOf(program);
  return jobOf(scenario, estimate);
}

/** A plan of the text's fields for a model of the library on so many DGX H100. */
export function program(model: string, nodes: number, fields: string, cluster = "dgx_h100"): string {
  return [
    `import ${model} from "std/models"`,
    `import ${cluster} from "std/clusters"`,
    `plan p {\n${fields}\n}`,
    `let base = ${model} on (${cluster} with { nodes = ${nodes} }) with p`,
  ].join("\n");
}

const common =
  "seq_len = 4Ki\nglobal_batch = 512 sequences\ntokens = 1T tokens\ncheckpoint = sharded(interval = 30 min)";

/** One run of every kind that has words of its own somewhere. */
export const jobs: Readonly<Record<string, Job>> = {
  dense: job(
    program(
      "llama3_70b",
      64,
      `framework = megatron_core\ntp = 8\npp = 4\nvpp = 5\nzero = 1\nsequence_parallel = true\n${common}\nrecompute = selective([norms, mlp])\noverlap = [dp, tp, pp]`,
    ),
  ),
  mixture: job(
    program(
      "deepseek_v2",
      64,
      `framework = megatron_core\ntp = 2\nep = 8\npp = 4\nzero = 1\nsequence_parallel = true\n${common}\ndispatch = per_node\ncapacity = limited(1.25)\nprecision = fp8(scaling = blockwise, moments = bf16)\nrecompute = selective([mla_up, moe_act])`,
    ),
  ),
  old: job(
    program(
      "gpt3_175b",
      128,
      `framework = megatron_lm(2022)\ntp = 8\npp = 16\nsequence_parallel = true\nseq_len = 2Ki\nglobal_batch = 1_536 sequences\nprecision = fp16\nrecompute = full`,
    ),
  ),
  sharded: job(
    program(
      "llama3_8b",
      4,
      `framework = deepspeed\nzero = 3\ndp_shard = 8\nseq_len = 4Ki\nglobal_batch = 256 sequences\nrecompute = full\noffload_optimizer = host`,
    ),
  ),
  bloom: job(
    program(
      "bloom_176b",
      40,
      `framework = megatron_deepspeed(2023)\ntp = 8\npp = 10\nsequence_parallel = true\nzero = 1\nseq_len = 2Ki\nglobal_batch = 2_048 sequences\nrecompute = full\nmicro_batch = 2`,
    ),
  ),
  titan: job(
    program(
      "llama3_405b",
      128,
      `framework = torchtitan\ntp = 8\npp = 16\nschedule = interleaved_1f1b\nvpp = 2\nsplit = lighter_ends\nsequence_parallel = true\n${common}\nrecompute = full\nprecision = fp8(scaling = current)`,
    ),
  ),
  nano: job(
    program(
      "llama3_8b",
      8,
      `framework = nanotron\ntp = 4\npp = 2\nzero = 1\nsequence_parallel = true\nseq_len = 4Ki\nglobal_batch = 512 sequences\ntokens = 1T tokens\ncheckpoint = sharded(interval = 30 min, overlap = none)\nrecompute = full`,
    ),
  ),
  max: job(
    program(
      "llama3_8b",
      8,
      `framework = maxtext\ntp = 4\npp = 2\nzero = 3\nsequence_parallel = true\nschedule = breadth_first\nvpp = 4\nseq_len = 4Ki\nglobal_batch = 512 sequences\ntokens = 1T tokens\ncheckpoint = sharded(interval = 30 min)\nrecompute = selective([attention, mlp])`,
    ),
  ),
  experts: job(
    program(
      "mixtral_8x7b",
      16,
      `framework = maxtext\ntp = 2\nep = 8\nzero = 3\ndp_shard = 32\nseq_len = 4Ki\nglobal_batch = 512 sequences`,
    ),
  ),
  bridge: job(
    program(
      "deepseek_v2",
      64,
      `framework = megatron_bridge\ntp = 2\nep = 8\npp = 4\nzero = 1\nsequence_parallel = true\nsplit = [16, 15, 15, 14]\n${common}\ndispatch = per_node\nprecision = fp8(scaling = current, bf16_layers = 2)\nrecompute = selective([mla_up, moe_act])`,
    ),
  ),
  torch: job(
    program(
      "llama3_8b",
      2,
      `framework = pytorch\ntp = 2\npp = 2\nvpp = 2\nschedule = interleaved_1f1b\nzero = 1\nseq_len = 4Ki\nglobal_batch = 256 sequences\ncheckpoint = sharded(interval = 30 min)`,
    ),
  ),
  amazon: job(
    program("llama3_8b", 2, "framework = fsdp\nzero = 3\nseq_len = 4Ki\nglobal_batch = 256 sequences", "p5"),
  ),
};
