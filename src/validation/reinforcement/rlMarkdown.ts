import { table } from "../statistics/markdownTable.ts";
import { orderOf, type RlJudged, relativeError } from "./rlBoard.ts";

const percent = (error: number): string => `${error < 0 ? "−" : "+"}${Math.abs(100 * error).toFixed(0)}%`;
const seconds = (value: number): string => (value < 100 ? value.toPrecision(3) : value.toFixed(0));

type Judged = RlJudged & { readonly kind: "judged" };

/** Middle of the errors' sizes. */
export function medianError(rows: readonly RlJudged[]): number {
  const errors = judgedOf(rows)
    .map(({ row, predicted }) => Math.abs(relativeError(predicted.step, row.step)))
    .sort((a, b) => a - b);
  return errors[errors.length >> 1] ?? Number.NaN;
}

export const judgedOf = (rows: readonly RlJudged[]): readonly Judged[] =>
  rows.filter((one): one is Judged => one.kind === "judged");

/** Rows that the constants were not fitted on: every second one. */
export const heldBack = (rows: readonly RlJudged[]): readonly RlJudged[] =>
  judgedOf(rows).filter((_, at) => at % 2 === 1);

/** Measured iterations beside the engine's, in Markdown: times of iterations, their parts, and what is left out. */
export function rlMarkdown(rows: readonly RlJudged[]): readonly string[] {
  const judged = judgedOf(rows);
  const errors = judged.map(({ row, predicted }) => relativeError(predicted.step, row.step));
  const within = errors.filter((error) => Math.abs(error) <= 0.25).length;
  const largest = [...errors].sort((a, b) => Math.abs(b) - Math.abs(a))[0] ?? 0;
  const parts = judged.filter(({ row }) => row.generation !== null);
  const left = rows.filter((one) => one.kind === "left out");
  return [
    `Median error ${percentOf(medianError(rows))} over ${judged.length} iterations, ${percentOf(medianError(heldBack(rows)))} over the half that the constants were not fitted on. ${within} are within 25%; the largest error is ${percent(largest)}.`,
    table(
      ["row", "system", "model", "devices", "placement", "measured, s", "predicted, s", "error"],
      judged.map(({ row, predicted }) => [
        row.id,
        row.system,
        row.model,
        `${row.gpus} ${row.gpu}${row.precision === "fp8" ? ", fp8" : ""}`,
        row.placement === "colocated" ? "colocated" : `overlapped, ${row.staleness} off`,
        seconds(row.step),
        seconds(predicted.step),
        percent(relativeError(predicted.step, row.step)),
      ]),
    ),
    "Rows that publish their parts, in seconds, measured and predicted:",
    table(
      ["row", "generation", "log-probabilities", "training", "order"],
      parts.map(({ row, predicted }) => {
        const { generation, logProbs, training } = row;
        const pair = (measured: number | null, made: number): string =>
          `${measured === null ? "" : seconds(measured)} · ${seconds(made)}`;
        const measured = { generation: generation ?? 0, logProbs: logProbs ?? 0, training: training ?? 0 };
        return [
          row.id,
          pair(generation, predicted.generation),
          pair(logProbs, predicted.logProbs),
          pair(training, predicted.training),
          orderOf(measured) === orderOf(predicted) ? "the same" : "another",
        ];
      }),
    ),
    ...(left.length === 0
      ? []
      : [
          `Left out: ${left.map(({ row, ...one }) => `${row.id}, ${"reason" in one ? one.reason : ""}`).join("; ")}.`,
        ]),
  ];
}

const percentOf = (share: number): string => `${(100 * share).toFixed(0)}%`;
