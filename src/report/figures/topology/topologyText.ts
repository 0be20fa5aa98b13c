import type { Cluster } from "../../../engine/scenario/cluster.ts";
import type { TextChart } from "../../document/document.ts";
import { plain, scaled } from "../../numbers/number.ts";
import { bytesRate, NETWORKS, SCALE_UP } from "./machine.ts";

/**
 * Bar chart in characters of a cluster's topology: the bandwidth of one device to others, from the nearest to
 * the farthest.
 */
export function topologyText(cluster: Cluster): TextChart {
  const { scaleUp, scaleOut, sites, devices, devicesPerNode } = cluster;
  const rows: { label: string; value: number }[] = [];
  if (scaleUp.kind !== "none")
    rows.push({
      label: `${SCALE_UP[scaleUp.kind]}, ${plain(scaleUp.domain)} devices`,
      value: scaleUp.bytesPerSecond,
    });
  if (scaleOut !== null && devices > scaleUp.domain) {
    const own = (scaleOut.nicBytesPerSecond * scaleOut.nicsPerNode) / devicesPerNode;
    rows.push({ label: `over ${NETWORKS[scaleOut.kind]}`, value: own });
    if (scaleOut.oversubscription > 1)
      rows.push({ label: "beyond a leaf switch", value: own / scaleOut.oversubscription });
    if (scaleOut.podOversubscription > 1 && scaleOut.podDevices !== null)
      rows.push({
        label: `beyond ${scaleOut.kind === "dragonfly" ? "a group" : "a pod"} of ${plain(scaleOut.podDevices)}`,
        value: own / scaleOut.oversubscription / scaleOut.podOversubscription,
      });
  }
  if (sites !== null)
    rows.push({
      label: `to another of ${plain(sites.count)} sites`,
      value: (sites.bytesPerSecond * sites.count) / devices,
    });
  return {
    kind: "bars",
    unit: "GB/s",
    rows: rows.map(({ label, value }) => ({
      label,
      value: scaled(value, "B/s", "GB/s"),
      text: `${bytesRate(value)} per device and direction`,
    })),
  };
}
