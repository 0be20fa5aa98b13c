import type { ArgumentTable } from "../carry/argumentTable.ts";
import { deepspeedJson } from "../deepspeed/deepspeedJson.ts";
import { deepspeed } from "../deepspeed/table.ts";
import { megatronArrays, megatronCommand } from "../megatron/megatronArrays.ts";
import { megatron } from "../megatron/table.ts";
import {
  megatronDeepspeedCommand,
  megatronDeepspeedFiles,
} from "../megatronDeepspeed/megatronDeepspeedFiles.ts";
import { megatronDeepspeed } from "../megatronDeepspeed/table.ts";
import { nanotronYaml } from "../nanotron/nanotronYaml.ts";
import { nanotron } from "../nanotron/table.ts";
import type { Job } from "../run/job.ts";
import { torchtitan } from "../torchtitan/table.ts";
import { torchtitanToml } from "../torchtitan/torchtitanToml.ts";

/** Training program that a launch file starts with `torchrun`, with the plan as its arguments. */
export interface Trainer {
  /** Table of the program's arguments. null for a framework whose arguments are unknown. */
  readonly table: ArgumentTable | null;
  /** Shell lines before the program's command: its arguments, or the file that contains them. */
  setup(job: Job): string;
  /** Program and arguments that follow torchrun's own arguments. */
  readonly command: readonly string[];
}

const heredoc = (file: string, text: string): string => `cat > ${file} <<'END'\n${text.trimEnd()}\nEND`;

const TRAIN = `"\${TRAIN:-train.py}"`;

const trainers: readonly (readonly [frameworks: RegExp, trainer: Trainer])[] = [
  [
    /^(megatron_(core|lm)|pai_megatron|megascale)$/,
    { table: megatron, setup: megatronArrays, command: megatronCommand },
  ],
  [
    /^megatron_deepspeed$/,
    { table: megatronDeepspeed, setup: megatronDeepspeedFiles, command: megatronDeepspeedCommand },
  ],
  [
    /^deepspeed$/,
    {
      table: deepspeed,
      setup: (job) => heredoc("ds_config.json", deepspeedJson(job)),
      command: [TRAIN, "--deepspeed --deepspeed_config ds_config.json"],
    },
  ],
  [
    /^torchtitan$/,
    {
      table: torchtitan,
      setup: (job) => heredoc("job.toml", torchtitanToml(job)),
      command: ["-m torchtitan.train --job.config_file job.toml"],
    },
  ],
  [
    /^nanotron$/,
    {
      table: nanotron,
      setup: (job) => heredoc("nanotron.yaml", nanotronYaml(job)),
      command: [`"\${NANOTRON:-.}/run_train.py" --config-file nanotron.yaml`],
    },
  ],
];

/**
 * Trainer for a script of the user's own, where no table knows the framework's arguments. The plan's settings
 * are written above it as comments.
 */
const own: Trainer = {
  table: null,
  setup: ({ scenario: { origins, plan } }) => {
    const fields = Object.entries(origins)
      .filter(([path, { kind }]) => kind === "given" && /^plan\.\w+$/.test(path))
      .map(([path, { text }]) => `#   ${path.slice("plan.".length)} = ${text ?? ""}`);
    return [
      `# dtp does not know the arguments of \`${plan.framework.name}\`: pass the plan to your training script yourself.`,
      ...fields,
    ].join("\n");
  },
  command: [TRAIN],
};

export function trainerOf({ scenario: { plan } }: Job): Trainer {
  return trainers.find(([frameworks]) => frameworks.test(plan.framework.name))?.[1] ?? own;
}
