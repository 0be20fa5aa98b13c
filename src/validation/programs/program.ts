import type { Row } from "../rows/row.ts";
import { clusterText } from "./machine/clusterText.ts";
import { deviceOf } from "./machine/device.ts";
import type { DeviceChoice } from "./machine/deviceChoice.ts";
import { isUnreadNetwork } from "./machine/links.ts";
import { correctedRow } from "./misprints.ts";
import { type Fields, modelOf } from "./model.ts";
import { degreesOf } from "./plan/degrees.ts";
import { planOf, type Unexpressed } from "./plan/plan.ts";
import { LEAST, type OpenCells } from "./plan/recompute.ts";
import { campaignState } from "./stack/campaignState.ts";
import { type FrameworkChoice, frameworkOf, withFacts } from "./stack/framework.ts";
import { unexpressed } from "./unexpressed.ts";

/**
 * Program of a table row, whose scenario is called `run`, with the settings that the row does not state
 * (`assumed`).
 */
export interface Program {
  readonly kind: "program";
  readonly text: string;
  readonly assumed: readonly string[];
  readonly device: DeviceChoice;
  readonly framework: FrameworkChoice;
  /** Lines of the program's `cluster` record. */
  readonly cluster: readonly string[];
}

/**
 * Facts that a row's program may use: public facts only (`plain`), or also the state of a benchmark's machines
 * (`campaign`).
 */
export type Knowledge = "plain" | "campaign";

/**
 * Program of a table row, or the reason why the language cannot express it. `open` fills cells that the row
 * leaves open.
 */
export function programOf(
  given: Row,
  open: OpenCells = LEAST,
  knowledge: Knowledge = "plain",
): Program | Unexpressed {
  const { row, correction } = correctedRow(given);
  const reason = unexpressed(row);
  if (reason !== null) return { kind: "unexpressed", reason };
  const gpu = row.text("gpu");
  if (gpu === undefined) return { kind: "unexpressed", reason: "missing: gpu" };
  const device = deviceOf(gpu, row.number("gpu_mem_gb"));
  if (!device) {
    const memory = row.number("gpu_mem_gb");
    const having = memory === undefined || /\d ?gi?b?\b/i.test(gpu) ? "" : ` with ${memory} GB`;
    return { kind: "unexpressed", reason: `no such device in the standard library: ${gpu}${having}` };
  }
  const missing = requiredColumns.filter((column) => row.number(column) === undefined);
  const degrees = degreesOf(row, device);
  if (typeof degrees === "string") missing.push(degrees);
  if (missing.length > 0 || typeof degrees === "string")
    return { kind: "unexpressed", reason: `missing: ${missing.join(", ")}` };
  const named = frameworkOf(row);
  const state = knowledge === "campaign" ? campaignState(row) : [];
  const framework = { ...named, text: withFacts(named.text, state) };
  const plan = planOf(row, framework, device, degrees, open);
  if (plan.kind === "unexpressed") return plan;
  const model = modelOf(row);
  const cluster = clusterOf(row, device, degrees.devices);
  if (cluster.unread !== null)
    return { kind: "unexpressed", reason: `the network cannot be read: ${cluster.unread}` };
  const assumed = [
    ...(correction === null ? [] : [correction]),
    ...model.assumed,
    ...cluster.assumed,
    ...plan.assumed,
  ];
  const text = [
    "edition 2026",
    "",
    `import ${device.cluster} from "std/clusters"`,
    `import ${device.std} from "std/devices"`,
    "",
    `# ${row.id}: ${row.text("model") ?? "a model"}, ${row.source}`,
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

/** Columns that every row must fill, besides the device and the number of devices. */
export const requiredColumns = ["layers", "hidden", "seq_len"];

const record = (head: string, fields: readonly string[]) => [
  `${head} {`,
  ...fields.map((field) => `  ${field}`),
  "}",
];

/** Fields of a cluster, and its network cell where the cell's rate could not be read. */
interface ClusterFields extends Fields {
  readonly unread: string | null;
}

function clusterOf(row: Row, device: DeviceChoice, devices: number): ClusterFields {
  const assumed: string[] = [];
  const inNode = row.number("gpus_per_node");
  if (inNode === undefined && device.torus === null)
    assumed.push(`${device.perNode} devices in a node: not stated`);
  // A rack's scale-up domain is no node: its boards have their own NICs.
  const board = device.domain === null ? (inNode ?? device.perNode) : device.perNode;
  const perNode = Math.min(board, devices);
  const nodes = Math.ceil(devices / perNode);
  const intra = row.text("intra_link");
  const inter = row.text("inter_link");
  const found = clusterText({ device, nodes, perNode, intra, inter });
  const needed = nodes > 1 && device.torus === null && found.nics === null;
  const unread = needed && inter !== undefined && isUnreadNetwork(inter) ? inter : null;
  return { fields: found.fields, assumed: [...assumed, ...found.assumed], unread };
}
