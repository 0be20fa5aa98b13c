import type { Factor } from "./factor.ts";
import type { Measured } from "./measuredRun.ts";
import type { ResidualTable } from "./residualTable.ts";
import { type Size, sizes, type Trait } from "./runKind.ts";
import type { SeenRow } from "./seen.ts";
import type { Slope } from "./slopes.ts";
import type { Between, Spread } from "./spreads.ts";
import type { WorkloadRow } from "./workloadTable.ts";

/**
 * Text form of the residual table, as in `residuals.ts`: five sections separated by empty lines, each a
 * header and one line per row.
 */

const heads = {
  factors: "of,sources,factor",
  workloads: "workload,of,runs,sources,middle,half_width",
  spreads: "between,of,classes,half_width",
  slopes: "size,of,sources,per_doubling,middle",
  seen: ["architecture", "framework", "of", "runs", "sources", ...sizes, "with"].join(","),
} as const satisfies Readonly<Record<keyof ResidualTable, string>>;

export function tableText(table: ResidualTable): string {
  const lines = {
    factors: table.factors.map(({ of, sources, factor }) => [of, sources, residual(factor)]),
    workloads: table.workloads.map(({ workload, of, runs, sources, reach }) => [
      ...[workload, of, runs, sources, residual(reach.middle), residual(reach.halfWidth)],
    ]),
    spreads: table.spreads.map((one) => [one.between, one.of, one.classes, residual(one.halfWidth)]),
    slopes: table.slopes.map((one) => [
      ...[one.size, one.of, one.sources, residual(one.perDoubling), short(one.middle)],
    ]),
    seen: table.seen.map(cellsOf),
  } satisfies Readonly<Record<keyof ResidualTable, readonly (readonly (string | number)[])[]>>;
  return parts
    .map((part) => [heads[part], ...lines[part].map((cells) => cells.join(","))].join("\n"))
    .join("\n\n")
    .concat("\n");
}

const parts = Object.keys(heads) as readonly (keyof typeof heads)[];
const residual = (value: number): string => value.toFixed(4);

function cellsOf({ key, of, runs, sources, range, traits }: SeenRow): readonly (string | number)[] {
  const between = ([least, most]: readonly [number, number]) =>
    least === most ? short(least) : `${short(least)}..${short(most)}`;
  return [key, of, runs, sources, ...sizes.map((size) => between(range[size])), traits.join("+")];
}

/**
 * Number as text. Large parameter counts keep three digits; every other measured number is a small integer.
 */
const short = (value: number): string =>
  value < 1e7 ? String(value) : Number(value.toPrecision(3)).toExponential().replace("e+", "e");

export function readTable(text: string): ResidualTable {
  const found = text
    .trim()
    .split("\n\n")
    .map((part) => part.split("\n").map((line) => line.split(",")));
  const rows = (part: keyof ResidualTable) => (found[parts.indexOf(part)] ?? []).slice(1);
  return {
    factors: rows("factors").map(
      ([of, sources, factor]): Factor => ({
        of: of as Measured,
        sources: Number(sources),
        factor: Number(factor),
      }),
    ),
    workloads: rows("workloads").map(
      ([workload, of, runs, sources, middle, halfWidth]): WorkloadRow => ({
        ...{ workload: workload as WorkloadRow["workload"], of: of as Measured },
        ...{ runs: Number(runs), sources: Number(sources) },
        reach: { middle: Number(middle), halfWidth: Number(halfWidth) },
      }),
    ),
    spreads: rows("spreads").map(
      ([between, of, classes, halfWidth]): Spread => ({
        ...{ between: between as Between, of: of as Measured },
        ...{ classes: Number(classes), halfWidth: Number(halfWidth) },
      }),
    ),
    slopes: rows("slopes").map(
      ([size, of, sources, perDoubling, middle]): Slope => ({
        ...{ size: size as Size, of: of as Measured, sources: Number(sources) },
        ...{ perDoubling: Number(perDoubling), middle: Number(middle) },
      }),
    ),
    seen: rows("seen").map(readSeen),
  };
}

function readSeen([device, framework, of, runs, sources, ...cells]: readonly string[]): SeenRow {
  const range = (size: Size): readonly [number, number] => {
    const [least = "", most = least] = (cells[sizes.indexOf(size)] ?? "").split("..");
    return [Number(least), Number(most)];
  };
  return {
    key: `${device},${framework}`,
    ...{ of: of as Measured, runs: Number(runs), sources: Number(sources) },
    range: Object.fromEntries(sizes.map((size) => [size, range(size)])) as unknown as SeenRow["range"],
    traits: (cells[sizes.length] ?? "")
      .split("+")
      .filter((trait) => trait !== "") as unknown as readonly Trait[],
  };
}
