import type { DeviceChoice } from "./deviceChoice.ts";
import type { Torus } from "./torus.ts";

const switched = { clusterScaleUp: "nvswitch", scaleUp: "nvswitch" } as const;
const meshed = { clusterScaleUp: "nvlink", scaleUp: "nvlink" } as const;
/** Scale-up over PCIe 3.0 x16: 16 GB/s per direction. Every later generation doubles the bandwidth. */
const pcie3 = { scaleUp: "pcie", scaleUpGBs: 16 } as const;
const pcie4 = { scaleUp: "pcie", scaleUpGBs: 32 } as const;
const pcie5 = { scaleUp: "pcie", scaleUpGBs: 64 } as const;
const nodeOf8 = { perNode: 8, links: null, torus: null, domain: null, nicGbps: 400 };
const a100: DeviceChoice = {
  ...{ std: "a100_80gb_sxm", label: "A100 SXM 80 GB", cluster: "selene", scaleUpGBs: 300 },
  ...{ ...nodeOf8, links: 12, nicGbps: 200 },
  ...switched,
};
const h100: DeviceChoice = {
  ...{ std: "h100_sxm", label: "H100 SXM", cluster: "dgx_h100", scaleUpGBs: 450 },
  ...nodeOf8,
  ...switched,
};
const v100: DeviceChoice = {
  ...{ std: "v100_sxm", label: "V100 SXM", cluster: "dgx_2", scaleUpGBs: 150 },
  ...{ ...nodeOf8, nicGbps: 100 },
  ...switched,
};
const b200: DeviceChoice = {
  ...{ std: "b200_sxm", label: "B200 SXM", cluster: "dgx_b200", scaleUpGBs: 900 },
  ...nodeOf8,
  ...switched,
};
const gb200: DeviceChoice = {
  ...{ std: "gb200", label: "GB200 NVL72", cluster: "gb200_nvl72", scaleUpGBs: 900 },
  ...{ ...nodeOf8, perNode: 4, domain: 72 },
  ...switched,
};
const mi300x: DeviceChoice = {
  ...{ std: "mi300x", label: "MI300X", cluster: "mi300x_node", scaleUpGBs: 448 },
  ...nodeOf8,
  ...meshed,
};

const gaudi3: DeviceChoice = {
  ...{ std: "gaudi3", label: "Gaudi 3", cluster: "gaudi3_node", scaleUpGBs: 525 },
  ...{ ...nodeOf8, nicGbps: 200 },
  ...meshed,
};
/**
 * Device choice of a chip in a torus, such as a TPU. Such chips have no nodes; `perNode` only rounds up a
 * table's count.
 */
const onTorus = (std: string, label: string, cluster: string, torus: Torus): DeviceChoice => ({
  ...{ ...nodeOf8, perNode: 1 },
  ...{ std, label, cluster, torus, scaleUpGBs: 2 * torus.dimensions * torus.linkGBs },
  ...meshed,
});

/** Standard-library device, with the pattern of its names in tables. */
export interface Part extends DeviceChoice {
  readonly name: RegExp;
  /**
   * Memory sizes in GB that a device's name in a table may carry. The device's own size comes first; further
   * sizes are the size as sold, the host processor's memory, or the memory of a whole box.
   */
  readonly gb: readonly number[];
}

const a100Sxm = /^a100(?!x)/i;
const a100Pcie = /^a100.*pcie/i;
const v100Sxm = /^[Vv]100(?!S\b)/;
const v100Pcie = /^[Vv]100(?!S\b).*pcie/i;
const gh200Board = /^(gh200|grace[- ]hopper)(?!.*nvl)/i;

/**
 * Standard-library devices by their names in tables, most specific name first. Devices with the same name
 * differ in memory; the first one is meant where the memory is not stated. A name without a match has no device
 * in the standard library (A10G, V100S, 4090 D, H20-3e).
 */
export const parts: readonly Part[] = [
  { ...a100, name: a100Pcie, gb: [80], std: "a100_80gb_pcie", label: "A100 PCIe 80 GB", ...pcie4 },
  { ...a100, name: a100Pcie, gb: [40], std: "a100_40gb_pcie", label: "A100 PCIe 40 GB", ...pcie4 },
  { ...a100, name: a100Sxm, gb: [80, 640] },
  { ...a100, name: a100Sxm, gb: [40, 320], std: "a100_40gb_sxm", label: "A100 SXM 40 GB" },
  { ...a100, name: /^a800(?!.*(pcie|\/))/i, gb: [80], std: "a800_sxm", label: "A800", scaleUpGBs: 200 },
  { ...h100, name: /^h100.*pcie/i, gb: [80], std: "h100_pcie", label: "H100 PCIe", ...pcie5 },
  { ...h100, name: /^h100.*nvl/i, gb: [94], std: "h100_nvl", label: "H100 NVL", ...pcie5 },
  {
    ...h100,
    name: /^h100.*hbm2e/i,
    gb: [96],
    std: "h100_96gb_sxm",
    label: "H100 SXM 96 GB HBM2e, 500 W",
    cluster: "grand_teton_titan",
  },
  { ...h100, name: /^h100/i, gb: [80, 640] },
  {
    ...h100,
    name: /^h800(?!.*(pcie|\/))/i,
    gb: [80],
    ...{ std: "h800_sxm", label: "H800", cluster: "hgx_h800", scaleUpGBs: 200 },
  },
  {
    ...h100,
    name: /^h200(?!.*(pcie|nvl))/i,
    gb: [141, 1128],
    ...{ std: "h200_sxm", label: "H200 SXM", cluster: "dgx_h200" },
  },
  { ...h100, name: /^h20\b(?!-?3e)/i, gb: [96], std: "h20_sxm", label: "H20" },
  {
    ...h100,
    name: gh200Board,
    gb: [96, 120, 480],
    ...{ std: "gh200", label: "GH200", cluster: "alps", nicGbps: 200, perNode: 4, ...meshed },
  },
  {
    ...h100,
    name: gh200Board,
    gb: [144],
    ...{ std: "gh200_144gb", label: "GH200 144 GB", cluster: "alps", nicGbps: 200, perNode: 4, ...meshed },
  },
  { ...v100, name: v100Pcie, gb: [32], std: "v100_pcie", label: "V100 PCIe", ...pcie3 },
  {
    ...v100,
    name: v100Pcie,
    gb: [16],
    ...{ std: "v100_16gb_pcie", label: "V100 PCIe 16 GB" },
    ...pcie3,
  },
  { ...v100, name: v100Sxm, gb: [32] },
  { ...v100, name: v100Sxm, gb: [16], std: "v100_16gb_sxm", label: "V100 SXM 16 GB" },
  { ...gb200, name: /^gb200(?!.*nvl4\b)/i, gb: [186] },
  {
    ...gb200,
    name: /^gb300(?!.*nvl4\b)/i,
    gb: [279],
    std: "gb300",
    label: "GB300 NVL72",
    cluster: "gb300_nvl72",
    nicGbps: 800,
  },
  { ...b200, name: /^b200/i, gb: [180] },
  {
    ...b200,
    name: /^b300/i,
    gb: [270, 288],
    std: "b300_sxm",
    label: "B300 SXM",
    cluster: "dgx_b300",
    nicGbps: 800,
  },
  { ...mi300x, name: /^mi300x/i, gb: [192] },
  { ...mi300x, name: /^mi325x?\b/i, gb: [256], std: "mi325x", label: "MI325X", cluster: "mi325x_node" },
  {
    ...mi300x,
    name: /^mi350x?\b/i,
    gb: [288],
    ...{ std: "mi350x", label: "MI350X", cluster: "mi355x_node", scaleUpGBs: 537.6 },
  },
  {
    ...mi300x,
    name: /^mi355x?\b/i,
    gb: [288],
    ...{ std: "mi355x", label: "MI355X", cluster: "mi355x_node", scaleUpGBs: 537.6 },
  },
  {
    ...mi300x,
    name: /^mi250x/i,
    gb: [64],
    ...{ std: "mi250x_gcd", label: "MI250X, one die", cluster: "frontier", nicGbps: 200, scaleUpGBs: 100 },
  },
  { ...a100, name: /^l40s/i, gb: [48], std: "l40s", label: "L40S", ...pcie4 },
  {
    ...a100,
    name: /^(rtx )?4090\b(?! ?d\b)/i,
    gb: [24],
    ...{
      std: "rtx_4090",
      label: "RTX 4090",
      cluster: "rtx_4090_node",
      nicGbps: 100,
      clusterScaleUp: "pcie" as const,
    },
    ...pcie4,
  },
  { ...a100, name: /^l40\b/i, gb: [48], std: "l40", label: "L40", ...pcie4 },
  { ...a100, name: /^l4\b/i, gb: [24], std: "l4", label: "L4", ...pcie4 },
  { ...a100, name: /^a10\b/i, gb: [24], std: "a10", label: "A10", ...pcie4 },
  { ...a100, name: /^a30\b/i, gb: [24], std: "a30", label: "A30", ...pcie4 },
  { ...a100, name: /^a40\b/i, gb: [48], std: "a40", label: "A40", ...pcie4 },
  { ...a100, name: /^(rtx )?a6000\b/i, gb: [48], std: "rtx_a6000", label: "RTX A6000", ...pcie4 },
  { ...a100, name: /^(rtx )?3090\b(?! ?ti)/i, gb: [24], std: "rtx_3090", label: "RTX 3090", ...pcie4 },
  { ...a100, name: /^(rtx )?5090\b(?! ?d\b)/i, gb: [32], std: "rtx_5090", label: "RTX 5090", ...pcie5 },
  { ...v100, name: /^t4\b/i, gb: [16], std: "t4", label: "T4", ...pcie3 },
  { ...mi300x, name: /^mi100/i, gb: [32], std: "mi100", label: "MI100", ...pcie4 },
  { ...mi300x, name: /^mi210/i, gb: [64], std: "mi210", label: "MI210", ...pcie4 },
  {
    ...mi300x,
    name: /^mi250\b/i,
    gb: [64],
    ...{ std: "mi250_gcd", label: "MI250, one die", cluster: "frontier", nicGbps: 200, scaleUpGBs: 100 },
  },
  {
    ...gaudi3,
    name: /^gaudi[- ]?2/i,
    gb: [96],
    ...{ std: "gaudi2", label: "Gaudi 2", cluster: "gaudi2_node", scaleUpGBs: 262.5, nicGbps: 100 },
  },
  { ...gaudi3, name: /^gaudi[- ]?3/i, gb: [128] },
  {
    ...onTorus("trainium2", "Trainium2", "trn2", { dimensions: 2, linkGBs: 128, pod: 16 }),
    name: /^(trainium[- ]?2|trn2)/i,
    gb: [96],
  },
  {
    ...onTorus("tpu_v2", "TPU v2", "v2_pod", { dimensions: 2, linkGBs: 62, pod: 256 }),
    name: /^(tpu[-_ ]?v2|v2-\d)/i,
    gb: [16],
  },
  {
    ...onTorus("tpu_v7", "TPU v7", "v7_pod", { dimensions: 3, linkGBs: 100, pod: 9_216 }),
    name: /^(tpu[-_ ]?v?7x?|ironwood)/i,
    gb: [192],
  },
  {
    ...onTorus("tpu_v3", "TPU v3", "v3_pod", { dimensions: 2, linkGBs: 70, pod: 1024 }),
    name: /^(tpu[-_ ]?v3|v3-\d)/i,
    gb: [32],
  },
  {
    ...onTorus("tpu_v4", "TPU v4", "v4_pod", { dimensions: 3, linkGBs: 50, pod: 4096 }),
    name: /^(tpu[-_ ]?v4(?!i)|v4-\d)/i,
    gb: [32],
  },
  {
    ...onTorus("tpu_v5e", "TPU v5e", "v5e_pod", { dimensions: 2, linkGBs: 50, pod: 256 }),
    name: /^(tpu[-_ ]?)?v5[- ]?(e|lite)/i,
    gb: [16],
  },
  {
    ...onTorus("tpu_v5p", "TPU v5p", "v5p_slice", { dimensions: 3, linkGBs: 100, pod: 6144 }),
    name: /^(tpu[-_ ]?)?v5p/i,
    gb: [95],
  },
  {
    ...onTorus("tpu_v6e", "TPU v6e", "v6e_pod", { dimensions: 2, linkGBs: 100, pod: 256 }),
    name: /^(tpu[-_ ]?v6e?|v6e|trillium)/i,
    gb: [32],
  },
];
