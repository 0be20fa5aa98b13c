import type { Breakdown } from "../breakdown.ts";
import type { Estimate } from "../estimate.ts";
import { partOf } from "../model/partOf.ts";
import type { Output } from "../output.ts";

const RUN: readonly string[] = ["plan.tokens"];
const EMITTED: readonly string[] = [...RUN, "cluster.carbon_intensity"];

const DEVICES: readonly (readonly [name: string, doc: string])[] = [
  ["arithmetic", "Devices, for the time that their arithmetic takes at its full rate."],
  ["memory", "Devices in kernels that wait for memory, or compute far below their full rate."],
  ["communication", "Devices in communication that computation does not hide."],
  ["waiting", "Devices that wait: bubbles, stragglers, kernel launches."],
];
const AROUND: readonly (readonly [name: string, doc: string])[] = [
  ["devices", "All devices."],
  ["host", "Nodes beside their devices."],
  ["network", "Switches and optics."],
  ["cooling", "Cooling and distribution: what `pue` adds."],
];

const number = (
  path: string,
  unit: string,
  doc: string,
  needs: readonly string[],
  read: <N>(estimate: Estimate<N>) => N | null,
): Output => ({ kind: "number", path, unit, doc, read, ...(needs.length === 0 ? {} : { needs }) });

const parts = (
  of: string,
  unit: string,
  needs: readonly string[],
  tree: <N>(estimate: Estimate<N>) => Breakdown<N> | null,
  named: readonly (readonly [name: string, doc: string])[],
): readonly Output[] =>
  named.map(([name, doc]) =>
    number(`${of}.${name}`, unit, doc, needs, (e) => {
      const whole = tree(e);
      return whole && (partOf(whole, `${of}.${name}`)?.value ?? null);
    }),
  );

/** The results of power, energy and carbon. */
export const energyOutputs: readonly Output[] = [
  {
    kind: "breakdown",
    path: "power",
    unit: "J/s",
    doc: "What the site draws while it trains, on average over a step.",
    read: (e) => e.energy.power,
  },
  ...parts("power", "J/s", [], (e) => e.energy.power, [...AROUND, ...DEVICES]),
  number(
    "power.device",
    "J/s",
    "What one device draws, on average over a step.",
    [],
    (e) => e.energy.devicePower,
  ),
  {
    kind: "breakdown",
    path: "energy",
    unit: "J",
    doc: "Energy of the run to the token budget.",
    needs: RUN,
    read: (e) => e.energy.run,
  },
  ...parts("energy", "J", RUN, (e) => e.energy.run, [
    ...AROUND,
    ...DEVICES,
    ["interruptions", "Devices that wait while the run is interrupted."],
  ]),
  number("energy.step", "J", "Energy of one step.", [], (e) => e.energy.step),
  number(
    "energy.per_token",
    "J/token",
    "Energy of one token, interruptions left out.",
    [],
    (e) => e.energy.perToken,
  ),
  {
    kind: "breakdown",
    path: "carbon",
    unit: "g",
    doc: "CO2e of the run: of its electricity, and its share in making the machines.",
    needs: EMITTED,
    read: (e) => e.energy.carbon,
  },
  ...parts("carbon", "g", EMITTED, (e) => e.energy.carbon, [
    ["operation", "Of the electricity."],
    ["embodied_devices", "Share in making the devices, with `device.embodied_carbon`."],
    ["embodied_hosts", "Share in making the nodes beside them, with `host_embodied_carbon`."],
  ]),
  number(
    "water",
    "g",
    "Water of the run, a litre as a kilogram.",
    [...RUN, "cluster.water_intensity"],
    (e) => e.energy.water,
  ),
];
