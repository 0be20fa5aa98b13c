import type { CollectiveOp } from "../../engine/trainingStep/collectives/collectiveTime.ts";
import { clusterText } from "../programs/machine/clusterText.ts";
import { deviceOf } from "../programs/machine/device.ts";
import type { Row } from "../rows/row.ts";

/**
 * Measured collective over a group of ranks, with a program whose cluster describes the benchmarked machine.
 */
export interface CollectiveProgram {
  readonly kind: "program";
  readonly text: string;
  readonly op: CollectiveOp;
  /** Payload of the collective in bytes: the size of the whole vector. */
  readonly bytes: number;
  readonly ranks: number;
  readonly nodes: number;
  /** Measured time, in seconds. */
  readonly measured: number;
  /** Name of the device in the scoreboard's groups, such as `H100 SXM`. */
  readonly device: string;
  /** Cluster of the standard library, and the fields in which the machine differs from it, as dtp text. */
  readonly cluster: string;
  readonly fields: readonly string[];
}
export interface NotCompared {
  readonly kind: "unexpressed";
  readonly reason: string;
}

/** True where a row measures a collective rather than a training run. */
export const isCollective = (row: Row) => row.text("collective") !== undefined;

/** Converts a row of a table of collectives to a program, or gives the reason why the row is not compared. */
export function collectiveProgram(row: Row): CollectiveProgram | NotCompared {
  const no = (reason: string): NotCompared => ({ kind: "unexpressed", reason });
  const what = row.text("collective") ?? "";
  if (/nccl model|efficiency factor/i.test(what)) return no("a constant of NCCL's own model");
  if (/^stored/i.test(row.text("certainty") ?? "")) return no("a constant of another tool's model");
  if (/^moe_/i.test(what)) return no("a special kernel for experts, not a collective of NCCL");
  const op = operationOf(what);
  if (op === undefined) {
    const ratio = row.number("efficiency_of_spec") !== undefined;
    return no(ratio ? "a share of an unstated bandwidth, not a time" : `not a collective: ${what}`);
  }
  const bytes = row.number("size_bytes");
  if (bytes === undefined) return no("missing: size_bytes");
  const gpu = row.text("gpu") ?? "not stated";
  const device = / or |\//.test(gpu.replace(/\(.*?\)/g, "")) ? null : deviceOf(gpu);
  if (!device) return no(`no such device in the standard library: ${gpu}`);
  const stated = instances(row);
  const nodes = row.number("n_nodes") ?? stated;
  const ranks = row.number("n_gpus") ?? (stated === undefined ? undefined : stated * device.perNode);
  if (ranks === undefined || nodes === undefined) return no("missing: n_gpus or n_nodes");
  if (ranks < 2 || ranks % nodes !== 0) return no("different numbers of ranks on the nodes");
  const measured = secondsOf(row, op, ranks, bytes);
  if (measured === undefined) {
    const ratio = row.number("efficiency_of_spec") !== undefined;
    return no(ratio ? "a share of an unstated bandwidth, not a time" : "no time and no bandwidth");
  }
  const link = row.text("link") ?? "";
  const amazon = /\befa/i.test(link) ? instance[device.std] : undefined;
  const perNode = Math.max(device.perNode, ranks / nodes);
  const machine = clusterText({ device, nodes, perNode, intra: link, inter: link });
  if (nodes > 1 && !machine.nics && amazon === undefined)
    return no("the network between nodes is not stated");
  const cluster = amazon ?? device.cluster;
  const fields = machine.fields.filter((field) => machine.nics !== null || !field.startsWith("scale_out"));
  // Runs that force a ring do not reduce in switches.
  if (/nvls off|^(ring|tree)\b(?!.*nvls)/i.test(row.text("algo_proto") ?? "") && machine.switched)
    fields.push("scale_up.sharp = false");
  return {
    ...{ kind: "program", op, bytes, ranks, nodes, measured, device: device.label, cluster, fields },
    text: [
      "edition 2026",
      "",
      `import ${cluster} from "std/clusters"`,
      `import ${device.std} from "std/devices"`,
      'import llama3_8b from "std/models"',
      "",
      `# ${row.id}: ${what} of ${bytes} B over ${ranks} devices, ${row.source}`,
      `cluster c = ${cluster} with {`,
      ...fields.map((field) => `  ${field}`),
      "}",
      "",
      `plan p { dp = ${ranks}, tp = 1, pp = 1, seq_len = 2_048, micro_batch = 1, global_batch = ${ranks} sequences }`,
      "",
      "let run = llama3_8b on c with p",
      "",
    ].join("\n"),
  };
}

/**
 * Names of each operation in the tables (`words`), and bytes on a rank's link per byte of payload among n ranks
 * (`turns`; nccl-tests, doc/PERFORMANCE.md).
 */
const OPERATIONS: Readonly<
  Record<CollectiveOp, { readonly words: RegExp; readonly turns: (n: number) => number }>
> = {
  all_reduce: { words: /^all_?reduce$/i, turns: (n) => (2 * (n - 1)) / n },
  all_gather: { words: /^all_?gather$/i, turns: (n) => (n - 1) / n },
  reduce_scatter: { words: /^reduce_?scatter$/i, turns: (n) => (n - 1) / n },
  all_to_all: { words: /^all_?(to|2)_?all$/i, turns: (n) => (n - 1) / n },
  send_recv: { words: /^(p2p|send_?recv)$/i, turns: () => 1 },
  broadcast: { words: /^broadcast$/i, turns: () => 1 },
};

const isOperation = (word: string): word is CollectiveOp => word in OPERATIONS;

const operationOf = (what: string): CollectiveOp | undefined =>
  Object.keys(OPERATIONS)
    .filter(isOperation)
    .find((op) => OPERATIONS[op].words.test(what));

/** AWS instance types by device of the standard library, for rows that mention EFA. */
const instance: Readonly<Record<string, string>> = {
  a100_80gb_sxm: "p4de",
  a100_40gb_sxm: "p4d",
  h100_sxm: "p5",
  h200_sxm: "p5en",
  b200_sxm: "p6_b200",
};

/** Number of AWS instances in the notes: "2x p4de.24xlarge". */
function instances(row: Row): number | undefined {
  const found = /(\d+)\s*x\s*p\d\w*/i.exec(row.text("notes") ?? "")?.[1];
  return found === undefined ? undefined : Number(found);
}

/**
 * Measured time of a collective, in seconds: the stated time, or else from its bus bandwidth (nccl-tests,
 * doc/PERFORMANCE.md), or else from its algorithm bandwidth. undefined where a row states none of them.
 */
function secondsOf(row: Row, op: CollectiveOp, n: number, bytes: number): number | undefined {
  const time = row.number("time_us");
  if (time !== undefined && time > 0) return time * 1e-6;
  const turns = OPERATIONS[op].turns(n);
  const bus = row.number("busbw_GBps");
  if (bus !== undefined && bus > 0) return (turns * bytes) / (bus * 1e9);
  const algorithm = row.number("algbw_GBps");
  return algorithm !== undefined && algorithm > 0 ? bytes / (algorithm * 1e9) : undefined;
}
