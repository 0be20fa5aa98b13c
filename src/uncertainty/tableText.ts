import type { KindRow, Measured } from "./kindTable.ts";
import type { ResidualTable } from "./residualTable.ts";
import { type Size, sizes, type Trait } from "./runKind.ts";
import type { Between, Spread } from "./spreads.ts";

/** The table of residuals as text, a line a row: what `residuals.ts` holds. How far classes differ comes first, after an empty line the kinds. */

const spreadHead = ["between", "of", "classes", "half_width"];
const head = [
  ...["architecture", "framework", "scale", "traits", "of", "runs", "sources", "counted"],
  ...["low", "median", "high", ...sizes, "with"],
];

export function tableText({ rows, spreads }: ResidualTable): string {
  const between = spreads.map((one) =>
    [one.between, one.of, one.classes, one.halfWidth.toFixed(4)].join(","),
  );
  return [spreadHead.join(","), ...between, "", head.join(","), ...rows.map(lineOf)]
    .map((line) => `${line}\n`)
    .join("");
}

function lineOf({ key, of, runs, sources, bySource, ends, seen, traits }: KindRow): string {
  const residual = (value: number | undefined) => (value === undefined ? "" : value.toFixed(4));
  const range = ([least, most]: readonly [number, number]) =>
    least === most ? short(least) : `${short(least)}..${short(most)}`;
  return [
    ...[key, of, runs, sources, bySource ? "sources" : "runs"],
    ...[residual(ends?.low), residual(ends?.median), residual(ends?.high)],
    ...[...sizes.map((size) => range(seen[size])), traits.join("+")],
  ].join(",");
}

/** Three digits say enough of a parameter count; all else that is measured is a small whole number. */
const short = (value: number): string =>
  value < 1e7 ? String(value) : Number(value.toPrecision(3)).toExponential().replace("e+", "e");

export function readTable(text: string): ResidualTable {
  const [[, ...spreads] = [], [, ...rows] = []] = text
    .trim()
    .split("\n\n")
    .map((part) => part.split("\n"));
  return { rows: readRows(rows), spreads: readSpreads(spreads) };
}

function readSpreads(lines: readonly string[]): readonly Spread[] {
  return lines.map((line) => {
    const [between, of, classes, halfWidth] = line.split(",");
    return {
      between: between as Between,
      of: of as Measured,
      classes: Number(classes),
      halfWidth: Number(halfWidth),
    };
  });
}

function readRows(lines: readonly string[]): readonly KindRow[] {
  return lines.map((line) => {
    const cells = line.split(",");
    const at = (name: string): string => cells[head.indexOf(name)] ?? "";
    const residual = (name: string) => Number(at(name));
    const range = (size: Size): readonly [number, number] => {
      const [least = "", most = least] = at(size).split("..");
      return [Number(least), Number(most)];
    };
    return {
      key: cells.slice(0, 4).join(","),
      of: at("of") as Measured,
      runs: Number(at("runs")),
      sources: Number(at("sources")),
      bySource: at("counted") === "sources",
      ends:
        at("low") === ""
          ? null
          : { low: residual("low"), median: residual("median"), high: residual("high") },
      seen: Object.fromEntries(sizes.map((size) => [size, range(size)])) as unknown as KindRow["seen"],
      traits: at("with")
        .split("+")
        .filter((trait) => trait !== "") as unknown as readonly Trait[],
    };
  });
}
