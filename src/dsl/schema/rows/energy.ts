import { ratio, seconds, wordList } from "../notation/accepts.ts";
import type { FieldRow } from "../notation/row.ts";

/** Makes the schema of a field for an electric power, in W. */

const power = (name: string, doc: string, value: string, source: string): FieldRow => ({
  name,
  doc,
  accepts: { numbers: ["J/s"] },
  unit: "W",
  default: value,
  range: [0, null],
  source,
  example: "120 W",
});

const embodied = (name: string, doc: string): FieldRow => ({
  name,
  doc,
  accepts: { numbers: ["g"], words: wordList([["none", "not known, and not counted"]]) },
  unit: "kg",
  default: "none",
  range: [0, null],
  plausible: { most: 1e8, because: "making a device or a server emits 100 kg to some tonnes of CO2e" },
  example: "150 kg",
});

/**
 * Schema of a device's fields for its power in the states of a step. The field `power` itself is the power at full
 * load.
 */
export const devicePowerFields: readonly FieldRow[] = [
  power(
    "idle_power",
    "Power of an idle device: in bubbles, waiting for stragglers or the host, or while the job is interrupted.",
    "20% * power",
    "a guess: the troughs of training jobs",
  ),
  power(
    "streaming_power",
    "Power while kernels wait for memory or compute far below the full rate.",
    "60% * power",
    "a guess: kernels that stream memory",
  ),
  power(
    "communication_power",
    "Power during exposed communication.",
    "40% * power",
    "a guess: less than computing, more than idling (arXiv:2508.14318)",
  ),
  {
    ...power(
      "power_limit",
      "Power limit of the device, as set by `nvidia-smi --power-limit`. Below `power` the clock drops and computation takes longer.",
      "power",
      "no limit below the device's own power",
    ),
    range: [1, null],
    example: "400 W",
  },
  embodied("embodied_carbon", "CO2e of making one device, spread over its `cluster.lifetime`."),
];

export const facilityFields: readonly FieldRow[] = [
  power(
    "host_power",
    "Power of a node without its devices: processors, memory, fans, NICs, power supplies.",
    "50% * devices_per_node * device.power",
    "arXiv:2412.08602: a node of eight H100 of 700 W draws 8.4 kW at most",
  ),
  power(
    "network_power",
    "Power of switches and optics, per device.",
    "if nodes > 1 then 30 W else 0 W",
    "a guess: three ports of a fat tree of two levels with their optics",
  ),
  {
    name: "pue",
    doc: "Power usage effectiveness: power of the site divided by power of its machines.",
    accepts: ratio,
    default: "1.1",
    range: [1, null],
    plausible: { most: 3, because: "sites have 1.05 to 2" },
    source: "arXiv:2104.10350: 1.10 at Google's sites",
    example: "1.2",
  },
  {
    name: "carbon_intensity",
    doc: "CO2e emissions of the site's electricity, per unit of energy.",
    accepts: { numbers: ["g/J"], words: wordList([["none", "not known, and carbon is not computed"]]) },
    unit: "g/kWh",
    default: "none",
    range: [0, null],
    plausible: { most: 1_500 / 3.6e6, because: "grids have 20 to 1,000 g/kWh" },
    example: "429 g/kWh",
  },
  {
    name: "water_intensity",
    doc: "Water use of the site per unit of energy of its machines, counting a litre as a kilogram.",
    accepts: { numbers: ["g/J"], words: wordList([["none", "not known, and water is not computed"]]) },
    unit: "kg/kWh",
    default: "none",
    range: [0, null],
    plausible: { most: 20_000 / 3.6e6, because: "sites use none to some litres a kWh" },
    example: "1.8 kg/kWh",
  },
  embodied("host_embodied_carbon", "CO2e of making a node, without its devices."),
  {
    name: "lifetime",
    doc: "Service life, over which the cost and the CO2e of the machines are spread.",
    accepts: seconds,
    unit: "years",
    default: "6 years",
    range: [1, null],
    plausible: { least: 86_400 * 180, most: 86_400 * 366 * 15, because: "machines serve 3 to 8 years" },
    source: "arXiv:2211.02001",
    example: "5 years",
  },
  {
    name: "usage",
    doc: "Share of the service life in which the machines do work.",
    accepts: ratio,
    unit: "%",
    default: "85%",
    range: [0.01, 1],
    source: "arXiv:2211.02001",
    example: "85%",
  },
];
