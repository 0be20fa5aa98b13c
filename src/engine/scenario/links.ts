/** How PCI Express joins the devices of a node: slots on switches, switches on processors, processors on each other. */
export interface PcieTree {
  /** Devices of one switch; 1: slots are the processors' own. */
  readonly switchDevices: number;
  /** Per direction, B/s: of a switch to its processor, of a processor to the other. */
  readonly uplinkBytesPerSecond: number;
  readonly sockets: number;
  readonly socketLinkBytesPerSecond: number;
  /** NVLink between two neighbours, per direction, B/s; 0: none. */
  readonly bridgeBytesPerSecond: number;
  /** Whether devices write to each other's memory; else to their host's, and others read there. */
  readonly peerAccess: boolean;
}

export interface ScaleUp {
  readonly kind: "nvswitch" | "nvlink" | "pcie" | "torus" | "none";
  /** Devices in one scale-up domain. */
  readonly domain: number;
  /** Per device and direction, B/s. A torus gives the sum over its links in one direction. */
  readonly bytesPerSecond: number;
  /** One hop of an empty message, under the protocol with the shortest hops. */
  readonly latencySeconds: number;
  /** Before the first hop of a collective. */
  readonly baseLatencySeconds: number;
  /** In-network reduction. */
  readonly sharp: boolean;
  /** Calibrated: of the effective rate of the links, what in-network reductions reach. */
  readonly sharpEfficiency: number;
  /** Which devices are neighbours, where direct links join them. */
  readonly mesh: "fully_connected" | "hybrid_cube_mesh" | null;
  /** Boards of the domain, which only their devices' slots join; and what a slot carries, per direction, B/s. */
  readonly boards: number;
  readonly slotBytesPerSecond: number;
  /** null: not PCI Express. */
  readonly pcie: PcieTree | null;
  readonly shape: readonly number[];
  /** Which dimensions of a torus are closed. */
  readonly closed: readonly boolean[];
  /** Whether a torus's closing links are shifted, so that its long dimensions are shorter for what crosses them. */
  readonly twisted: boolean;
  /** Calibrated: the share of bytesPerSecond that large collectives reach. */
  readonly efficiency: number;
}

export interface ScaleOut {
  readonly kind: "fat_tree" | "ethernet" | "efa" | "omni_path" | "dragonfly" | "dcn";
  /** One NIC, per direction, B/s. */
  readonly nicBytesPerSecond: number;
  readonly nicsPerNode: number;
  /** One hop of an empty message, under the protocol with the shortest hops. */
  readonly latencySeconds: number;
  /** Before the first hop of a collective among devices of different domains only. */
  readonly baseLatencySeconds: number;
  /** Of a leaf switch to network cards; null: not said. */
  readonly leafPorts: number | null;
  /** Devices of the nodes under one leaf, or one set of rails; null: each scale-up domain for itself. */
  readonly leafDevices: number | null;
  /** 1 is full bisection; 2 halves the bandwidth between leaves. */
  readonly oversubscription: number;
  /** Devices of a pod, or of a group of a dragonfly; null: one pod is the whole fabric. */
  readonly podDevices: number | null;
  /** The same between pods, over what leaves the leaves; 1 / taper of a dragonfly. */
  readonly podOversubscription: number;
  /** Devices of one rank in their nodes share a leaf. */
  readonly railOptimised: boolean;
  readonly efficiency: number;
}

/** Places that a cluster stands at, joined by a wide-area network. */
export interface Sites {
  readonly count: number;
  /** A site to all others together, per direction, B/s. */
  readonly bytesPerSecond: number;
  /** One way, s. */
  readonly latencySeconds: number;
}
