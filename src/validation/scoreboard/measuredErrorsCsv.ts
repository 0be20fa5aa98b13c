import { toCsv } from "../../report/index.ts";
import { withUnit } from "../../units/index.ts";
import { groupBy } from "../statistics/groupBy.ts";
import { type Errors, errorsOf } from "../statistics/statistics.ts";
import type { Judged } from "./validate.ts";

const COLUMNS = ["group", "runs", "median", "mean", "p90", "bias"];

/** Upper ends of the groups by number of devices. A last group holds all larger ones. */
const SCALES = [8, 64, 512, 4096] as const;

/** Groupings of the table of errors, in the order of its rows. */
const groupings = {
  part: ({ labels }: Judged) => labels.part,
  device: ({ labels }: Judged) => labels.device,
  framework: ({ labels }: Judged) => labels.framework,
  scale: ({ scenario }: Judged) => scaleOf(scenario.cluster.devices),
} as const;

/**
 * Errors of predicted step times by group, as CSV rows for a notebook: absolute errors, and `bias`, the mean
 * of the signed ones. Groups of fewer than `least` runs share the last row. Runs of a benchmark whose
 * machines were in a state that no plan describes (`campaignState.ts`) only count by framework.
 */
export function measuredErrorsCsv(judged: readonly Judged[], by: keyof typeof groupings, least = 5): string {
  const timed = judged.filter(
    ({ row, campaign }) => row.relError !== null && (by === "framework" || campaign === null),
  );
  const sizes = groupBy(timed, groupings[by]);
  const groups = groupBy(timed, (one) => {
    const name = groupings[by](one);
    return (sizes.get(name)?.length ?? 0) < least ? FEW : name;
  });
  const order = (name: string) => (name === FEW ? "~" : by === "scale" ? String(scales.indexOf(name)) : name);
  const lines = [...groups]
    .sort(([a], [b]) => (order(a) < order(b) ? -1 : 1))
    .flatMap(([name, those]) => {
      const errors = errorsOf(those.map(({ row }) => row.relError ?? 0));
      return errors === null ? [] : [line(name, errors)];
    });
  return toCsv([COLUMNS, ...lines]);
}

const FEW = "all others";

const scales = [
  ...SCALES.map((end, at) => (at === 0 ? `1 to ${end}` : `${(SCALES[at - 1] ?? 0) + 1} to ${end}`)),
  `more than ${SCALES.at(-1)}`,
];

function scaleOf(devices: number): string {
  const at = SCALES.findIndex((end) => devices <= end);
  return scales.at(at) ?? "";
}

function line(name: string, { n, median, mape, p90, signed }: Errors): readonly string[] {
  const cells = [median, mape, p90, signed].map((value) => withUnit((value * 100).toFixed(1), "%"));
  return [name, String(n), ...cells];
}
