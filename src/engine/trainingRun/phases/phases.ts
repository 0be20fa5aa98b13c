import type { Algebra, Part } from "../../core/algebra.ts";
import { type Breakdown, breakdownsOf } from "../../estimate/breakdown.ts";
import type { Estimate } from "../../estimate/estimate.ts";
import * as book from "../../formulas/run/phases.ts";

/** Phase of a run: estimates of its legs, which follow one another with batches of their own. */
export interface Phase<N = number> {
  readonly name: string;
  /** Path of the phase as `explain` spells it: `run.phases[0]`. */
  readonly path: string;
  readonly copies: number;
  /** Devices of one copy of the phase. */
  readonly devices: number;
  readonly legs: readonly Leg<N>[];
}

export interface Leg<N = number> {
  readonly tokens: number;
  readonly estimate: Estimate<N>;
}

/** Numbers of one phase. Null where the scenario lacks what they need, such as a price. */
export interface PhaseEstimate<N = number> {
  readonly name: string;
  readonly devices: number;
  readonly copies: number;
  readonly tokens: N;
  readonly steps: N;
  /** Mean step time, s. */
  readonly stepTime: N;
  readonly mfu: N;
  /** Wall-clock time, s, with failures and checkpoints where they are modelled. */
  readonly time: N;
  readonly deviceTime: N;
  readonly cost: N | null;
  readonly energy: N;
  readonly carbon: N | null;
  readonly failures: N | null;
}

/** Totals of a run of several phases. Null where a phase lacks what the total needs. */
export interface RunOfPhases<N = number> {
  readonly phases: readonly PhaseEstimate<N>[];
  readonly tokens: N;
  readonly steps: N;
  readonly time: Breakdown<N>;
  readonly deviceTime: Breakdown<N>;
  readonly cost: Breakdown<N> | null;
  readonly energy: Breakdown<N>;
  readonly carbon: Breakdown<N> | null;
  readonly failures: N | null;
}

/**
 * Sums of a run's phases, which follow one another. Null for a phase without a token budget. Copies of a phase run at
 * the same time: its device time, cost and energy count for each of them, its wall-clock time once.
 */
export function runOfPhases<N>(alg: Algebra<N>, phases: readonly Phase<N>[]): RunOfPhases<N> | null {
  const made = phases.map((phase) => phaseEstimate(alg, phase));
  const known = made.filter((one) => one !== null);
  if (known.length < made.length) return null;
  const total = (label: string, unit: string, read: (one: PhaseEstimate<N>) => N): N =>
    alg.sum(label, unit, parts(known, read));
  const optional = (read: (one: PhaseEstimate<N>) => N | null): ((one: PhaseEstimate<N>) => N) | null =>
    known.every((one) => read(one) !== null) ? (one) => read(one) as N : null;
  const cost = optional(({ cost }) => cost);
  const carbon = optional(({ carbon }) => carbon);
  const failures = optional(({ failures }) => failures);
  return {
    phases: known,
    tokens: total("tokens of the run", "token", (one) => one.tokens),
    steps: total("steps of the run", "1", (one) => one.steps),
    time: tree(alg, "time", "time of the run", "s", known, (one) => one.time),
    deviceTime: tree(alg, "device_time", "device time of the run", "GPU*s", known, (one) => one.deviceTime),
    cost: cost && tree(alg, "cost", "cost of the run", "$", known, cost),
    energy: tree(alg, "energy", "energy of the run", "J", known, (one) => one.energy),
    carbon: carbon && tree(alg, "carbon", "CO2e of the run", "g", known, carbon),
    failures: failures && total("failures in the run", "1", failures),
  };
}

const parts = <N>(
  phases: readonly PhaseEstimate<N>[],
  read: (one: PhaseEstimate<N>) => N,
): readonly Part<N>[] => phases.map((one) => ({ label: one.name, value: read(one) }));

function tree<N>(
  alg: Algebra<N>,
  name: string,
  label: string,
  unit: string,
  phases: readonly PhaseEstimate<N>[],
  read: (one: PhaseEstimate<N>) => N,
): Breakdown<N> {
  const part = breakdownsOf(name, unit);
  return {
    name,
    label,
    unit,
    value: alg.sum(label, unit, parts(phases, read)),
    parts: phases.map((one) => part(one.name, one.name, read(one))),
  };
}

function phaseEstimate<N>(alg: Algebra<N>, phase: Phase<N>): PhaseEstimate<N> | null {
  const legs = phase.legs.flatMap(({ tokens, estimate }) => {
    const { run, energy, cost, mfu } = estimate;
    return run && energy.run ? [{ tokens, run, cost, mfu, energy: energy.run, carbon: energy.carbon }] : [];
  });
  const [first] = legs;
  if (!first || legs.length < phase.legs.length) return null;
  type Known = (typeof legs)[number];
  const label = (at: number): string => (legs.length === 1 ? phase.name : `${phase.name}, batch ${at + 1}`);
  const total = (result: string, unit: string, read: (leg: Known) => N): N =>
    legs.length === 1
      ? read(first)
      : alg.sum(
          result,
          unit,
          legs.map((leg, at) => ({ label: label(at), value: read(leg) })),
        );
  const each = (formula: typeof book.copiesTime, x_1: N): N =>
    phase.copies === 1
      ? x_1
      : alg.apply(formula, { n_c: alg.input(`${phase.path}.copies`, phase.copies, "1"), x_1 });
  const optional = (read: (leg: Known) => N | null): ((leg: Known) => N) | null =>
    legs.every((leg) => read(leg) !== null) ? (leg) => read(leg) as N : null;
  const cost = optional((leg) => leg.cost?.total.value ?? null);
  const carbon = optional((leg) => leg.carbon?.value ?? null);
  const failures = optional((leg) => leg.run.failures);
  const steps = total("steps of the phase", "1", ({ run }) => run.steps);
  const training = total("duration of the phase's steps", "s", ({ run }) => run.training);
  const tokens = total("tokens of the phase", "token", (leg) =>
    alg.input("plan.tokens", leg.tokens, "token"),
  );
  return {
    name: phase.name,
    devices: phase.devices,
    copies: phase.copies,
    tokens: each(book.copiesTokens, tokens),
    steps,
    stepTime: alg.apply(book.phaseStep, { tau: training, n: steps }),
    mfu: total("model FLOPs utilisation of the phase", "1", ({ mfu, run }) =>
      legs.length === 1
        ? mfu
        : alg.apply(book.weightedRate, { eta: mfu, tau_1: run.training, tau: training }),
    ),
    time: total("time of the phase", "s", ({ run }) => run.timeToTrain),
    deviceTime: each(
      book.copiesTime,
      total("device time of the phase", "GPU*s", ({ run }) => run.deviceTime),
    ),
    cost: cost && each(book.copiesCost, total("cost of the phase", "$", cost)),
    energy: each(
      book.copiesEnergy,
      total("energy of the phase", "J", ({ energy }) => energy.value),
    ),
    carbon: carbon && each(book.copiesCarbon, total("CO2e of the phase", "g", carbon)),
    failures: failures && each(book.copiesFailures, total("failures in the phase", "1", failures)),
  };
}
