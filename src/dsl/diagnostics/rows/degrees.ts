import { ratio } from "./divisors.ts";
import { error, warning } from "./row.ts";

const plain = (value: number): string => String(Number(value.toPrecision(6)));

/** Sum of products as text: `16 * 4 + 8 * 8`. */
const products = (list: string, replicas: string): string =>
  list
    .split(", ")
    .map((share, i) => `${share} * ${replicas.split(", ")[i]}`)
    .join(" + ");

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
  "pool-not-divisible": error<{
    pool: string;
    devices: number;
    what: string;
    value: number;
    all: number;
    tp: number;
    cp: number;
    pp: number;
    dp: number;
  }>(
    (p) =>
      p.what === "replicas"
        ? `the ${p.devices} devices of pool ${p.pool} are no whole number of replicas of tp ${p.tp} * cp ${p.cp} * pp ${p.pp} = ${p.tp * p.cp * p.pp} devices`
        : `pool ${p.pool} has ${p.devices} devices, but its ${plain(p.value)} of ${p.pp} stages take tp ${p.tp} * cp ${p.cp} * dp ${p.dp} = ${plain(p.tp * p.cp * p.dp)} devices each`,
    {
      label: (p) =>
        p.what === "replicas"
          ? `${p.devices} / ${p.tp * p.cp * p.pp} = ${plain(p.value)}`
          : `${p.devices} / ${plain(p.tp * p.cp * p.dp)} = ${plain(p.devices / (p.tp * p.cp * p.dp))}`,
      help: (p) =>
        p.what === "replicas"
          ? "a replica never spans pools: choose degrees that divide each pool; or `place = stages`, which puts stages of every replica on each pool"
          : "a stage never spans pools: choose `pp`, `dp` and the pools' nodes so that each pool holds whole stages; or `place = replicas`",
    },
  ),
  "pool-counts": error<{ list: string; pools: number; total: number; of: string; sum: number }>(
    (p) =>
      p.of === "stages" && p.list.split(",").length === p.pools
        ? `\`place\` puts ${p.sum} stages on the pools, and the plan has pp = ${p.total}`
        : `\`place\` lists ${p.list.split(",").length} ${p.list.includes(",") ? "numbers" : "number"}, and the cluster has ${p.pools} pools`,
    {
      help: (p) =>
        p.of === "stages"
          ? `list ${p.pools} numbers that add up to pp = ${p.total}`
          : `list ${p.pools} numbers: the micro-batches of a replica on each pool`,
    },
  ),
  "pool-shares-not-batch": error<{ replicas: string; total: number; list: string; sum: number }>(
    (p) =>
      p.list === ""
        ? `no whole shares of pools with ${p.replicas} replicas add up to ${plain(p.total)} micro-batches`
        : `shares of ${p.list} micro-batches on pools with ${p.replicas} replicas are ${p.sum} micro-batches, and a step has ${plain(p.total)}`,
    {
      label: (p) =>
        p.list === ""
          ? ""
          : `${products(p.list, p.replicas)} = ${p.sum}; global_batch / micro_batch = ${plain(p.total)}`,
      help: (p) =>
        p.list === ""
          ? "change `global_batch`, or the pools' nodes"
          : "the replicas' micro-batches of all pools add up to global_batch / micro_batch",
    },
  ),
} as const;
