import type { DataEstimate } from "../../estimate/dataEstimate.ts";
import { numberOutput } from "../../estimate/numberOutput.ts";
import type { Output } from "../../estimate/output.ts";

const NEEDS: readonly string[] = ["plan.data"];

const number = (name: string, unit: string, doc: string, read: <N>(data: DataEstimate<N>) => N): Output =>
  numberOutput(`data.${name}`, unit, doc, (e) => e.data && read(e.data), ...NEEDS);

/** Outputs of training data, from storage to the step. */
export const dataOutputs: readonly Output[] = [
  {
    kind: "chapter",
    path: "data",
    doc: "Training data: bytes, required bandwidth, and how long a step waits for data.",
    needs: NEEDS,
    has: (e) => e.data !== null,
  },
  number("size", "B", "Bytes of the data set.", (d) => d.size),
  number("sequence", "B", "Bytes of a sequence as it is stored.", (d) => d.sequence),
  number("batch", "B", "Bytes of a step's batch.", (d) => d.batch),
  number("epochs", "1", "Passes of the run over the data set.", (d) => d.epochs),
  number("cached", "1", "Share of the data that comes from the nodes' caches.", (d) => d.cached),
  number("required", "B/s", "Bandwidth that keeps devices from waiting for data.", (d) => d.required),
  number(
    "bandwidth",
    "B/s",
    "Bandwidth available for reading, after checkpoints and limited by the nodes' NICs.",
    (d) => d.bandwidth,
  ),
  number("checkpoints", "1", "Share of the storage's bandwidth that checkpoints take.", (d) => d.checkpoints),
  number("read", "s", "Time to read a step's batch from storage.", (d) => d.read),
  number("prepare", "s", "Time the data loaders take to prepare a step's batch.", (d) => d.prepare),
  number("stall", "s", "Time a step waits for data.", (d) => d.stall),
];
