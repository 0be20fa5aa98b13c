import type { Estimate } from "../../engine/estimate.ts";
import type { Scenario } from "../../engine/scenario.ts";
import { type ArgumentTable, type Lost, lost, toArguments } from "../carry/argumentTable.ts";
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
}

export function jobOf(scenario: Scenario, estimate: Estimate): Job {
  return {
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

/** A name that files, Slurm and Kubernetes all take: small letters, digits and dashes. */
export function jobName({ scenario }: Job): string {
  const name = scenario.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[-0-9]+|-+$/g, "");
  return name === "" ? "training" : name.slice(0, 40);
}
