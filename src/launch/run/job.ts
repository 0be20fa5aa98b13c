import type { Estimate } from "../../engine/estimate/estimate.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";
import { EXACT, type Fit, fitOf } from "../../engine/trainingStep/memory/fit.ts";
import { type ArgumentTable, dropped, type Lost, lost, toArguments } from "../carry/argumentTable.ts";
import type { Around } from "../carry/row.ts";
import type { Settings } from "../carry/settings.ts";
import { settingsOf } from "../carry/settingsOf.ts";

/** What is launched: a scenario, and what the engine said of it. */
export interface Job {
  readonly scenario: Scenario;
  readonly settings: Settings;
  readonly around: Around;
  /** Estimated, s; null without a token budget. */
  readonly trainSeconds: number | null;
  /** Whether it fits its devices. */
  readonly fit: Fit;
  readonly fits: Fits;
}

/** Whether a scenario fits, of which the engine has an estimate. */
export type Fits = (scenario: Scenario, estimate: Estimate) => Fit;

/** `fits` knows how far off an estimate may be; without it the estimate decides. */
export function jobOf(
  scenario: Scenario,
  estimate: Estimate,
  fits: Fits = (_, { memory }) => fitOf(memory, EXACT),
): Job {
  return {
    fits,
    fit: fits(scenario, estimate),
    scenario,
    settings: settingsOf(scenario),
    around: { devices: scenario.cluster.devices, stepSeconds: estimate.time.step.value },
    trainSeconds: estimate.run?.timeToTrain ?? null,
  };
}

export function argumentsOf(table: ArgumentTable, { settings, around }: Job): Settings {
  return toArguments(table, settings, around);
}

export function lostBy(table: ArgumentTable, { settings, around, scenario }: Job): readonly Lost[] {
  return lost(table, settings, scenario.origins, around);
}

/** Settings that the program's files leave out or say otherwise, and that a run therefore does not have. */
export const droppedBy = (table: ArgumentTable, job: Job): readonly Lost[] =>
  dropped(table, lostBy(table, job), job.settings);

/** A name that files, Slurm and Kubernetes all take: small letters, digits and dashes. */
export function jobName({ scenario }: Job): string {
  const name = scenario.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[-0-9]+|-+$/g, "");
  return name === "" ? "training" : name.slice(0, 40);
}
