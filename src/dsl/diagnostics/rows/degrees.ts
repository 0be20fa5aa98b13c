import { ratio } from "./divisors.ts";
import { error, warning } from "./row.ts";

/** Catalogue of errors and warnings on parallel degrees that do not match the number of devices. */
export const degreeRows = {
  "degrees-exceed-devices": error<{ tp: number; cp: number; pp: number; dp: number; devices: number }>(
    (p) => `the plan asks for ${p.tp * p.cp * p.pp * p.dp} devices, and the cluster has ${p.devices}`,
    {
      label: (p) => `tp ${p.tp} * cp ${p.cp} * pp ${p.pp} * dp ${p.dp} = ${p.tp * p.cp * p.pp * p.dp}`,
      help: () => "lower a degree, set `dp = fill`, or add nodes",
    },
  ),
  "degrees-do-not-divide-devices": error<{
    tp: number;
    cp: number;
    pp: number;
    dp?: number;
    devices: number;
  }>((p) => `tp * cp * pp = ${p.tp * p.cp * p.pp} does not divide the cluster's ${p.devices} devices`, {
    label: (p) =>
      `${p.tp} * ${p.cp} * ${p.pp} = ${p.tp * p.cp * p.pp}; ${p.devices} / ${p.tp * p.cp * p.pp} = ${ratio(p.devices, p.tp * p.cp * p.pp)}`,
    help: () => "choose degrees whose product divides the devices, or another number of nodes",
  }),
  "devices-left-over": warning<{ tp: number; cp: number; pp: number; dp: number; devices: number }>(
    (p) => `the plan uses ${p.tp * p.cp * p.pp * p.dp} of the cluster's ${p.devices} devices; the rest idle`,
    { help: () => "`dp = fill` takes all of them" },
  ),
  "domain-part-filled": warning<{ product: number; domain: number }>(
    (p) =>
      `the plan's ${p.product} devices are not a multiple of the scale-up domain's ${p.domain}: ${p.product % p.domain} are in a partly filled domain`,
    {
      label: () => "estimates assume that groups lie in full domains",
      help: (p) =>
        `use a multiple of ${p.domain} devices, or a smaller \`domain\` if the machine has partial domains`,
    },
  ),
  "tp-beyond-scale-up": warning<{ tp: number; domain: number }>(
    (p) => `tp = ${p.tp} is larger than the scale-up domain of ${p.domain} devices`,
    {
      label: () => "every layer's collectives cross the slower scale-out fabric",
      help: (p) => `tp = ${p.domain} or less stays inside; more pipeline stages (pp) hold the rest`,
    },
  ),
  "no-scale-out": error<{ devices: number; domain: number }>(
    (p) =>
      `${p.devices} devices do not fit into one scale-up domain of ${p.domain}, and the cluster has no scale_out`,
    { help: () => "set `scale_out = fat_tree(nic = 400 Gb/s)` or another fabric" },
  ),
} as const;
