import { optionalInput } from "../../core/optionalInput.ts";
import type { Breakdown } from "../../estimate/breakdown.ts";
import type { BeyondDevice } from "../../estimate/estimate.ts";
import * as book from "../../formulas/memory/offload.ts";
import type { ModelContext } from "../model/layerContext.ts";
import { nodeDevices } from "./nodeDevices.ts";

/** A part of a device's state that lives in host memory or on drives. */
export interface Offloaded<N> {
  readonly place: BeyondDevice["place"];
  readonly part: Breakdown<N>;
}

/** Host memory and drives of a node that a plan uses. `stages` lists what a device of each stage offloads. */
export function beyondDevices<N>(
  ctx: ModelContext<N>,
  stages: readonly (readonly Offloaded<N>[])[],
): readonly BeyondDevice<N>[] {
  const found: BeyondDevice<N>[] = [];
  for (const place of ["host", "nvme"] as const) {
    const held = mostOn(ctx, place, stages);
    if (held) found.push({ place, held, capacity: capacityOf(ctx, place) });
  }
  return found;
}

/** Largest use of a place over all stages, for a whole node; null where no stage uses it. */
function mostOn<N>(
  ctx: ModelContext<N>,
  place: BeyondDevice["place"],
  stages: readonly (readonly Offloaded<N>[])[],
): Breakdown<N> | null {
  const { alg } = ctx;
  const n_d = nodeDevices(ctx);
  const name = `memory.${place}`;
  let most: Breakdown<N> | null = null;
  for (const offloaded of stages) {
    const parts: Breakdown<N>[] = [];
    for (const { place: where, part } of offloaded)
      if (where === place)
        parts.push({
          name,
          label: part.label,
          unit: "B",
          value: alg.apply(book.nodeBytes, { n_d, Q: part.value }),
          parts: [],
        });
    if (parts.length === 0) continue;
    const label = place === "host" ? "memory of a node's host" : "drives of a node";
    const value = alg.sum(label, "B", parts);
    if (most === null || alg.less(most.value, value)) most = { name, label, unit: "B", value, parts };
  }
  return most;
}

function capacityOf<N>({ alg, scenario }: ModelContext<N>, place: BeyondDevice["place"]): N | null {
  const { host, drives } = scenario.cluster;
  if (place === "host") return optionalInput(alg, "cluster.host_memory", host.memoryBytes, "B");
  if (drives === null) return null;
  return alg.apply(book.drivesCapacity, {
    n: alg.input("cluster.nvme.count", drives.count, "1"),
    Q_v: alg.input("cluster.nvme.capacity", drives.capacityBytes, "B"),
  });
}
