import type { Settings } from "../carry/settings.ts";
import type { Job } from "../run/job.ts";
import { shellArray, shellFlag } from "../text/shell.ts";
import { megatron } from "./table.ts";

/**
 * Megatron arguments of a job as bash arrays: one per section of the plan, and two for settings outside any
 * plan, the run's and the data's.
 */
export function megatronArrays(job: Job): string {
  const { settings, runSize } = job;
  const written = new Set<string>();
  const plan = megatron.sections.map(({ title, rows }) => {
    const section: Settings = Object.assign({}, ...rows.map((row) => row.write(settings, runSize)));
    const lines = Object.entries(section).flatMap(([name, value]) => {
      if (written.has(name)) return [];
      written.add(name);
      return [shellFlag(name, value)];
    });
    return shellArray(title, lines);
  });
  return [...plan, shellArray("RUN", runLines(job)), ...DATA].join("\n");
}

const arrays = [...megatron.sections.map(({ title }) => title), "RUN", "DATA"];

export const megatronCommand: readonly string[] = [
  `"\${MEGATRON:-.}/pretrain_gpt.py"`,
  ...arrays.map((name) => `"$\{${name}[@]}"`),
];

function runLines({ settings }: Job): readonly string[] {
  return [
    "--use-mcore-models",
    ...(settings["model.mlp"] === "moe" ? ["--moe-grouped-gemm"] : []),
    ...(settings["plan.checkpoint"] === null
      ? []
      : [
          `--save "\${CHECKPOINTS:-checkpoints}"`,
          `--load "\${CHECKPOINTS:-checkpoints}"`,
          "--exit-signal-handler",
        ]),
    `--lr "\${LR:-3.0e-4}"`,
    "--log-interval 1",
    "--log-throughput",
    "--eval-iters 0",
    "--distributed-timeout-minutes 60",
  ];
}

/**
 * Megatron arguments for the training data: mock data unless DATA_ARGS is set, so that the script runs as it
 * is.
 */
const DATA: readonly string[] = [
  "# Made-up data; for your own: DATA_ARGS='--data-path PREFIX --tokenizer-type HuggingFaceTokenizer --tokenizer-model NAME'",
  `read -r -a DATA <<< "\${DATA_ARGS:---mock-data --tokenizer-type NullTokenizer}"`,
];
