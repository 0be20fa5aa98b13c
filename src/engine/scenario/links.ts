/** PCI Express topology of a node: devices on switches, switches on sockets, sockets on each other. */
export interface PcieTree {
  /** Number of devices on one PCIe switch; 1 where slots connect to the sockets directly. */
  readonly switchDevices: number;
  /** Rate of the link from a PCIe switch to its socket, for each direction, B/s. */
  readonly uplinkBytesPerSecond: number;
  readonly sockets: number;
  /** Rate of the link between sockets, for each direction, B/s. */
  readonly socketLinkBytesPerSecond: number;
  /** Rate of an NVLink bridge between two neighbouring devices, for each direction, B/s; 0 without a bridge. */
  readonly bridgeBytesPerSecond: number;
  /**
   * True where devices write to each other's memory (peer access). False where transfers pass through host
   * memory.
   */
  readonly peerAccess: boolean;
}

export interface ScaleUp {
  readonly kind: "nvswitch" | "nvlink" | "pcie" | "torus" | "none";
  /** Number of devices in one scale-up domain. */
  readonly domain: number;
  /** Rate of the links of one device in one direction, B/s. For a torus, the sum over its links. */
  readonly bytesPerSecond: number;
  /**
   * Latency of one hop of a collective inside the domain, s, for an empty message under the protocol with the
   * lowest latency.
   */
  readonly latencySeconds: number;
  /** Start-up time of a collective inside the domain, s, before its first hop. */
  readonly baseLatencySeconds: number;
  /** True where switches reduce tensors in the network (SHARP). */
  readonly sharp: boolean;
  /** Calibrated rate of in-network reductions ÷ effective rate of the links. */
  readonly sharpEfficiency: number;
  /**
   * Arrangement of direct links between devices: a link to every other device, or a hybrid cube mesh; null
   * where links are not direct.
   */
  readonly mesh: "fully_connected" | "hybrid_cube_mesh" | null;
  /** Number of boards in the domain. Links connect devices of one board; PCIe slots connect boards. */
  readonly boards: number;
  /** Rate of a device's PCIe slot between boards, for each direction, B/s. */
  readonly slotBytesPerSecond: number;
  /** PCI Express topology; null for other links. */
  readonly pcie: PcieTree | null;
  readonly shape: readonly number[];
  /** For each dimension of a torus, true where wrap-around links close it. */
  readonly closed: readonly boolean[];
  /** True for a twisted torus, whose shifted wrap-around links shorten paths across its long dimensions. */
  readonly twisted: boolean;
  /** Calibrated share of `bytesPerSecond` that large collectives reach. */
  readonly efficiency: number;
}

export interface ScaleOut {
  readonly kind: "fat_tree" | "ethernet" | "efa" | "omni_path" | "dragonfly" | "dcn";
  /** Rate of one NIC, for each direction, B/s. */
  readonly nicBytesPerSecond: number;
  readonly nicsPerNode: number;
  /**
   * Latency of one hop of a collective between domains, s, for an empty message under the protocol with the
   * lowest latency.
   */
  readonly latencySeconds: number;
  /**
   * Start-up time of a collective before its first hop, s. Used where each rank of the group is in a scale-up
   * domain of its own.
   */
  readonly baseLatencySeconds: number;
  /** Number of ports for NICs on a leaf switch; null where not given. */
  readonly leafPorts: number | null;
  /**
   * Number of devices whose nodes share a leaf switch, or a set of leaf switches in a rail-optimised network;
   * null where each scale-up domain counts as a leaf.
   */
  readonly leafDevices: number | null;
  /**
   * Oversubscription of a leaf switch: bandwidth below it ÷ bandwidth above it. 1 is full bisection, 2 halves
   * the bandwidth between leaves.
   */
  readonly oversubscription: number;
  /** Number of devices of a pod, or of a dragonfly's group; null where one pod is the whole network. */
  readonly podDevices: number | null;
  /**
   * Oversubscription of a pod: bandwidth of its leaves' uplinks ÷ bandwidth out of the pod; 1 / taper for a
   * dragonfly's group.
   */
  readonly podOversubscription: number;
  /** True where devices of the same rank in their nodes share a leaf switch. */
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

/** Network between pools of unlike devices. */
export interface PoolLink {
  /** Rate from a pool to all others together, for each direction, B/s. */
  readonly bytesPerSecond: number;
  /** One-way latency between pools, s; null where it is that of the slower pool's network. */
  readonly latencySeconds: number | null;
}
