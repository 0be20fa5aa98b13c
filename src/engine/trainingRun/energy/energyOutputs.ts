import { numberOutput, partOutputs } from "../../estimate/numberOutput.ts";
import type { Output } from "../../estimate/output.ts";

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

const INTERRUPTIONS = ["interruptions", "Devices that wait while the run is interrupted."] as const;
const CARBON: readonly (readonly [name: string, doc: string])[] = [
  ["operation", "Of the electricity."],
  ["embodied_devices", "Share in making the devices, with `device.embodied_carbon`."],
  ["embodied_hosts", "Share in making the nodes beside them, with `host_embodied_carbon`."],
];

/** The results of power, energy and carbon. */
export const energyOutputs: readonly Output[] = [
  {
    kind: "breakdown",
    path: "power",
    unit: "J/s",
    doc: "What the site draws while it trains, on average over a step.",
    read: (e) => e.energy.power,
  },
  ...partOutputs("power", "J/s", [...AROUND, ...DEVICES], (e) => e.energy.power),
  numberOutput(
    "power.device",
    "J/s",
    "What one device draws, on average over a step.",
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
  ...partOutputs("energy", "J", [...AROUND, ...DEVICES, INTERRUPTIONS], (e) => e.energy.run, ...RUN),
  numberOutput("energy.step", "J", "Energy of one step.", (e) => e.energy.step),
  numberOutput(
    "energy.per_token",
    "J/token",
    "Energy of one token, interruptions left out.",
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
  ...partOutputs("carbon", "g", CARBON, (e) => e.energy.carbon, ...EMITTED),
  numberOutput(
    "water",
    "g",
    "Water of the run, a litre as a kilogram.",
    (e) => e.energy.water,
    ...[...RUN, "cluster.water_intensity"],
  ),
];
