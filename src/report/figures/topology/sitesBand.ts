import type { Cluster } from "../../../engine/scenario/cluster.ts";
import { bitsRate, counted, printed } from "../../numbers/number.ts";
import { aside, type Band } from "./band.ts";
import { together } from "./drawing.ts";

import { star } from "./star.ts";

/** Strip with the cluster's sites and the network between them. null for one site. */
export function sitesBand({ sites, nodes }: Cluster): Band | null {
  if (sites === null) return null;
  const here = nodes / sites.count;
  const { drawing, height, linksAt, first } = star("wide-area network", {
    count: sites.count,
    what: "sites",
    text: (index) => `site ${index}<br>${counted(here, "node")}`,
  });
  return {
    heading: `${counted(sites.count, "site")} of ${counted(here, "node")}`,
    drawing: together([
      drawing,
      aside(
        linksAt,
        `${bitsRate(sites.bytesPerSecond)} out of a site`,
        `${printed(sites.latencySeconds, "s")} one way`,
      ),
    ]),
    height,
    inside: first,
  };
}
