import type { Cluster } from "../../engine/scenario/cluster.ts";
import { toYaml, type Yaml } from "../text/yaml.ts";

/** Dimension of a network for ASTRA-sim's analytical backend. */
interface Dimension {
  readonly topology: "Ring" | "Switch" | "FullyConnected";
  readonly size: number;
  /** Rate of a device in one direction, B/s, of which large messages reach `efficiency`. */
  readonly rate: number;
  readonly latency: number;
}

/** Dimensions of a cluster's network, the nearest first: inside scale-up domains, and across them. */
function dimensionsOf({ devices, devicesPerNode, scaleUp, scaleOut }: Cluster): readonly Dimension[] {
  const near = Math.min(scaleUp.domain, devices);
  const [rate, latency] = [scaleUp.bytesPerSecond * scaleUp.efficiency, scaleUp.latencySeconds];
  const shape = scaleUp.shape.filter((size) => size > 1);
  const torus = scaleUp.kind === "torus" && shape.reduce((product, size) => product * size, 1) === near;
  const inside: readonly Dimension[] = torus
    ? shape.map((size) => ({ topology: "Ring", size, rate: rate / shape.length, latency }))
    : [
        {
          topology: scaleUp.mesh === "fully_connected" ? "FullyConnected" : "Switch",
          size: near,
          rate,
          latency,
        },
      ];
  const across: readonly Dimension[] =
    scaleOut === null
      ? []
      : [
          {
            topology: "Switch",
            size: devices / near,
            rate: (scaleOut.nicBytesPerSecond * scaleOut.nicsPerNode * scaleOut.efficiency) / devicesPerNode,
            latency: scaleOut.latencySeconds,
          },
        ];
  return [...inside, ...across].filter(({ size }) => size > 1);
}

/**
 * Network of a cluster for ASTRA-sim: rates are those that large messages reach, in the simulator's GB of 2^30 bytes
 * (astra-network-analytical, common/NetworkFunction.cpp), latencies in ns.
 */
export function networkYaml(cluster: Cluster): string {
  const found = dimensionsOf(cluster);
  const dimensions =
    found.length > 0
      ? found
      : [{ topology: "Ring", size: 1, rate: cluster.scaleUp.bytesPerSecond, latency: 0 } as const];
  const network: Yaml = {
    topology: dimensions.map(({ topology }) => topology),
    npus_count: dimensions.map(({ size }) => size),
    bandwidth: dimensions.map(({ rate }) => rounded(rate / 2 ** 30)),
    latency: dimensions.map(({ latency }) => rounded(latency * 1e9)),
  };
  return toYaml(network, [
    `${cluster.name}: bandwidth in GB/s of a device, latency in ns, the nearest links first.`,
  ]);
}

/**
 * Layer of collectives and memory for ASTRA-sim. Delays, splits and algorithms are those of its own examples
 * (examples/system/native_collectives/Ring_4chunks.json).
 */
export function systemJson({ device, ...cluster }: Cluster): string {
  const rings = dimensionsOf({ device, ...cluster }).map(() => "ring");
  const each = rings.length > 0 ? rings : ["ring"];
  const system = {
    "scheduling-policy": "LIFO",
    "endpoint-delay": 10,
    "active-chunks-per-dimension": 1,
    "preferred-dataset-splits": 4,
    "all-reduce-implementation": each,
    "all-gather-implementation": each,
    "reduce-scatter-implementation": each,
    "all-to-all-implementation": each,
    "collective-optimization": "localBWAware",
    "local-mem-bw": rounded(device.memoryBytesPerSecond / 1e9),
    "boost-mode": 0,
    // Computation takes the times of the trace.
    "roofline-enabled": 0,
  };
  return `${JSON.stringify(system, null, 2)}\n`;
}

const rounded = (value: number): number => Number(value.toPrecision(6));
