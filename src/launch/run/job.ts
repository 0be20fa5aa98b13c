import type { Estimate } from "../../engine/estimate/estimate.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";
import { EXACT, type Fit, fitOf } from "../../engine/trainingStep/memory/fit.ts";
import { type ArgumentTable, dropped, type Lost, lost, toArguments } from "../carry/argumentTable.ts";
import type { RunSize } from "../carry/row.ts";
import type { Settings } from "../carry/settings.ts";
import { settingsOf } from "../carry/settingsOf.ts";

/** Scenario to launch, with the engine's results for it. */
export interface Job {
  readonly scenario: Scenario;
  readonly settings: Settings;
  readonly runSize: RunSize;
  /** Collectives of a step. */
  readonly comm: Estimate["comm"];
  /** Estimated training time in seconds. null without a token budget. */
  readonly trainSeconds: number | null;
  /** Verdict on memory: `yes` if the plan fits its devices, `maybe`, or `no`. */
  readonly fit: Fit;
  readonly fits: Fits;
}

/** Function that gives the verdict on memory of an estimated scenario. */
export type Fits = (scenario: Scenario, estimate: Estimate) => Fit;

/**
 * Job that launches a scenario. By default the verdict on memory compares the estimate alone; `fits` may
 * account for the estimate's error.
 */
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
    runSize: {
      devices: scenario.cluster.devices,
      domain: scenario.cluster.scaleUp.domain,
      stepSeconds: estimate.time.step.value,
    },
    comm: estimate.comm,
    trainSeconds: estimate.run?.timeToTrain ?? null,
  };
}

export function argumentsOf(table: ArgumentTable, { settings, runSize }: Job): Settings {
  return toArguments(table, settings, runSize);
}

export function lostBy(table: ArgumentTable, { settings, runSize, scenario }: Job): readonly Lost[] {
  return lost(table, settings, scenario.origins, runSize);
}

/** Settings of the plan that the run will not have, because its files leave them out or change them. */
export const droppedBy = (table: ArgumentTable, job: Job): readonly Lost[] =>
  dropped(table, lostBy(table, job), job.settings);

/** Name of a job that is valid for files, Slurm and Kubernetes: lower-case letters, digits and dashes. */
export function jobName({ scenario }: Job): string {
  const name = scenario.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[-0-9]+|-+$/g, "");
  return name === "" ? "training" : name.slice(0, 40);
}
