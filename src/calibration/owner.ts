import type { Scenario } from "../engine/scenario/scenario.ts";
import type { Place } from "./constants.ts";

/**
 * What a constant belongs to, in words: a device by its name, a link by its kind and rate, a software stack by its name.
 * Runs of the same owner share the constant.
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
