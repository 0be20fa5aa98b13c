import { notModelled } from "../core/limit.ts";
import { error } from "../core/refusal.ts";
import type { Rl } from "../scenario/rl.ts";
import type { Refusal, Scenario } from "../scenario/scenario.ts";
import { rlLimits } from "./rlLimits.ts";

/** Devices that generate: those of training, or those of nodes of their own. */
export const rolloutDevices = ({ cluster }: Scenario, { placement }: Rl): number =>
  placement.kind === "colocated" ? cluster.devices : placement.nodes * cluster.devicesPerNode;

/** Refusals of RL post-training: models that do not generate, and engines without enough devices. */
export function rlRefusals(scenario: Scenario): readonly Refusal[] {
  const { rl } = scenario.plan;
  if (!rl) return [];
  const devices = rolloutDevices(scenario, rl);
  const replica = rl.rollout.tp * rl.rollout.pp;
  const beyond =
    replica <= devices
      ? []
      : [error("rollout-exceeds-devices", ["plan.rl.rollout.tp", "plan.rl"], { replica, devices })];
  return [...notModelled(rlLimits, scenario), ...beyond];
}

/** Refusal of an engine whose devices have no room for a single sequence beside the weights. */
export const rolloutWithoutRoom = ({ plan: { rl } }: Scenario): Refusal =>
  error("rollout-without-room", ["plan.rl.rollout.tp", "plan.rl.rollout.memory", "plan.rl"], {
    devices: (rl?.rollout.tp ?? 1) * (rl?.rollout.pp ?? 1),
    memory: rl?.rollout.memory ?? 1,
  });
