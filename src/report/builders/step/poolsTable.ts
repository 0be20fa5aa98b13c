import type { Estimate } from "../../../engine/estimate/estimate.ts";
import type { PoolEstimate } from "../../../engine/estimate/poolEstimate.ts";
import type { Table } from "../../document/document.ts";
import { numberColumn } from "../../numbers/column.ts";
import { plain } from "../../numbers/number.ts";

/** Table of the pools of unlike devices: what of the plan each runs, and how long it waits for the others. */
export function poolsTable({ pools, time }: Estimate): Table {
  const all = pools ?? [];
  const seconds = numberColumn(
    all.map(({ step }) => step),
    "s",
  );
  const bytes = numberColumn(
    all.map(({ peak }) => peak),
    "B",
  );
  const unit = ({ unit: one }: { readonly unit?: string | undefined }) =>
    one === undefined ? {} : { unit: one };
  const right = (title: string) => ({ title, align: "right" as const });
  const share = (value: number) => ({ text: `${plain(Math.round(value * 1000) / 10)}%`, value });
  return {
    kind: "table",
    caption: "Pools of devices. Step: the pool's own, before it waits for the others",
    columns: [
      { title: "pool", align: "left" },
      right("devices"),
      right("replicas"),
      right("stages × layers"),
      right("micro-batches"),
      { ...right("step"), ...unit(seconds) },
      { ...right("compute"), ...unit(seconds) },
      right("idle"),
      { ...right("peak"), ...unit(bytes) },
      right("of capacity"),
    ],
    rows: all.map((pool) => [
      { text: pool.name, value: pool.name },
      { text: plain(pool.devices), value: pool.devices },
      { text: plain(pool.replicas), value: pool.replicas },
      { text: layersOf(pool) },
      { text: plain(pool.microBatches), value: pool.microBatches },
      seconds.cell(pool.step),
      seconds.cell(pool.compute, { bar: Math.min(1, pool.compute / time.step.value) }),
      share(pool.idle),
      bytes.cell(pool.peak, { bar: Math.min(1, pool.peak / pool.capacity) }),
      share(pool.peak / pool.capacity),
    ]),
  };
}

/** Layers of a pool's stages: `4 × 20` where they are alike, otherwise one number a stage. */
function layersOf({ layers }: PoolEstimate): string {
  const [first = 0] = layers;
  return layers.every((one) => one === first) ? `${layers.length} × ${first}` : layers.join(", ");
}
