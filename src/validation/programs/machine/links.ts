/** NICs of one node. */
export interface Nics {
  readonly kind: "fat_tree" | "ethernet" | "efa" | "omni_path";
  readonly count: number;
  /** Rate of one NIC per direction, Gb/s. */
  readonly gbps: number;
  /** True where the table's cell does not state the number of NICs, so that `count` is assumed. */
  readonly uncounted?: true;
}

/**
 * NICs in a table's `inter_link` cell: `8x HDR InfiniBand 200Gb/s`, `InfiniBand 800Gb/s per node (4x HDR)`,
 * `RoCE 400Gb/s per GPU`, MLPerf's lists of storage, compute and management networks. null without a rate. A
 * bare rate means one NIC per device at that rate. A bare rate above `nicGbps`, the usual rate of a NIC, and
 * any EFA rate, which clouds state per instance, count for the whole node. Ethernet of up to 100 Gb/s is one
 * NIC per node.
 */
export function nicsOf(link: string, devicesPerNode: number, nicGbps = 400): Nics | null {
  const compute = /compute:\s*([^,]*)/i.exec(link)?.[1];
  const found = (compute === undefined ? link.split(/,\s*(?=\d+\s*x\s)/) : [compute])
    .map((part) => nicsIn(part, devicesPerNode, nicGbps))
    .filter((one) => one !== null);
  return found.reduce<Nics | null>(
    (best, one) => (best && best.count * best.gbps >= one.count * one.gbps ? best : one),
    null,
  );
}

/** Rates of InfiniBand generations with four lanes, Gb/s. */
const generations: Readonly<Record<string, number>> = { FDR: 56, EDR: 100, HDR: 200, NDR: 400, XDR: 800 };

/**
 * Pattern of a rate in bits: `200Gb/s`, `100 Gb`, `400 Gbit/s`, `1.6 Tbps`, `100GbE`, `10G`. A capital B means
 * bytes and does not match.
 */
const BITS = /([\d,]+(?:\.\d+)?)\s*([GgTt])(?:b(?:it|ps|E|\/[Ss])?|(?=\s|$))(?![A-Za-z]*B)/;
const EACH = /\d+\s*[x×]\s*[\d,.]+\s*[gt](b|\s|$)/i;

/** True where a cell gives a rate in bits that `nicsOf` could not read. */
export const isUnreadNetwork = (link: string): boolean => /\d\s*[GgTt]b/.test(link);

function nicsIn(part: string, devicesPerNode: number, nicGbps: number): Nics | null {
  const [, bits, prefix] = BITS.exec(part) ?? [];
  // NICs are sold in bits. Bytes are read only after a number of NICs.
  const bytes = /\d+\s*x\s*([\d.]+)\s*GB\/s/.exec(part)?.[1];
  const generation = generations[/\b([FEHNX]DR)\b/.exec(part)?.[1] ?? ""];
  const stated = Number((bits ?? "").replaceAll(",", "")) * (/t/i.test(prefix ?? "") ? 1000 : 1);
  const rate = stated || 8 * Number(bytes ?? 0) || (generation ?? 0);
  if (!(rate > 0)) return null;
  const kind = kindOf(part);
  const count = Number(/(\d+)\s*[x×]|(?:\bx|×)\s*(\d+)\b/i.exec(part)?.slice(1).find(Boolean) ?? 0);
  const perDevice = /(per|\/)\s*(gpu|device|accelerator|chip)/i.test(part);
  // A number right before a rate counts NICs of that rate each: "4x 100Gb RoCE per node".
  if (count > 0 && (EACH.test(part) || rate === generation))
    return { kind, count: perDevice ? count * devicesPerNode : count, gbps: rate };
  if (/(per|\/|each|a)\s*node/i.test(part)) {
    const of = count > 0 ? count : devicesPerNode;
    return { kind, count: of, gbps: rate / of };
  }
  if (perDevice) return { kind, count: devicesPerNode, gbps: rate };
  if (count > 0) return { kind, count, gbps: rate };
  const ofNode = kind === "efa" || rate > nicGbps;
  const alone = kind === "ethernet" && rate <= 100;
  return {
    kind,
    count: alone ? 1 : devicesPerNode,
    gbps: ofNode ? rate / devicesPerNode : rate,
    uncounted: true,
  };
}

function kindOf(part: string): Nics["kind"] {
  if (/\befa/i.test(part)) return "efa";
  if (/omni-?path|\bopa\b/i.test(part)) return "omni_path";
  return /ethernet|gbe\b|roce|tcpx|slingshot/i.test(part) ? "ethernet" : "fat_tree";
}

export type ScaleUpKind = "nvswitch" | "nvlink" | "pcie";

/** Links between the devices of a node. */
export interface ScaleUpChoice {
  readonly kind: ScaleUpKind;
  /**
   * Bandwidth per device and direction, GB/s. null where the cell does not state it, so that the device's own
   * bandwidth applies.
   */
  readonly gbytes: number | null;
  /**
   * Number of links between two neighbours, where the cell says that devices are connected directly: "4
   * inter-gpu links". null otherwise.
   */
  readonly each: number | null;
}

/**
 * Scale-up network in a table's `intra_link` cell. `own` is the device's usual kind of links, used where the
 * cell states none.
 */
export function scaleUpOf(
  link: string | undefined,
  device: string,
  own: ScaleUpKind = "nvswitch",
): ScaleUpChoice {
  const text = link ?? "";
  if (/pcie|pci express/i.test(text)) {
    const generation = Number(/(?:gen|pcie)\s*(\d)/i.exec(text)?.[1] ?? 4);
    return { kind: "pcie", gbytes: 32 * 2 ** (generation - 4), each: null };
  }
  if (own === "pcie" && !/nvlink/i.test(text)) return { kind: own, gbytes: null, each: null };
  // "/dir" marks one direction. Figures without it count both directions or a whole node, so they are not read.
  const stated = /([\d.]+)\s*GB\/s\/dir/i.exec(text)?.[1];
  const each = Number(/(\d+) inter-?gpu (?:links|connects)/i.exec(text)?.[1] ?? 0) || null;
  // "NVLink" alone does not rule out switches: NVIDIA's boards of eight A100s and later devices have them.
  const direct = own === "nvlink" || each !== null || (device.startsWith("v100") && !/nvswitch/i.test(text));
  return {
    kind: direct ? "nvlink" : "nvswitch",
    gbytes: stated === undefined ? null : Number(stated),
    each,
  };
}
