import type { Cluster } from "../../../engine/scenario/cluster.ts";
import type { Failures } from "../../../engine/scenario/failures.ts";
import type { PcieTree, ScaleOut, ScaleUp, Sites } from "../../../engine/scenario/links.ts";
import type { Price } from "../../../engine/scenario/money.ts";
import type { Document } from "../../document/document.ts";
import { documentOf } from "../../document/documentOf.ts";
import { devicesText } from "../../naming/devicesText.ts";
import { bitsRate, counted, percent, plain, printed } from "../../numbers/number.ts";
import { byPartText } from "../byPartText.ts";
import { type Fact, factsTable } from "../factsTable.ts";
import { deviceFacts } from "./deviceCard.ts";

/** Card of a cluster: its size, its two network tiers, its price, and its device. */
export function clusterCard(cluster: Cluster): Document {
  if (cluster.pools !== null) return pooledCard(cluster, cluster.pools);
  const facts: Fact[] = [
    [
      "devices",
      devicesText(cluster),
      `${counted(cluster.nodes, "node")} of ${plain(cluster.devicesPerNode)}`,
    ],
    ["scale-up", scaleUpText(cluster.scaleUp), scaleUpNote(cluster.scaleUp)],
  ];
  if (cluster.scaleUp.pcie !== null) facts.push(slotsFact(cluster.scaleUp.pcie));
  const out = cluster.scaleOut;
  facts.push(
    out === null
      ? ["scale-out", "none"]
      : ["scale-out", scaleOutText(out), scaleOutNote(out, cluster.devicesPerNode)],
  );
  if (cluster.sites !== null) facts.push(["sites", sitesText(cluster.sites), sitesNote(cluster.sites)]);
  const { host, drives } = cluster;
  if (host.memoryBytes !== null)
    facts.push([
      "host",
      `${printed(host.memoryBytes, "B", host.memoryBytes < 1e12 ? "GB" : "TB")} per node`,
      `${printed(host.memoryBytesPerSecond, "B/s", "GB/s")}, efficiency ${percent(host.efficiency)}`,
    ]);
  if (drives !== null)
    facts.push([
      "drives",
      `${drives.count} of ${printed(drives.capacityBytes, "B", "TB")} per node`,
      `each reads ${printed(drives.readBytesPerSecond, "B/s", "GB/s")}, writes ${printed(drives.writeBytesPerSecond, "B/s", "GB/s")}`,
    ]);
  if (cluster.price !== null) facts.push(priceFact(cluster.price));
  if (cluster.failures !== null) facts.push(["failures", failuresText(cluster.failures, cluster.devices)]);
  if (cluster.spares !== null)
    facts.push([
      "spares",
      counted(cluster.spares, "node"),
      `repaired in ${byPartText(cluster.repairSeconds)}`,
    ]);
  if (cluster.spot !== null)
    facts.push([
      "spot capacity",
      printed(cluster.spot.pricePerDeviceSecond, "$/GPU/s", "$/GPU-hour"),
      cluster.spot.per === "cluster"
        ? `a node of the cluster is reclaimed every ${printed(cluster.spot.mtbfSeconds, "s")} on average`
        : `each node is reclaimed every ${printed(cluster.spot.mtbfSeconds, "s")} on average`,
    ]);
  return documentOf(
    { kind: "heading", level: 2, text: `cluster ${cluster.name}` },
    factsTable(facts),
    { kind: "heading", level: 3, text: `device ${cluster.device.name}` },
    factsTable(deviceFacts(cluster.device)),
  );
}

/** Card of a cluster with pools: its devices, the network between pools, and a card of each pool. */
function pooledCard({ name, poolLink, ...of }: Cluster, pools: readonly Cluster[]): Document {
  const { bytesPerSecond = 0, latencySeconds = null } = poolLink ?? {};
  const link: Fact =
    poolLink === null
      ? ["between pools", "the slower pool's scale-out", ""]
      : [
          "between pools",
          bitsRate(bytesPerSecond),
          latencySeconds === null ? "" : printed(latencySeconds, "s"),
        ];
  return documentOf(
    { kind: "heading", level: 2, text: `cluster ${name}` },
    factsTable([["devices", devicesText(of), counted(of.nodes, "node")], link]),
    ...pools.map((pool, i) => clusterCard({ ...pool, name: `${name}, pool ${i + 1}` })),
  );
}

function priceFact(price: Price): Fact {
  if (price.kind === "owned")
    return [
      "price",
      `${printed(price.capexPerDevice, "$")} to buy a device`,
      `residual value ${percent(price.residual)}; per year ${percent(price.interest)} interest and ${percent(price.upkeep)} upkeep`,
    ];
  const hourly = printed(price.perDeviceSecond, "$/GPU/s", "$/GPU-hour");
  return price.kind === "reserved"
    ? ["price", hourly, `reserved for ${printed(price.termSeconds, "s")}`]
    : ["price", hourly];
}

function failuresText(failures: Failures, devices: number): string {
  switch (failures.kind) {
    case "poisson":
      return `one every ${printed(failures.mtbfDeviceSeconds / devices, "s")} over the whole cluster`;
    case "observed": {
      const seen = Object.values(failures.counts).reduce((sum, count) => sum + count, 0);
      return `at the rate observed on ${plain(failures.devices)} devices: ${plain(seen)} failures in ${printed(failures.periodSeconds, "s")}`;
    }
    case "annual":
      return "from the annual failure rates of its parts";
  }
}

function scaleUpText(tier: ScaleUp): string {
  if (tier.kind === "none") return "none";
  const shape = tier.shape.length > 0 ? ` ${tier.shape.join("×")}` : "";
  return `${tier.kind}${shape}, ${printed(tier.bytesPerSecond, "B/s")} per device and direction`;
}

function scaleUpNote(tier: ScaleUp): string {
  if (tier.kind === "none") return "";
  const sharp = tier.sharp ? ", in-network reduction" : "";
  return `domain of ${plain(tier.domain)}, latency ${printed(tier.latencySeconds, "s")}, efficiency ${percent(tier.efficiency)}${sharp}`;
}

/** Card line on the links that devices in PCIe slots share. */
function slotsFact(tree: PcieTree): Fact {
  const { switchDevices, sockets, bridgeBytesPerSecond, peerAccess } = tree;
  const rate = (value: number) => printed(value, "B/s", "GB/s");
  const notes: string[] = [];
  if (switchDevices > 1) notes.push(`${rate(tree.uplinkBytesPerSecond)} out of a switch`);
  if (sockets > 1) notes.push(`${rate(tree.socketLinkBytesPerSecond)} between processors`);
  if (bridgeBytesPerSecond > 0) notes.push(`pairs bridged with ${rate(bridgeBytesPerSecond)}`);
  if (!peerAccess) notes.push("messages pass through host memory");
  const below = switchDevices > 1 ? `${plain(switchDevices)} below each switch, ` : "";
  return ["slots", `${below}${counted(sockets, "processor")}`, notes.join(", ")];
}

function scaleOutText(tier: ScaleOut): string {
  const rate = bitsRate(tier.nicBytesPerSecond);
  if (tier.kind === "dcn") return `${tier.kind}, ${rate} per chip`;
  return `${tier.kind.replaceAll("_", "-")}, ${counted(tier.nicsPerNode, "NIC")} of ${rate} per node`;
}

function scaleOutNote(tier: ScaleOut, devicesPerNode: number): string {
  const parts = [printed(tier.latencySeconds, "s"), `efficiency ${percent(tier.efficiency)}`];
  if (tier.railOptimised) parts.push("rail-optimised");
  if (tier.oversubscription !== 1) {
    const leaf = tier.leafDevices === null ? "" : ` above ${plain(tier.leafDevices / devicesPerNode)} nodes`;
    parts.push(`${plain(tier.oversubscription)}:1 oversubscribed${leaf}`);
  }
  if (tier.podDevices !== null) {
    const pod = `${plain(tier.podDevices / devicesPerNode)} nodes`;
    parts.push(
      tier.kind === "dragonfly"
        ? `groups of ${pod}, ${percent(1 / tier.podOversubscription)} of full bandwidth between them`
        : `pods of ${pod}, ${plain(tier.podOversubscription)}:1 oversubscribed between them`,
    );
  }
  return parts.join(", ");
}

function sitesText({ count, bytesPerSecond }: Sites): string {
  return `${plain(count)}, ${bitsRate(bytesPerSecond)} out of each`;
}

function sitesNote({ latencySeconds }: Sites): string {
  return `${printed(latencySeconds, "s")} apart`;
}
