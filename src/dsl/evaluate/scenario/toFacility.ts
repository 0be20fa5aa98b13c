import type { Facility } from "../../../engine/scenario/cluster.ts";
import type { RecordValue } from "../values/value.ts";
import type { Reader } from "./read.ts";

/** Power of a cluster outside its devices, as the engine's data: hosts, network and site. */
export function toFacility(read: Reader, cluster: RecordValue): Facility {
  return {
    hostWatts: read.number(cluster, "host_power"),
    networkWatts: read.number(cluster, "network_power"),
    pue: read.number(cluster, "pue"),
    carbonGramsPerJoule: read.optional(cluster, "carbon_intensity"),
    waterGramsPerJoule: read.optional(cluster, "water_intensity"),
    hostEmbodiedGrams: read.optional(cluster, "host_embodied_carbon"),
    lifetimeSeconds: read.number(cluster, "lifetime"),
    usage: read.number(cluster, "usage"),
  };
}
