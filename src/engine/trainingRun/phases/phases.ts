import type { Algebra, Part } from "../../core/algebra.ts";
import { type Breakdown, breakdownsOf } from "../../estimate/breakdown.ts";
import type { Estimate } from "../../estimate/estimate.ts";
import type { RlEstimate } from "../../estimate/rl.ts";
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
  /** RL iterations of the leg; null for a leg that trains on data. */
  readonly rl: RlEstimate<N> | null;
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

/** Numbers of a leg, before copies of its phase are counted. */
interface LegNumbers<N> {
  readonly tokens: number;
  readonly steps: N;
  readonly training: N;
  readonly mfu: N;
  readonly time: N;
  readonly deviceTime: N;
  readonly cost: N | null;
  readonly energy: N;
  readonly carbon: N | null;
  readonly failures: N | null;
}

function legNumbers<N>(alg: Algebra<N>, { tokens, estimate, rl }: Leg<N>): LegNumbers<N> | null {
  const { run, energy, cost, mfu } = estimate;
  if (!run || !energy.run) return null;
  const own = {
    ...{ tokens, steps: run.steps, training: run.training, mfu, time: run.timeToTrain },
    ...{ deviceTime: run.deviceTime, cost: cost?.total.value ?? null, energy: energy.run.value },
    ...{ carbon: energy.carbon?.value ?? null, failures: run.failures },
  };
  if (!rl) return own;
  if (!rl.time || !rl.deviceTime || !rl.iterations) return null;
  // Device time of the optimizer steps alone, without failures.
  const trained = alg.apply(book.trainedDevices, {
    n_g: rl.trainers,
    tau: run.training,
  });
  const scaled = (formula: typeof book.iterationsCost, x_1: N): N =>
    alg.apply(formula, { x_1, tau_1: rl.deviceTime as N, tau: trained });
  return {
    tokens,
    steps: rl.iterations,
    training: rl.time,
    mfu: alg.apply(book.weightedRate, { eta: mfu, tau_1: trained, tau: rl.deviceTime }),
    time: alg.apply(book.iterationsWallTime, { x_1: run.timeToTrain, tau_1: rl.time, tau: run.training }),
    deviceTime: scaled(book.iterationsDevices, run.deviceTime),
    cost: own.cost && scaled(book.iterationsCost, own.cost),
    energy: scaled(book.iterationsEnergy, own.energy),
    carbon: own.carbon && scaled(book.iterationsCarbon, own.carbon),
    failures: own.failures && scaled(book.iterationsFailures, own.failures),
  };
}

function phaseEstimate<N>(alg: Algebra<N>, phase: Phase<N>): PhaseEstimate<N> | null {
  const legs = phase.legs.map((leg) => legNumbers(alg, leg)).filter((one) => one !== null);
  const [first] = legs;
  if (!first || legs.length < phase.legs.length) return null;
  const label = (at: number): string => (legs.length === 1 ? phase.name : `${phase.name}, batch ${at + 1}`);
  const total = (result: string, unit: string, read: (leg: LegNumbers<N>) => N): N =>
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
  const optional = (read: (leg: LegNumbers<N>) => N | null): ((leg: LegNumbers<N>) => N) | null =>
    legs.every((leg) => read(leg) !== null) ? (leg) => read(leg) as N : null;
  const cost = optional((leg) => leg.cost);
  const carbon = optional((leg) => leg.carbon);
  const failures = optional((leg) => leg.failures);
  const steps = total("steps of the phase", "1", (leg) => leg.steps);
  const training = total("duration of the phase's steps", "s", (leg) => leg.training);
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
    mfu: total("model FLOPs utilisation of the phase", "1", ({ mfu, training: tau_1 }) =>
      legs.length === 1 ? mfu : alg.apply(book.weightedRate, { eta: mfu, tau_1, tau: training }),
    ),
    time: total("time of the phase", "s", (leg) => leg.time),
    deviceTime: each(
      book.copiesTime,
      total("device time of the phase", "GPU*s", (leg) => leg.deviceTime),
    ),
    cost: cost && each(book.copiesCost, total("cost of the phase", "$", cost)),
    energy: each(
      book.copiesEnergy,
      total("energy of the phase", "J", (leg) => leg.energy),
    ),
    carbon: carbon && each(book.copiesCarbon, total("CO2e of the phase", "g", carbon)),
    failures: failures && each(book.copiesFailures, total("failures in the phase", "1", failures)),
  };
}
