import type { ScaleUpKind } from "./links.ts";
import type { Torus } from "./torus.ts";

/** A device of the standard library, and the machine of the standard library that holds it. */
export interface DeviceChoice {
  readonly std: string;
  /** What people read in the scoreboard's groups. */
  readonly label: string;
  /** The cluster of the standard library that holds such devices, and its links. */
  readonly cluster: string;
  /** What joins the devices of that cluster, and those of the part where a row is silent. */
  readonly clusterScaleUp: ScaleUpKind;
  readonly scaleUp: ScaleUpKind;
  /** Per device and direction, GB/s: of the part that the row names, where it is cut down. */
  readonly scaleUpGBs: number;
  /** Devices that share a board and its network cards, where a row is silent. */
  readonly perNode: number;
  /** NVLinks of a device, where boards with and without switches are sold. */
  readonly links: number | null;
  /** The torus that chips of its kind stand on; null for devices in nodes. */
  readonly torus: Torus | null;
  /** Devices in one scale-up domain where it is wider than a node: an NVL72 rack. */
  readonly domain: number | null;
}

const switched = { clusterScaleUp: "nvswitch", scaleUp: "nvswitch" } as const;
const meshed = { clusterScaleUp: "nvlink", scaleUp: "nvlink" } as const;
/** Cards in slots, per direction: 16 GB/s for PCIe 3.0 x16, twice that with every generation. */
const pcie3 = { scaleUp: "pcie", scaleUpGBs: 16 } as const;
const pcie4 = { scaleUp: "pcie", scaleUpGBs: 32 } as const;
const pcie5 = { scaleUp: "pcie", scaleUpGBs: 64 } as const;
const nodeOf8 = { perNode: 8, links: null, torus: null, domain: null };
const a100: DeviceChoice = {
  ...{ std: "a100_80gb_sxm", label: "A100 SXM 80 GB", cluster: "selene", scaleUpGBs: 300 },
  ...{ ...nodeOf8, links: 12 },
  ...switched,
};
const h100: DeviceChoice = {
  ...{ std: "h100_sxm", label: "H100 SXM", cluster: "dgx_h100", scaleUpGBs: 450 },
  ...nodeOf8,
  ...switched,
};
const v100: DeviceChoice = {
  ...{ std: "v100_sxm", label: "V100 SXM", cluster: "dgx_2", scaleUpGBs: 150 },
  ...nodeOf8,
  ...switched,
};
const b200: DeviceChoice = {
  ...{ std: "b200_sxm", label: "B200 SXM", cluster: "dgx_b200", scaleUpGBs: 900 },
  ...nodeOf8,
  ...switched,
};
const gb200: DeviceChoice = {
  ...{ std: "gb200", label: "GB200 NVL72", cluster: "gb200_nvl72", scaleUpGBs: 900 },
  ...{ perNode: 4, links: null, torus: null, domain: 72 },
  ...switched,
};
const mi300x: DeviceChoice = {
  ...{ std: "mi300x", label: "MI300X", cluster: "mi300x_node", scaleUpGBs: 448 },
  ...nodeOf8,
  ...meshed,
};

const gaudi3: DeviceChoice = {
  ...{ std: "gaudi3", label: "Gaudi 3", cluster: "gaudi3_node", scaleUpGBs: 525 },
  ...nodeOf8,
  ...meshed,
};
/** Chips of a torus, which have no nodes: `perNode` is only what a table's count is rounded up to. */
const onTorus = (std: string, label: string, cluster: string, torus: Torus): DeviceChoice => ({
  ...{ std, label, cluster, torus, scaleUpGBs: 2 * torus.dimensions * torus.linkGBs },
  ...{ perNode: 1, links: null, domain: null },
  ...meshed,
});

/** Names as the tables write them, most particular first. What no row matches has no device in the standard library. */
const parts: readonly (DeviceChoice & { readonly name: RegExp })[] = [
  {
    ...a100,
    name: /^a100.*pcie((?!\d+ ?gb).)*\b40 ?gb/i,
    ...{ std: "a100_40gb_pcie", label: "A100 PCIe 40 GB" },
    ...pcie4,
  },
  { ...a100, name: /^a100.*pcie/i, std: "a100_80gb_pcie", label: "A100 PCIe 80 GB", ...pcie4 },
  {
    ...a100,
    name: /^a100((?!\d+ ?gb).)*\b40 ?gb/i,
    std: "a100_40gb_sxm",
    label: "A100 SXM 40 GB",
  },
  { ...a100, name: /^a100/i },
  { ...a100, name: /^a800(?!.*(pcie|\/))/i, std: "a800_sxm", label: "A800", scaleUpGBs: 200 },
  {
    ...h100,
    name: /^h100.*(96|94\/95|94|95) ?gb.*hbm2e/i,
    std: "h100_96gb_sxm",
    label: "H100 SXM 96 GB HBM2e, 500 W",
    cluster: "grand_teton_titan",
  },
  { ...h100, name: /^h100.*pcie/i, std: "h100_pcie", label: "H100 PCIe", ...pcie5 },
  { ...h100, name: /^h100.*nvl/i, std: "h100_nvl", label: "H100 NVL", ...pcie5 },
  { ...h100, name: /^h100/i },
  {
    ...h100,
    name: /^h800(?!.*(pcie|\/))/i,
    ...{ std: "h800_sxm", label: "H800", cluster: "hgx_h800", scaleUpGBs: 200 },
  },
  {
    ...h100,
    name: /^h200(?!.*(pcie|nvl))/i,
    ...{ std: "h200_sxm", label: "H200 SXM", cluster: "dgx_h200" },
  },
  { ...h100, name: /^h20\b/i, std: "h20_sxm", label: "H20" },
  {
    ...h100,
    name: /^gh200.*144 ?gb/i,
    ...{ std: "gh200_144gb", label: "GH200 144 GB", cluster: "alps", perNode: 4, ...meshed },
  },
  {
    ...h100,
    name: /^gh200/i,
    ...{ std: "gh200", label: "GH200", cluster: "alps", perNode: 4, ...meshed },
  },
  {
    ...v100,
    name: /^v100.*pcie.*\b16 ?gb\b/i,
    ...{ std: "v100_16gb_pcie", label: "V100 PCIe 16 GB" },
    ...pcie3,
  },
  { ...v100, name: /^v100.*pcie/i, std: "v100_pcie", label: "V100 PCIe", ...pcie3 },
  {
    ...v100,
    name: /^v100.*\b16 ?gb\b/i,
    std: "v100_16gb_sxm",
    label: "V100 SXM 16 GB",
  },
  { ...v100, name: /^v100/i },
  { ...gb200, name: /^gb200/i },
  { ...gb200, name: /^gb300/i, std: "gb300", label: "GB300 NVL72", cluster: "gb300_nvl72" },
  { ...b200, name: /^b200/i },
  { ...b200, name: /^b300/i, std: "b300_sxm", label: "B300 SXM", cluster: "dgx_b300" },
  { ...mi300x, name: /^mi300x/i },
  { ...mi300x, name: /^mi325x/i, std: "mi325x", label: "MI325X", cluster: "mi325x_node" },
  {
    ...mi300x,
    name: /^mi350x/i,
    ...{ std: "mi350x", label: "MI350X", cluster: "mi355x_node", scaleUpGBs: 537.6 },
  },
  {
    ...mi300x,
    name: /^mi355x/i,
    ...{ std: "mi355x", label: "MI355X", cluster: "mi355x_node", scaleUpGBs: 537.6 },
  },
  {
    ...mi300x,
    name: /^mi250x?(?!.*128 ?gb)/i,
    ...{ std: "mi250x_gcd", label: "MI250X, one die", cluster: "frontier", scaleUpGBs: 100 },
  },
  { ...a100, name: /^l40s/i, std: "l40s", label: "L40S", ...pcie4 },
  {
    ...a100,
    name: /^(rtx )?4090/i,
    ...{ std: "rtx_4090", label: "RTX 4090", cluster: "rtx_4090_node", clusterScaleUp: "pcie" as const },
    ...pcie4,
  },
  { ...a100, name: /^l40\b/i, std: "l40", label: "L40", ...pcie4 },
  { ...a100, name: /^l4\b/i, std: "l4", label: "L4", ...pcie4 },
  { ...a100, name: /^a10\b/i, std: "a10", label: "A10", ...pcie4 },
  { ...a100, name: /^a30\b/i, std: "a30", label: "A30", ...pcie4 },
  { ...a100, name: /^a40\b/i, std: "a40", label: "A40", ...pcie4 },
  { ...a100, name: /^(rtx )?a6000/i, std: "rtx_a6000", label: "RTX A6000", ...pcie4 },
  { ...a100, name: /^(rtx )?3090(?! ?ti)/i, std: "rtx_3090", label: "RTX 3090", ...pcie4 },
  { ...a100, name: /^(rtx )?5090/i, std: "rtx_5090", label: "RTX 5090", ...pcie5 },
  { ...v100, name: /^t4\b/i, std: "t4", label: "T4", ...pcie3 },
  { ...mi300x, name: /^mi100/i, std: "mi100", label: "MI100", ...pcie4 },
  { ...mi300x, name: /^mi210/i, std: "mi210", label: "MI210", ...pcie4 },
  {
    ...mi300x,
    name: /^mi250\b/i,
    ...{ std: "mi250_gcd", label: "MI250, one die", cluster: "frontier", scaleUpGBs: 100 },
  },
  {
    ...gaudi3,
    name: /^gaudi ?2/i,
    ...{ std: "gaudi2", label: "Gaudi 2", cluster: "gaudi2_node", scaleUpGBs: 262.5 },
  },
  { ...gaudi3, name: /^gaudi ?3/i },
  {
    ...onTorus("trainium2", "Trainium2", "trn2", { dimensions: 2, linkGBs: 128, pod: 16 }),
    name: /^(trainium ?2|trn2)/i,
  },
  {
    ...onTorus("tpu_v2", "TPU v2", "v2_pod", { dimensions: 2, linkGBs: 62, pod: 256 }),
    name: /^tpu[- ]?v2/i,
  },
  {
    ...onTorus("tpu_v7", "TPU v7", "v7_pod", { dimensions: 3, linkGBs: 100, pod: 9_216 }),
    name: /^(tpu[- ]?v?7x?|ironwood)/i,
  },
  {
    ...onTorus("tpu_v3", "TPU v3", "v3_pod", { dimensions: 2, linkGBs: 70, pod: 1024 }),
    name: /^tpu[- ]?v3/i,
  },
  {
    ...onTorus("tpu_v4", "TPU v4", "v4_pod", { dimensions: 3, linkGBs: 50, pod: 4096 }),
    name: /^tpu[- ]?v4/i,
  },
  {
    ...onTorus("tpu_v5e", "TPU v5e", "v5e_pod", { dimensions: 2, linkGBs: 50, pod: 256 }),
    name: /^tpu[- ]?v5 ?(e|lite)/i,
  },
  {
    ...onTorus("tpu_v5p", "TPU v5p", "v5p_slice", { dimensions: 3, linkGBs: 100, pod: 6144 }),
    name: /^tpu[- ]?v5p/i,
  },
  {
    ...onTorus("tpu_v6e", "TPU v6e", "v6e_pod", { dimensions: 2, linkGBs: 100, pod: 256 }),
    name: /^(tpu[- ]?v6e?|trillium)/i,
  },
];

/**
 * The device that a table's `gpu` cell names, wherever in it: `NVIDIA A100-SXM4-80GB`, `8xH100`, `p4d.24xlarge (A100 40GB)`. null when the
 * standard library has none like it, or the cell names two (`A800/H800`). `memoryGB` is the table's, for names that leave it open.
 */
export function deviceOf(gpu: string, memoryGB?: number): DeviceChoice | null {
  if (/[a-z]+\d+[a-z]?\/[a-z]+\d+/i.test(gpu)) return null;
  const full = /\d ?gb?\b/i.test(gpu) || memoryGB === undefined ? gpu : `${gpu} ${memoryGB}GB`;
  for (const { index } of full.matchAll(/(?:(?<![a-z0-9])|(?<=\dx))[a-z0-9]/gi)) {
    const part = parts.find(({ name }) => name.test(full.slice(index)));
    if (!part) continue;
    const { name: _, ...choice } = part;
    return choice;
  }
  return null;
}
