import { ratio, seconds, truth } from "../../notation/accepts.ts";
import type { FieldRow } from "../../notation/row.ts";

/** Source text for constants of a link that no measured run has calibrated. */

export const guess = "a guess: no such link was calibrated";
export const NCCL_HOPS = "NVIDIA/nccl, src/graph/tuning.cc, hwLatencies: ring, LL";
export const links = 'src/engine/CALIBRATION.md, "Links"';
export const latency = (value: string, source: string): FieldRow => ({
  name: "latency",
  doc: "Latency of one hop of a collective, for an empty message under the protocol with the lowest latency.",
  accepts: seconds,
  unit: "us",
  default: value,
  range: [0, 10],
  plausible: { most: 1e-2, because: "hops take microseconds" },
  calibrated: [1e-7, 1e-3],
  source,
  example: "3 us",
});
export const baseLatency = (value: string, source: string): FieldRow => ({
  name: "base_latency",
  doc: "Start-up time of a collective: its kernel starts and synchronises with those of the other devices.",
  accepts: seconds,
  unit: "us",
  default: value,
  range: [0, 10],
  plausible: { most: 1e-2, because: "collectives start within microseconds" },
  calibrated: [1e-7, 1e-3],
  source,
  example: "20 us",
});
export const efficiency = (value: string, source: string): FieldRow => ({
  name: "efficiency",
  doc: "The share of the bandwidth that large collectives reach.",
  accepts: ratio,
  unit: "%",
  default: value,
  range: [0.01, 1],
  calibrated: [0.05, 1],
  source,
  example: "80%",
});
export const sharp: FieldRow = {
  name: "sharp",
  doc: "Whether switches reduce in the network (SHARP).",
  accepts: truth,
  default: "false",
  example: "true",
};
