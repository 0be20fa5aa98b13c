import { numberOutput, partOutputs } from "../../estimate/numberOutput.ts";
import type { Output } from "../../estimate/output.ts";

const RUN: readonly string[] = ["plan.tokens"];
const EMITTED: readonly string[] = [...RUN, "cluster.carbon_intensity"];

/** Parts of a breakdown of the site's power or energy, with their doc sentences. */
const partsOf = (quantity: "Power" | "Energy"): readonly (readonly [name: string, doc: string])[] => [
  ["devices", `${quantity} of all devices.`],
  ["host", `${quantity} of the rest of the nodes: processors, memory, fans.`],
  ["network", `${quantity} of switches and optical transceivers.`],
  ["cooling", `${quantity} of cooling and power distribution: the part that \`pue\` adds.`],
  ["arithmetic", `${quantity} of devices while they compute at their full rate.`],
  ["memory", `${quantity} of devices in kernels that wait for memory or compute far below the full rate.`],
  ["communication", `${quantity} of devices in exposed communication.`],
  ["waiting", `${quantity} of waiting devices: bubbles, stragglers, kernel launches.`],
];

const INTERRUPTIONS = ["interruptions", "Energy of idle devices while the run is interrupted."] as const;
const CARBON: readonly (readonly [name: string, doc: string])[] = [
  ["operation", "CO2e of the electricity."],
  ["embodied_devices", "The run's share of the CO2e of making the devices, with `device.embodied_carbon`."],
  [
    "embodied_hosts",
    "The run's share of the CO2e of making the rest of the nodes, with `host_embodied_carbon`.",
  ],
];

/** Outputs of power, energy and carbon. */
export const energyOutputs: readonly Output[] = [
  {
    kind: "breakdown",
    path: "power",
    unit: "J/s",
    doc: "Mean power of the site while it trains.",
    read: (e) => e.energy.power,
  },
  ...partOutputs("power", "J/s", partsOf("Power"), (e) => e.energy.power),
  numberOutput(
    "power.device",
    "J/s",
    "Mean power of one device while it trains.",
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
  ...partOutputs("energy", "J", [...partsOf("Energy"), INTERRUPTIONS], (e) => e.energy.run, ...RUN),
  numberOutput("energy.step", "J", "Energy of one step.", (e) => e.energy.step),
  numberOutput(
    "energy.per_token",
    "J/token",
    "Energy per token, without interruptions.",
    (e) => e.energy.perToken,
  ),
  {
    kind: "breakdown",
    path: "carbon",
    unit: "g",
    doc: "CO2e of the run: its electricity and its share of making the machines.",
    needs: EMITTED,
    read: (e) => e.energy.carbon,
  },
  ...partOutputs("carbon", "g", CARBON, (e) => e.energy.carbon, ...EMITTED),
  numberOutput(
    "water",
    "g",
    "Water use of the run, counting a litre as a kilogram.",
    (e) => e.energy.water,
    ...[...RUN, "cluster.water_intensity"],
  ),
];
