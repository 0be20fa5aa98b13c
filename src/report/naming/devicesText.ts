import type { Cluster } from "../../engine/scenario/cluster.ts";
import { plain } from "../numbers/number.ts";

/** Devices of a cluster in few words: `64 × h100_sxm`, or `32 × h100_sxm + 64 × a100_sxm` of its pools. */
export function devicesText({
  devices,
  device,
  pools,
}: Pick<Cluster, "devices" | "device" | "pools">): string {
  if (pools === null) return `${plain(devices)} × ${device.name}`;
  return pools.map((pool) => devicesText(pool)).join(" + ");
}
