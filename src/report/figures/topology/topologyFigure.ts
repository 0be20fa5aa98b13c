import type { Cluster } from "../../../engine/scenario/cluster.ts";
import type { PeerGroup } from "../../../engine/trainingStep/fabric/peerGroups.ts";
import type { Figure } from "../../document/document.ts";
import { plain } from "../../numbers/number.ts";
import { nameWords } from "../labels/nameWords.ts";
import type { Band } from "./band.ts";
import { domainBand } from "./domainBand.ts";
import { drawingFigure } from "./drawingFigure.ts";
import { fabricBand } from "./fabricBand.ts";
import { podsBand } from "./podsBand.ts";
import { rankMap } from "./rankMap.ts";
import { sitesBand } from "./sitesBand.ts";
import { stacked } from "./stacked.ts";
import { topologyText } from "./topologyText.ts";

/**
 * Picture of a cluster, from its sites down to the links of a device, in horizontal strips. Each strip shows
 * one box of the strip above in detail. With `groups` it shows a plan's parallel groups: device 0 and the
 * devices that it exchanges with.
 */
export function topologyFigure(
  cluster: Cluster,
  groups: readonly PeerGroup[] | null = null,
  options: { readonly title?: string } = {},
): Figure {
  const bands = [sitesBand, podsBand, fabricBand, domainBand].flatMap((band): readonly Band[] => {
    const made = band(cluster);
    return made ? [made] : [];
  });
  const ranks = groups === null ? null : rankMap(cluster, groups);
  const title =
    options.title ?? nameWords(`${cluster.name}: ${plain(cluster.devices)} × ${cluster.device.name}`);
  return {
    ...drawingFigure(stacked(ranks === null ? bands : [...bands, ranks]), title, groups),
    text: topologyText(cluster),
  };
}
