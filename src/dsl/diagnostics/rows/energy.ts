import { inBase, print } from "../../../units/index.ts";
import { error } from "./row.ts";

const watts = (power: number): string => print(inBase(power, "J/s"), "W");

/** Catalogue of errors on impossible values of a device's power. */
export const energyRows = {
  "power-above-full": error<{ field: string; power: number; full: number }>(
    (p) =>
      `\`${p.field}\` of ${watts(p.power)} is above the device's power under full load, ${watts(p.full)}`,
    {
      label: (p) => `more than \`power\`, ${watts(p.full)}`,
      help: () =>
        "`power` is the most that a device draws; `idle_power`, `streaming_power` and `communication_power` are at most that",
    },
  ),
} as const;
