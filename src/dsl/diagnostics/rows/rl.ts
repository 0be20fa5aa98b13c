import { error } from "./row.ts";

/** Catalogue of errors on the engines that generate responses for RL post-training. */
export const rlRows = {
  "rollout-exceeds-devices": error<{ replica: number; devices: number }>(
    (p) => `a replica of the rollout's engine needs ${p.replica} devices, and ${p.devices} generate`,
    { help: () => "a smaller `tp` of `rollout(..)`, or more `nodes` in `placement`" },
  ),
  "rollout-without-room": error<{ devices: number; memory: number }>(
    (p) =>
      `${p.devices === 1 ? "one device has" : `${p.devices} devices have`} no room for the weights and one response in ${Math.round(100 * p.memory)}% of the memory`,
    { help: () => "a larger `tp` or `memory` of `rollout(..)`, or `weights = fp8`" },
  ),
} as const;
