import type { Cluster } from "../../../engine/scenario/cluster.ts";
import type { PeerGroup } from "../../../engine/trainingStep/fabric/peerGroups.ts";
import type { Table } from "../../document/document.ts";
import { plain } from "../../numbers/number.ts";

/**
 * Table of a plan's parallel groups on the cluster: one row per degree, with the devices that device 0
 * exchanges with.
 */
export function topologyTable(groups: readonly PeerGroup[], { scaleUp, devices }: Cluster): Table {
  return {
    kind: "table",
    caption: `The groups that device 0 of ${plain(devices)} communicates in. A scale-up domain has ${plain(scaleUp.domain)} ${scaleUp.domain === 1 ? "device" : "devices"}`,
    columns: [
      { title: "dim", align: "left" },
      { title: "group", align: "right" },
      { title: "devices", align: "left" },
      { title: "in the same domain", align: "right" },
      { title: "domains", align: "right" },
      { title: "crosses", align: "left" },
    ],
    rows: groups.map(({ degree, size, ranks, group }) => [
      { text: degree, value: degree },
      { text: plain(size), value: size },
      { text: ranksText(ranks) },
      { text: plain(group.inner), value: group.inner },
      { text: plain(group.outer), value: group.outer },
      { text: crossed(group) },
    ]),
  };
}

/** Text of a list of ranks: `0–7`, or `0, 8, … 56`. A short list is written out. */
function ranksText(ranks: readonly number[]): string {
  const last = ranks.at(-1) ?? 0;
  if (last === ranks.length - 1) return `0–${plain(last)}`;
  if (ranks.length <= 4) return ranks.map(plain).join(", ");
  return `${ranks.slice(0, 3).map(plain).join(", ")}, … ${plain(last)}`;
}

/** Name of the widest network that the messages of a parallel group cross. */
function crossed({ outer, blocks }: PeerGroup["group"]): string {
  if (outer === 1) return "no network: all in one domain";
  if (blocks && blocks.site > 1) return `${plain(blocks.site)} sites`;
  if (blocks && blocks.pod > 1) return `${plain(blocks.pod)} pods or groups`;
  if (blocks && blocks.leaf > 1 && blocks.leaf < outer) return `${plain(blocks.leaf)} leaves`;
  return "the scale-out network";
}
