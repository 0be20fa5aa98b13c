/** PCI Express topology of a node: devices on switches, switches on sockets, sockets on each other. */
export interface PcieTree {
  /** Devices on one switch; 1 where slots connect to the sockets directly. */
  readonly switchDevices: number;
  /**
   * Rate from a switch to its socket, for each direction, B/s. `socketLinkBytesPerSecond` is between sockets.
   */
  readonly uplinkBytesPerSecond: number;
  readonly sockets: number;
  readonly socketLinkBytesPerSecond: number;
  /** NVLink bridge between two neighbours, for each direction, B/s; 0 without one. */
  readonly bridgeBytesPerSecond: number;
  /** True where devices write to each other's memory; otherwise transfers pass through host memory. */
  readonly peerAccess: boolean;
}

export interface ScaleUp {
  readonly kind: "nvswitch" | "nvlink" | "pcie" | "torus" | "none";
  /** Devices in one scale-up domain. */
  readonly domain: number;
  /** Rate for each device and direction, B/s. A torus gives the sum over its links in one direction. */
  readonly bytesPerSecond: number;
  /** Time of one hop of an empty message, s, under the protocol with the shortest hops. */
  readonly latencySeconds: number;
  /** Time before the first hop of a collective, s. */
  readonly baseLatencySeconds: number;
  /** True for in-network reduction. */
  readonly sharp: boolean;
  /** Calibrated: rate of in-network reductions ÷ effective rate of the links. */
  readonly sharpEfficiency: number;
  /** Neighbours of a device where direct links join devices. */
  readonly mesh: "fully_connected" | "hybrid_cube_mesh" | null;
  /**
   * Boards of the domain, joined only by their devices' slots. `slotBytesPerSecond` is the rate of a slot for
   * each direction.
   */
  readonly boards: number;
  readonly slotBytesPerSecond: number;
  /** PCI Express topology; null for other links. */
  readonly pcie: PcieTree | null;
  readonly shape: readonly number[];
  /** True for each dimension of a torus that is closed. */
  readonly closed: readonly boolean[];
  /** True for a twisted torus, whose shifted closing links shorten paths across its long dimensions. */
  readonly twisted: boolean;
  /** Calibrated: the share of bytesPerSecond that large collectives reach. */
  readonly efficiency: number;
}

export interface ScaleOut {
  readonly kind: "fat_tree" | "ethernet" | "efa" | "omni_path" | "dragonfly" | "dcn";
  /** Rate of one NIC, for each direction, B/s. */
  readonly nicBytesPerSecond: number;
  readonly nicsPerNode: number;
  /** Time of one hop of an empty message, s, under the protocol with the shortest hops. */
  readonly latencySeconds: number;
  /** Time before the first hop of a collective, s, where each device is in a domain of its own. */
  readonly baseLatencySeconds: number;
  /** Ports of a leaf switch for NICs; null where not given. */
  readonly leafPorts: number | null;
  /** Devices of the nodes under one leaf, or one set of rails; null where each scale-up domain is a leaf. */
  readonly leafDevices: number | null;
  /** Oversubscription between leaves: 1 is full bisection, 2 halves the bandwidth. */
  readonly oversubscription: number;
  /** Devices of a pod, or of a group of a dragonfly; null where one pod is the whole fabric. */
  readonly podDevices: number | null;
  /** Oversubscription between pods, relative to the leaves' uplinks; 1 / taper of a dragonfly. */
  readonly podOversubscription: number;
  /** True where devices of equal rank in their nodes share a leaf. */
  readonly railOptimised: boolean;
  readonly efficiency: number;
}

/** Sites of a cluster, joined by a wide-area network. */
export interface Sites {
  readonly count: number;
  /** Rate from a site to all others together, for each direction, B/s. */
  readonly bytesPerSecond: number;
  /** One-way latency between sites, s. */
  readonly latencySeconds: number;
}
