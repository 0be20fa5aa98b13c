import type { Plan } from "../../../engine/scenario/plan.ts";
import type { Timeline } from "../../../engine/trainingStep/step/timeline.ts";
import type { Cell, Table } from "../../document/document.ts";
import { rankTimes } from "../../groups/timelineRanks.ts";
import { scheduleText } from "../../naming/planText.ts";
import { numberColumn } from "../../numbers/column.ts";
import { plain, printed, share } from "../../numbers/number.ts";

/**
 * Table of a pipeline's time by rank: busy, waiting, and where in the step it waits. `step` is the step's
 * duration in seconds. `unit` is any unit of time.
 */
export function timelineTable(timeline: Timeline, plan: Plan, step: number, unit?: string): Table {
  const column = numberColumn([timeline.seconds], "s", unit);
  const head = (title: string) => ({
    title,
    align: "right" as const,
    ...(column.unit === undefined ? {} : { unit: column.unit }),
  });
  return {
    kind: "table",
    caption: `${pipelineText(plan, timeline.chunks)}: ${printed(timeline.seconds, "s", unit)} from the first forward to the last backward. Held: the most micro-batches whose activations a rank stores at once`,
    columns: [
      { title: "rank", align: "right" },
      head("busy"),
      ...(timeline.sendsExposed ? [head("sending")] : []),
      head("bubble"),
      { title: "share of the step", align: "right" },
      head("before first"),
      head("between"),
      head("after last"),
      { title: "held", align: "right" },
    ],
    rows: rankTimes(timeline).map((one): readonly Cell[] => {
      const part = step === 0 ? 0 : one.bubble / step;
      return [
        { text: `${one.rank}`, value: one.rank },
        column.cell(one.busy),
        ...(timeline.sendsExposed ? [column.cell(one.sending)] : []),
        column.cell(one.bubble),
        { text: share(part), value: part, bar: part },
        column.cell(one.before),
        column.cell(one.between),
        column.cell(one.after),
        { text: plain(one.held), value: one.held },
      ];
    }),
  };
}

/**
 * Description of a pipeline: `1F1B, 4 ranks, 8 micro-batches`, and the chunks per rank where there are
 * several.
 */
export function pipelineText(plan: Plan, chunks: number): string {
  const counted = (n: number, what: string): string =>
    `${n} ${what}${n === 1 ? "" : what.endsWith("ch") ? "es" : "s"}`;
  return [
    scheduleText(plan),
    counted(plan.pp, "rank"),
    ...(chunks > 1 ? [`${chunks} chunks each`] : []),
    counted(plan.numMicroBatches, "micro-batch"),
  ].join(", ");
}
