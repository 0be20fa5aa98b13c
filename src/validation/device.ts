/** A device of the standard library and the fields in which a row's part differs from it. */
export interface DeviceChoice {
  readonly std: string;
  /** What people read in the scoreboard's groups. */
  readonly label: string;
  /** Fields to change, as the language writes them. */
  readonly changes: readonly string[];
  /** What the choice takes for granted. */
  readonly assumed: readonly string[];
  /** The cluster of the standard library that holds such devices, and its links. */
  readonly cluster: string;
  readonly scaleUp: "nvswitch";
  /** Per device and direction, GB/s: of the part that the row names, where it is cut down. */
  readonly scaleUpGBs: number;
}

type Part = Omit<DeviceChoice, "changes" | "assumed" | "scaleUp">;
const a100: Part = { std: "a100_80gb_sxm", label: "A100 SXM 80 GB", cluster: "selene", scaleUpGBs: 300 };
const h100: Part = { std: "h100_sxm", label: "H100 SXM", cluster: "dgx_h100", scaleUpGBs: 450 };
const v100: Part = { std: "v100_sxm", label: "V100 SXM", cluster: "dgx_2", scaleUpGBs: 150 };

/** Names as the tables write them, most particular first. What no row matches has no device in the standard library. */
const parts: readonly (Part & {
  readonly name: RegExp;
  readonly changes?: string;
  readonly assumed?: string;
})[] = [
  {
    ...a100,
    name: /^(nvidia )?a100(?!.*pcie)((?!\d+ ?gb).)*\b40 ?gb/i,
    std: "a100_40gb_sxm",
    label: "A100 SXM 40 GB",
  },
  { ...a100, name: /^(nvidia )?a100(?!.*pcie)/i },
  { ...a100, name: /^(nvidia )?a800(?!.*(pcie|\/))/i, label: "A800", scaleUpGBs: 200 },
  {
    ...h100,
    name: /^(nvidia )?h100.*(96|94\/95|94|95) ?gb.*hbm2e/i,
    label: "H100 SXM 96 GB HBM2e, 500 W",
    changes: "memory = 96 GiB, memory_bandwidth = 2_400 GB/s, power = 500 W",
    assumed: "memory bandwidth of the HBM2e part; its lower power limit is not modelled",
  },
  { ...h100, name: /^(nvidia )?h100(?!.*(pcie|nvl))/i },
  { ...h100, name: /^(nvidia )?h800(?!.*(pcie|\/))/i, label: "H800", scaleUpGBs: 200 },
  {
    ...h100,
    name: /^(nvidia )?h200(?!.*(pcie|nvl))/i,
    std: "h200_sxm",
    label: "H200 SXM",
    cluster: "dgx_h200",
  },
  {
    ...v100,
    name: /^(nvidia )?v100(?!.*pcie).*\b16 ?gb\b/i,
    label: "V100 SXM 16 GB",
    changes: "memory = 16 GiB",
  },
  { ...v100, name: /^(nvidia )?v100(?!.*pcie)/i },
  {
    name: /^(nvidia )?b200/i,
    std: "b200_sxm",
    label: "B200 SXM",
    cluster: "dgx_b200",
    scaleUpGBs: 900,
  },
];

/**
 * The device that a table's `gpu` cell names; null when the standard library has none like it. `memoryGB` is the table's, for
 * names that leave it open.
 */
export function deviceOf(gpu: string, memoryGB?: number): DeviceChoice | null {
  const full = /\d ?gb/i.test(gpu) || memoryGB === undefined ? gpu : `${gpu} ${memoryGB}GB`;
  const part = parts.find(({ name }) => name.test(full));
  if (!part) return null;
  const { std, label, cluster, scaleUpGBs, changes, assumed } = part;
  return {
    std,
    label,
    cluster,
    scaleUpGBs,
    scaleUp: "nvswitch",
    changes: changes === undefined ? [] : [changes],
    assumed: assumed === undefined ? [] : [assumed],
  };
}
