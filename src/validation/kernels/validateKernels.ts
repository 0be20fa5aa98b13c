import type { Device } from "../../engine/scenario/device.ts";
import type { World } from "../../session/index.ts";
import { deviceOf } from "../programs/machine/device.ts";
import { scenarioReader } from "../programs/scenarioOf.ts";
import type { Row } from "../rows/row.ts";
import type { SkippedRow } from "../statistics/skipped.ts";
import { partOf } from "../statistics/split.ts";
import { type Errors, errorsOf } from "../statistics/statistics.ts";
import { kernelOf } from "./kernel.ts";
import { kernelSeconds } from "./kernelTime.ts";

/** A kernel's predicted and measured time, in seconds. `relError` is predicted / measured - 1. */
export interface ValidatedKernel {
  readonly id: string;
  readonly measured: number;
  readonly predicted: number;
  readonly relError: number;
}
/**
 * Errors of the kernels of one source, device and kind: all, the half that constants were fitted on, and the
 * held-out half.
 */
export interface KernelGroup {
  readonly source: string;
  readonly device: string;
  readonly kind: string;
  readonly all: Errors;
  readonly fit: Errors | null;
  readonly heldOut: Errors | null;
}
/** Output of `npm run validate -- --json` under `kernels`. */
export interface KernelBoard {
  readonly groups: readonly KernelGroup[];
  readonly rows: readonly ValidatedKernel[];
  readonly skipped: readonly SkippedRow[];
}

/** Compares the engine's kernel times with every row of the tables of kernels. */
export function validateKernels(rows: readonly Row[], world: World): KernelBoard {
  const deviceNamed = deviceReader(world);
  const validated: ValidatedKernel[] = [];
  const skipped: SkippedRow[] = [];
  const groups = new Map<string, { readonly names: readonly string[]; readonly rows: ValidatedKernel[] }>();
  for (const row of rows) {
    const gpu = row.text("gpu") ?? "not stated";
    const part = deviceOf(gpu.replace(/^tesla /i, ""));
    const kernel = kernelOf(row);
    if (kernel.kind === "unexpressed") skipped.push({ id: row.id, reason: kernel.reason });
    else if (part === null)
      skipped.push({ id: row.id, reason: `no such device in the standard library: ${gpu}` });
    else if (!(kernel.seconds > 0) || !Number.isFinite(kernel.seconds))
      skipped.push({ id: row.id, reason: "a measured time of zero" });
    else {
      const predicted = kernelSeconds(kernel, deviceNamed(part.std));
      const measured = kernel.seconds;
      if (!Number.isFinite(predicted)) {
        skipped.push({ id: row.id, reason: `the device has no rate for ${kernel.dtype}` });
        continue;
      }
      const found = { id: row.id, measured, predicted, relError: predicted / measured - 1 };
      validated.push(found);
      const names = [row.source, part.label, kernel.label];
      const key = names.join("\n");
      const group = groups.get(key) ?? { names, rows: [] };
      group.rows.push(found);
      groups.set(key, group);
    }
  }
  return { groups: [...groups.values()].map(groupOf), rows: validated, skipped };
}

function groupOf(group: {
  readonly names: readonly string[];
  readonly rows: readonly ValidatedKernel[];
}): KernelGroup {
  const [source = "", device = "", kind = ""] = group.names;
  const errors = (rows: readonly ValidatedKernel[]) => errorsOf(rows.map(({ relError }) => relError));
  const all = errors(group.rows);
  if (!all) throw new Error("a group of kernels has rows");
  return {
    source,
    device,
    kind,
    all,
    fit: errors(group.rows.filter(({ id }) => partOf(id) === "fit")),
    heldOut: errors(group.rows.filter(({ id }) => partOf(id) === "held out")),
  };
}

/** Reader of standard-library devices by name. Each is resolved once. */
function deviceReader(world: World): (std: string) => Device {
  const read = scenarioReader(world);
  const known = new Map<string, Device>();
  return (std) => {
    const same = known.get(std);
    if (same) return same;
    const text = `edition 2026
import ${std} from "std/devices"
model m { layers = 1, d_model = 64, attention = mha(heads = 1), mlp = gelu(d_ff = 256), vocab = 64, max_seq_len = 64 }
cluster c { device = ${std}, nodes = 1, devices_per_node = 1 }
plan p { seq_len = 64, micro_batch = 1, global_batch = 1 sequences, precision = fp16 }
let run = m on c with p
`;
    const found = read(text, std);
    if (found.kind === "problems")
      throw new Error(`device ${std}: ${found.diagnostics.map(({ message }) => message).join("; ")}`);
    const { device } = found.scenario.cluster;
    known.set(std, device);
    return device;
  };
}
