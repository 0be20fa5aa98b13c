import type { Breakdown } from "../../estimate/breakdown.ts";
import type { RunOfPhases } from "./phases.ts";

/** A result that a program can name on a run of phases: `pretrain.time`. Readers work on numbers and on derivations. */
export type PhaseOutput = { readonly path: string; readonly doc: string } & (
  | {
      readonly kind: "number";
      readonly unit: string;
      readonly needs?: string;
      read<N>(of: RunOfPhases<N>): N | null;
    }
  | {
      readonly kind: "breakdown";
      readonly unit: string;
      readonly needs?: string;
      read<N>(of: RunOfPhases<N>): Breakdown<N> | null;
    }
  /** An end of the interval of the breakdown `of`: the sum of the phases' ends, read at `end` on each of their legs. */
  | { readonly kind: "bound"; readonly unit: "s" | "$"; readonly of: "time" | "cost"; readonly end: string }
  | { readonly kind: "phases" | "fit" }
);

const bound = (of: "time" | "cost", unit: "s" | "$", end: "low" | "high"): PhaseOutput => ({
  kind: "bound",
  path: `${of}.${end}`,
  unit,
  of,
  end: `${of === "time" ? "time_to_train" : of}.${end}`,
  doc: `${end === "low" ? "Lower" : "Upper"} end of the 80% interval of \`${of}\`: the phases' ends added, as if all of them were off in the same way.`,
});

export const phaseOutputs: readonly PhaseOutput[] = [
  { kind: "phases", path: "phases", doc: "The phases as a table: tokens, devices, step time, time, cost." },
  {
    kind: "breakdown",
    path: "time",
    unit: "s",
    doc: "Wall-clock time of all phases, one after the other.",
    read: (r) => r.time,
  },
  bound("time", "s", "low"),
  bound("time", "s", "high"),
  {
    kind: "breakdown",
    path: "device_time",
    unit: "GPU*s",
    doc: "Device time of all phases, copies counted each.",
    read: (r) => r.deviceTime,
  },
  { kind: "number", path: "tokens", unit: "token", doc: "Tokens of all phases.", read: (r) => r.tokens },
  { kind: "number", path: "steps", unit: "1", doc: "Optimizer steps of all phases.", read: (r) => r.steps },
  {
    kind: "breakdown",
    path: "cost",
    unit: "$",
    doc: "Cost of all phases, each with its own machine's price.",
    needs: "cluster.price",
    read: (r) => r.cost,
  },
  bound("cost", "$", "low"),
  bound("cost", "$", "high"),
  { kind: "breakdown", path: "energy", unit: "J", doc: "Energy of all phases.", read: (r) => r.energy },
  {
    kind: "breakdown",
    path: "carbon",
    unit: "g",
    doc: "CO2e of all phases, each with its own site's electricity.",
    needs: "cluster.carbon_intensity",
    read: (r) => r.carbon,
  },
  {
    kind: "number",
    path: "failures",
    unit: "1",
    doc: "Failures in all phases, on average.",
    needs: "cluster.failures",
    read: (r) => r.failures,
  },
  {
    kind: "fit",
    path: "fits",
    doc: "Whether every phase fits its devices: as `memory.fits` of the phase that fits worst.",
  },
];
