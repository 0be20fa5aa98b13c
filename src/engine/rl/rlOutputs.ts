import { partValue } from "../estimate/breakdown.ts";
import type { Output } from "../estimate/output.ts";
import type { RlEstimate } from "../estimate/rl.ts";

const number = (
  name: string,
  unit: string,
  doc: string,
  read: <N>(rl: RlEstimate<N>) => N | null,
  ...needs: readonly string[]
): Output => ({ kind: "reinforced", path: `rl.${name}`, unit, doc, read, needs: ["plan.rl", ...needs] });

/** Outputs of RL post-training. */
export const rlOutputs: readonly Output[] = [
  {
    kind: "rl",
    path: "rl",
    doc: "One iteration of RL post-training, by part: generation, log-probabilities, training, weights to the engines.",
    needs: ["plan.rl"],
  },
  number("step_time", "s", "Time of an iteration.", (r) => r.step.value),
  number(
    "generation",
    "s",
    "Time to generate the responses, hidden by training or not.",
    (r) => r.generation,
  ),
  number("exposed_generation", "s", "Time of an iteration in which training waits for responses.", (r) =>
    partValue(r.step, "rl.generation"),
  ),
  number(
    "tail",
    "s",
    "Time at the end of the generation with less than half of the sequences left.",
    (r) => r.tail,
  ),
  number(
    "log_probs",
    "s",
    "Time of the passes for log-probabilities, values and rewards.",
    (r) => r.logProbs,
  ),
  number("training", "s", "Time of the optimizer steps of an iteration.", (r) => r.training),
  number("sync", "s", "Time until engines generate with the new weights.", (r) => r.sync),
  number("idle", "1", "Share of all devices' time in which they idle.", (r) => r.idle),
  number(
    "trainers_idle",
    "1",
    "Share of an iteration in which the devices that train idle.",
    (r) => r.trainerIdle,
  ),
  number(
    "rollout_idle",
    "1",
    "Share of an iteration in which the devices that generate idle.",
    (r) => r.rolloutIdle,
  ),
  number("devices", "1", "Devices that train or generate.", (r) => r.devices),
  number("replicas", "1", "Replicas of the engine that generates.", (r) => r.replicas),
  number(
    "concurrency",
    "1",
    "Sequences that a replica generates at the same time at most.",
    (r) => r.concurrency,
  ),
  number("tokens", "token", "Tokens of prompts and responses of an iteration.", (r) => r.tokens),
  number("tokens_per_s", "token/s", "Tokens of prompts and responses per second.", (r) => r.tokensPerSecond),
  number(
    "tokens_per_s_per_device",
    "token/s",
    "Tokens of prompts and responses per second and device.",
    (r) => r.tokensPerSecondPerDevice,
  ),
  number("time", "s", "Time of all iterations.", (r) => r.time, "plan.rl.iterations"),
  number("device_time", "GPU*s", "Device time of all iterations.", (r) => r.deviceTime, "plan.rl.iterations"),
];
