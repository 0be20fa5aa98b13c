import type { ArgumentTable } from "../carry/argumentTable.ts";
import { deepspeedJson } from "../deepspeed/deepspeedJson.ts";
import { deepspeed } from "../deepspeed/table.ts";
import { maxtextYaml } from "../maxtext/maxtextYaml.ts";
import { maxtext } from "../maxtext/table.ts";
import { megatronArrays, megatronCommand } from "../megatron/megatronArrays.ts";
import { megatron } from "../megatron/table.ts";
import { megatronBridgePy } from "../megatronBridge/megatronBridgePy.ts";
import { megatronBridge } from "../megatronBridge/table.ts";
import {
  megatronDeepspeedCommand,
  megatronDeepspeedFiles,
} from "../megatronDeepspeed/megatronDeepspeedFiles.ts";
import { megatronDeepspeed } from "../megatronDeepspeed/table.ts";
import { nanotronYaml } from "../nanotron/nanotronYaml.ts";
import { nanotron } from "../nanotron/table.ts";
import { pytorchPy } from "../pytorch/pytorchPy.ts";
import { pytorch } from "../pytorch/table.ts";
import type { Job } from "../run/job.ts";
import { type Meeting, torchrunFlags } from "../run/torchrun.ts";
import { torchtitan } from "../torchtitan/table.ts";
import { torchtitanToml } from "../torchtitan/torchtitanToml.ts";

/** Training program that a launch file starts, by `torchrun` unless it is `alone`, with the plan as its arguments. */
export interface Trainer {
  /** Table of the program's arguments. null for a framework whose arguments are unknown. */
  readonly table: ArgumentTable | null;
  /** Shell lines before the program's command: its arguments, or the file that contains them. */
  setup(job: Job): string;
  /** Program and arguments that follow those of what starts the processes. */
  readonly command: readonly string[];
  /**
   * True for a program of one process a node, which torchrun does not start. It finds its node's number in
   * NODE_RANK.
   */
  readonly alone?: true;
}

/** Words that start a trainer's program on a node, with all of its processes. */
export function startParts(trainer: Trainer, meeting: Meeting): readonly string[] {
  if (!trainer.alone) return ["torchrun", ...torchrunFlags(meeting), ...trainer.command];
  const { host, port, nodes } = meeting;
  return [`env JAX_COORDINATOR_IP=${host} JAX_COORDINATOR_PORT=${port} NNODES=${nodes}`, ...trainer.command];
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
    /^megatron_bridge$/,
    {
      table: megatronBridge,
      setup: (job) => heredoc("bridge.py", megatronBridgePy(job)),
      command: ["bridge.py"],
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
    /^pytorch$/,
    {
      table: pytorch,
      setup: (job) => heredoc("train.py", pytorchPy(job)),
      command: ["train.py"],
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
  [
    /^maxtext$/,
    {
      table: maxtext,
      setup: (job) => heredoc("maxtext.yaml", maxtextYaml(job)),
      command: ["python3 -m maxtext.trainers.pre_train.train maxtext.yaml"],
      alone: true,
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
