import { type MeasuredRun, WALL_CLOCK_NAMES } from "../../dsl/evaluate/index.ts";
import type { Breakdown } from "../../engine/estimate/breakdown.ts";
import type { RunEstimate } from "../../engine/estimate/runEstimate.ts";
import { type Block, breakdownsFigure, comparison, percent } from "../../report/index.ts";

/** Seconds of a day. */
const DAY = 86_400;

/** A run's goodput beside the predicted one, with the use of its wall-clock time. Times are of one day, s. */
export interface WallClockBeside {
  readonly goodput: { readonly measured: number; readonly predicted: number };
  readonly measured: Breakdown;
  readonly predicted: Breakdown;
}

/**
 * Use of the wall-clock time of a log and of the predicted run, scaled to one day each, because a log is seldom as long as
 * the run that is predicted. null for a log without a restart, which says nothing of failures.
 */
export function wallClockBeside({ wall }: MeasuredRun, run: RunEstimate | null): WallClockBeside | null {
  if (!wall || !run || wall.failures.length === 0) return null;
  const measured: Breakdown = {
    name: "run",
    label: "wall-clock time",
    unit: "s",
    value: DAY,
    parts: [...wall.parts].map(([part, seconds]) => ({
      name: `run.${part}`,
      label: WALL_CLOCK_NAMES[part],
      unit: "s",
      value: (DAY * seconds) / wall.seconds,
      parts: [],
    })),
  };
  // A log does not tell the parts of a recovery from one another.
  const predicted: Breakdown = {
    ...run.time,
    value: DAY,
    parts: run.time.parts.map((part) => ({
      ...part,
      value: (DAY * part.value) / run.time.value,
      parts: [],
    })),
  };
  const training = ({ parts }: Breakdown): number =>
    (parts.find(({ name }) => name === "run.training")?.value ?? 0) / DAY;
  return {
    goodput: { measured: training(measured), predicted: training(predicted) },
    measured,
    predicted,
  };
}

/** Verdict, table and bars of a goodput beside the predicted one. */
export function wallClockBlocks(
  { goodput, measured, predicted }: WallClockBeside,
  names: { readonly measured: string; readonly predicted: string },
  isTimed: boolean,
): readonly Block[] {
  const timeOf = (tree: Breakdown, name: string): number =>
    tree.parts.find((part) => part.name === name)?.value ?? 0;
  const losses = [...measured.parts, ...predicted.parts].filter(({ name }) => name !== "run.training");
  const [most] = losses
    .map((part) => ({ part, more: timeOf(measured, part.name) - timeOf(predicted, part.name) }))
    .sort((a, b) => Math.abs(b.more) - Math.abs(a.more));
  const worse = goodput.measured < goodput.predicted;
  const cause = most
    ? ` The largest difference is ${most.part.label}: ${percent(timeOf(measured, most.part.name) / DAY)} of the time, ${percent(timeOf(predicted, most.part.name) / DAY)} predicted.`
    : "";
  const compared = [
    { label: names.predicted, breakdown: predicted },
    { label: names.measured, breakdown: measured },
  ];
  const title = "A day of wall-clock time, by its use";
  return [
    {
      kind: "verdict",
      tone: worse ? "warning" : "good",
      text: `The goodput of ${names.measured} is ${percent(goodput.measured)}, ${percent(goodput.predicted)} predicted.${cause}`,
    },
    { ...comparison(compared, "min"), caption: title },
    breakdownsFigure(compared, { title, what: "time in a day" }),
    ...(isTimed
      ? []
      : [
          {
            kind: "paragraph" as const,
            text: "The log has no times of day: time between its iterations, and until a restart, is not in it.",
          },
        ]),
  ];
}
