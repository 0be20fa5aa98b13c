import type { Roofline, RooflinePoint } from "../../../engine/answer/roofline/roofline.ts";
import type { Cell, Table } from "../../document/document.ts";
import { numberColumn } from "../../numbers/column.ts";
import { percent, plain, printed, share } from "../../numbers/number.ts";

/**
 * Table of a step's kernels, the longest first: FLOPs, bytes, achieved rate, and the limit (memory bandwidth
 * or peak FLOP/s) that binds each. `unit` is any unit of FLOP/s.
 */
export function rooflineTable(roofline: Roofline, unit?: string): Table {
  const { points } = roofline;
  const column = (base: string, of: (point: RooflinePoint) => number, as?: string) => {
    const numbers = numberColumn(points.map(of), base, as);
    return { unit: numbers.unit, cell: (point: RooflinePoint) => numbers.cell(of(point)) };
  };
  const times = column("1", (point) => point.times);
  const seconds = column("s", (point) => point.seconds);
  const bytes = column("B", (point) => point.bytes);
  const each = (value: number, base: string, as?: string): Cell => ({
    text: printed(value, base, as),
    value,
  });
  const right = (title: string, { unit }: { readonly unit?: string | undefined } = {}) => ({
    title,
    align: "right" as const,
    ...(unit === undefined ? {} : { unit }),
  });
  return {
    kind: "table",
    caption: `${roofsText(roofline, unit)}. Kernels of one micro-batch on one device. Bytes: the least each kernel must move. Memory-bound kernels count one operation per number`,
    columns: [
      { title: "kernel", align: "left" },
      right("share of time"),
      right("times", times),
      right("each", seconds),
      right("work"),
      right("moved", bytes),
      right("FLOP/B"),
      right("achieved"),
      right("of roof"),
      { title: "bound by", align: "left" },
    ],
    rows: points.map((point): readonly Cell[] => {
      const ofRoof = point.rate / roofOver(roofline, point);
      return [
        { text: rooflineLabel(point) },
        { text: share(point.share), value: point.share, bar: point.share },
        times.cell(point),
        seconds.cell(point),
        each(point.flops, "FLOP"),
        bytes.cell(point),
        { text: plain(Number(point.intensity.toPrecision(3))), value: point.intensity },
        each(point.rate, "FLOP/s", unit),
        { text: share(ofRoof), value: ofRoof },
        { text: point.bound === "memory" ? "memory" : `${point.dtype} peak` },
      ];
    }),
  };
}

/**
 * Name of a kernel: `MLP, last matrix, backward`. In a model with several kinds of layers, the name includes
 * the kernel's layers.
 */
export function rooflineLabel({ label, layers, pass }: RooflinePoint): string {
  return (
    [label, ...(layers === null ? [] : [`(${layers})`])].join(" ") + (pass === "backward" ? ", backward" : "")
  );
}

/**
 * Highest rate, in FLOP/s, that the data sheet allows at a kernel's intensity: memory bandwidth times
 * intensity, or the peak of its number format if that is lower.
 */
export function roofOver({ memory, compute }: Roofline, { intensity, dtype }: RooflinePoint): number {
  const slope = intensity * memory.peak;
  const peak = compute.find((one) => one.dtype === dtype)?.peak;
  return peak === undefined ? slope : Math.min(slope, peak);
}

/**
 * Caption that states the roofs of the roofline: `Roofs: memory 3.35 TB/s (85% reached); bf16 989 TFLOP/s
 * (71% reached)`.
 */
function roofsText({ memory, compute }: Roofline, unit: string | undefined): string {
  const roof = (name: string, peak: number, reached: number, base: string, as?: string): string =>
    `${name} ${printed(peak, base, as)} (${percent(reached / peak)} reached)`;
  return `Roofs: ${[
    roof("memory", memory.peak, memory.reached, "B/s"),
    ...compute.map(({ dtype, peak, reached }) => roof(dtype, peak, reached, "FLOP/s", unit)),
  ].join("; ")}`;
}
