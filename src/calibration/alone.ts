import type { Scenario } from "../engine/scenario/scenario.ts";
import {
  type CollectiveProgram,
  collectiveProgram,
  isCollective,
} from "../validation/collectives/collectiveProgram.ts";
import { collectiveAlone } from "../validation/collectives/collectives.ts";
import { isKernel, type Kernel, kernelOf } from "../validation/kernels/kernel.ts";
import { kernelSeconds } from "../validation/kernels/kernelTime.ts";
import { clusterText } from "../validation/programs/machine/clusterText.ts";
import { deviceOf } from "../validation/programs/machine/device.ts";
import type { Row } from "../validation/rows/row.ts";

/** Kernel or collective measured alone, or memory that is taken before a framework allocates, B. */
export type Alone =
  | { readonly kind: "kernel"; readonly kernel: Kernel }
  | { readonly kind: "collective"; readonly program: CollectiveProgram }
  | { readonly kind: "reserve"; readonly bytes: number };

/** A measurement with the program of its machine, and the constants on which it depends. */
export interface AloneProgram {
  readonly alone: Alone;
  readonly text: string;
  readonly device: { readonly std: string; readonly label: string; readonly cluster: string };
  readonly fields: readonly string[];
  /** Pattern of the paths of these constants. */
  readonly constants: RegExp;
}

const isReserve = (row: Row): boolean => row.text("kind") === "reserve";

/** True where a row measures no run: `dtp probe` and tools such as nccl-tests write such rows. */
export const isAlone = (row: Row): boolean => isReserve(row) || isKernel(row) || isCollective(row);

/** Reads such a row, or gives the reason why it cannot be compared. */
export function aloneOf(row: Row): AloneProgram | string {
  const gpu = row.text("gpu") ?? "not stated";
  const choice = deviceOf(gpu, row.number("gpu_mem_gb"));
  if (!choice) return `no such device in the standard library: ${gpu}`;
  const { std, label, cluster } = choice;
  if (isCollective(row)) {
    const program = collectiveProgram(row);
    if (program.kind === "unexpressed") return program.reason;
    const constants = program.nodes === 1 ? /^cluster\.scale_up\./ : /^cluster\.scale_(up|out)\./;
    const { text, fields } = program;
    const device = { std, label, cluster: program.cluster };
    return { alone: { kind: "collective", program }, text, device, fields, constants };
  }
  const machine = { device: choice, nodes: 1, perNode: choice.perNode, intra: undefined, inter: undefined };
  const { fields } = clusterText(machine);
  const text = `edition 2026
import ${cluster} from "std/clusters"
import ${std} from "std/devices"
model m { layers = 1, d_model = 64, attention = mha(heads = 1), mlp = gelu(d_ff = 256), vocab = 64, max_seq_len = 64 }
cluster c = ${cluster} with {
${fields.map((field) => `  ${field}`).join("\n")}
}
plan p { dp = fill, seq_len = 64, micro_batch = 1, global_batch = 4_096 sequences, precision = fp16 }
let run = m on c with p
`;
  const rest = { text, device: { std, label, cluster }, fields };
  if (isReserve(row)) {
    const gib = row.number("peak_mem_gb");
    if (gib === undefined || !(gib > 0)) return "missing: peak_mem_gb";
    const bytes = gib * 2 ** 30;
    return { ...rest, alone: { kind: "reserve", bytes }, constants: /^cluster\.device\.reserved$/ };
  }
  const kernel = kernelOf(row);
  if (kernel.kind === "unexpressed") return kernel.reason;
  if (!(kernel.seconds > 0) || !Number.isFinite(kernel.seconds)) return "a measured time of zero";
  return { ...rest, alone: { kind: "kernel", kernel }, constants: /^cluster\.device\.(?!reserved)/ };
}

interface Pair {
  readonly measured: number;
  readonly predicted: number;
}

/** Measured and predicted time, s, or memory, B, under the scenario's present constants. */
export function outcomeAlone(
  alone: Alone,
  scenario: Scenario,
): { readonly time: (Pair & { readonly metric: string }) | null; readonly memory: Pair | null } {
  const { device } = scenario.cluster;
  switch (alone.kind) {
    case "reserve":
      return { time: null, memory: { measured: alone.bytes, predicted: device.reservedBytes } };
    case "kernel": {
      const { kernel } = alone;
      const predicted = kernelSeconds(kernel, device);
      return { time: { metric: "kernel_s", measured: kernel.seconds, predicted }, memory: null };
    }
    case "collective": {
      const { program } = alone;
      const predicted = collectiveAlone(program, scenario).seconds;
      return { time: { metric: "collective_s", measured: program.measured, predicted }, memory: null };
    }
  }
}
