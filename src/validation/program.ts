import { clusterText } from "./clusterText.ts";
import { type DeviceChoice, deviceOf } from "./device.ts";
import { type FrameworkChoice, frameworkOf } from "./framework.ts";
import { type Fields, isGated, modelOf } from "./model.ts";
import { planOf, type Unexpressed } from "./plan.ts";
import { LEAST, type OpenCells } from "./planRecompute.ts";
import type { Row } from "./row.ts";
import { unexpressed } from "./unexpressed.ts";

/** A row as a program whose scenario is `run`, and what the row did not say. */
export interface Program {
  readonly kind: "program";
  readonly text: string;
  readonly assumed: readonly string[];
  readonly device: DeviceChoice;
  readonly framework: FrameworkChoice;
  /** The cluster's fields as the text has them, one a line. */
  readonly cluster: readonly string[];
}

/** A row of the tables in the language, or why it cannot be said. `open` stands in for cells that the row leaves open. */
export function programOf(row: Row, open: OpenCells = LEAST): Program | Unexpressed {
  const reason = unexpressed(row);
  if (reason !== null) return { kind: "unexpressed", reason };
  const gpu = row.text("gpu");
  if (gpu === undefined) return { kind: "unexpressed", reason: "missing: gpu" };
  const device = deviceOf(gpu, row.number("gpu_mem_gb"));
  if (!device) return { kind: "unexpressed", reason: `no such device in the standard library: ${gpu}` };
  const devices = devicesOf(row);
  const missing = requiredColumns.filter((column) => row.number(column) === undefined && !isOne(row, column));
  if (devices === undefined) missing.push("n_gpus");
  if (row.text("gated_mlp") !== undefined && isGated(row) && width(row) === undefined)
    missing.push("ffn_hidden");
  if (missing.length > 0 || devices === undefined)
    return { kind: "unexpressed", reason: `missing: ${missing.join(", ")}` };
  const framework = frameworkOf(row);
  const plan = planOf(row, framework, device, devices, open);
  if (plan.kind === "unexpressed") return plan;
  const model = modelOf(row);
  const cluster = clusterOf(row, device, devices);
  const assumed = [...model.assumed, ...cluster.assumed, ...plan.assumed];
  const text = [
    "edition 2026",
    "",
    `import ${device.cluster} from "std/clusters"`,
    `import ${device.std} from "std/devices"`,
    "",
    `# ${oneLine(`${row.id}: ${row.text("model") ?? "a model"}, ${row.source}`)}`,
    ...assumed.map((sentence) => `# assumed: ${sentence}`),
    "",
    ...record("model m", model.fields),
    "",
    ...record(`cluster c = ${device.cluster} with`, cluster.fields),
    "",
    ...record("plan p", plan.fields),
    "",
    "let run = m on c with p",
    "",
    "show run",
    "",
  ].join("\n");
  return { kind: "program", text, assumed, device, framework, cluster: cluster.fields };
}

/** A cell may hold line breaks, a comment must not. */
const oneLine = (text: string) => text.replace(/\s+/g, " ");

/** Columns that every row must fill, beside the device and how many there are. */
export const requiredColumns = ["layers", "hidden", "heads", "seq_len", "tp", "pp", "global_batch_seqs"];

/** A degree left blank is 1 where those that are stated already make up all devices. */
function isOne(row: Row, column: string): boolean {
  const stated = devicesOf(row);
  const degrees = ["tp", "cp", "pp", "dp"].map((degree) => row.number(degree));
  return (
    (column === "tp" || column === "pp") &&
    degrees.some((degree) => degree !== undefined) &&
    degrees.reduce<number>((product, degree) => product * (degree ?? 1), 1) === stated
  );
}

function devicesOf(row: Row): number | undefined {
  const product =
    (row.number("dp") ?? Number.NaN) *
    (row.number("tp") ?? 1) *
    (row.number("cp") ?? 1) *
    (row.number("pp") ?? 1);
  return row.number("n_gpus") ?? (Number.isFinite(product) ? product : undefined);
}

const width = (row: Row) => row.number("ffn_hidden") ?? row.number("moe_expert_ffn");

const record = (head: string, fields: readonly string[]) => [
  `${head} {`,
  ...fields.map((field) => `  ${field}`),
  "}",
];

function clusterOf(row: Row, device: DeviceChoice, devices: number): Fields {
  const assumed: string[] = [];
  const inNode = row.number("gpus_per_node");
  if (inNode === undefined && device.torus === null)
    assumed.push(`${device.perNode} devices in a node: not stated`);
  // A rack's domain is no node: the boards in it have their own network cards.
  const board = device.domain === null ? (inNode ?? device.perNode) : device.perNode;
  const perNode = Math.min(board, devices);
  const nodes = Math.ceil(devices / perNode);
  const intra = row.text("intra_link");
  const found = clusterText({ device, nodes, perNode, intra, inter: row.text("inter_link") });
  return { fields: found.fields, assumed: [...assumed, ...found.assumed] };
}
