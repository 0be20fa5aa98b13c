import type { Scenario } from "../engine/scenario/scenario.ts";
import type { Place } from "./constants.ts";

/**
 * Owner of a constant in words: a device by name, a link by kind and rate, a software stack by name. Runs
 * with the same owner share the constant.
 */
export function ownerOf({ path, holder }: Place, { cluster }: Scenario): string {
  const { device, scaleUp, scaleOut } = cluster;
  if (path.startsWith("cluster.device.")) return device.name;
  if (path.startsWith("cluster.scale_up.")) return `${scaleUp.kind}(${rate(scaleUp.bytesPerSecond)} GB/s)`;
  if (path.startsWith("cluster.scale_out.") && scaleOut)
    return `${scaleOut.kind}(${rate(8 * scaleOut.nicBytesPerSecond)} Gb/s)`;
  return typeof holder.name === "string" ? holder.name : "the plan";
}

const rate = (perSecond: number) => String(Number((perSecond / 1e9).toPrecision(4)));
