import { error, none } from "../../core/refusal.ts";
import type { Refusal, Scenario } from "../../scenario/scenario.ts";

/** Refusals of devices that draw more power in some state than under full load. */
export function energyRefusals({ cluster: { device } }: Scenario): readonly Refusal[] {
  const { powerWatts: full, idleWatts, streamingWatts, communicationWatts } = device;
  if (!(idleWatts > full || streamingWatts > full || communicationWatts > full)) return none;
  const states = [
    ["idle_power", idleWatts],
    ["streaming_power", streamingWatts],
    ["communication_power", communicationWatts],
  ] as const;
  return states.flatMap(([field, power]) =>
    power > full
      ? [
          error("power-above-full", [`cluster.device.${field}`, "cluster.device.power"], {
            field,
            power,
            full,
          }),
        ]
      : [],
  );
}
