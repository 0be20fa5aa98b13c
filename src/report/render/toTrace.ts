import type { Estimate } from "../../engine/estimate/estimate.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";
import type { Timeline } from "../../engine/trainingStep/step/timeline.ts";

/** Step of a timeline, as data that can be sent between threads: an estimate computes its parts when they are read. */
export interface TimedStep {
  readonly scenario: Scenario;
  readonly estimate: Pick<Estimate, "comm" | "stages" | "time">;
}

export const timedStep = ({ scenario, estimate }: TimedStep): TimedStep => ({
  scenario,
  estimate: { comm: estimate.comm, stages: estimate.stages, time: estimate.time },
});

/** Timeline of a pipeline with a name for users, and the step that it is of. */
export interface NamedTimeline {
  readonly name: string;
  readonly timeline: Timeline;
  readonly step: TimedStep;
}

/**
 * Event in a file of the Trace Event Format, which Perfetto and chrome://tracing open. Times are
 * microseconds.
 */
export interface TraceEvent {
  readonly name: string;
  /** Type of the event. M: a name or an order; X: a duration; C: a counter. */
  readonly ph: "M" | "X" | "C";
  readonly pid: number;
  readonly tid?: number;
  readonly cat?: string;
  readonly ts?: number;
  readonly dur?: number;
  readonly args: Readonly<Record<string, string | number>>;
}

const LETTERS = { forward: "F", backward: "B", weights: "W" } as const;

/**
 * Trace file of pipeline timelines: one process for each timeline. A process has a track for each rank's
 * passes, one for its sends where they take time, and a counter of its saved activations in micro-batches.
 */
export function toTrace(timelines: readonly Pick<NamedTimeline, "name" | "timeline">[]): {
  readonly displayTimeUnit: "ms";
  readonly traceEvents: readonly TraceEvent[];
} {
  return {
    displayTimeUnit: "ms",
    traceEvents: timelines.flatMap(({ name, timeline }, pid) => eventsOf(name, timeline, pid)),
  };
}

function eventsOf(name: string, timeline: Timeline, pid: number): readonly TraceEvent[] {
  const found: TraceEvent[] = [{ name: "process_name", ph: "M", pid, args: { name } }];
  const sending = timeline.sends.length > 0;
  /**
   * Number of a rank's track in the trace. Tracks are in rank order, and a rank's sends follow its passes.
   */
  const trackOf = (rank: number, sends = false): number => 2 * rank + (sends ? 2 : 1);
  const track = (tid: number, label: string): void => {
    found.push(
      { name: "thread_name", ph: "M", pid, tid, args: { name: label } },
      { name: "thread_sort_index", ph: "M", pid, tid, args: { sort_index: tid } },
    );
  };
  timeline.stages.forEach((passes, rank) => {
    const tid = trackOf(rank);
    track(tid, `rank ${rank}`);
    if (sending) track(trackOf(rank, true), `rank ${rank} sends`);
    for (const { kind, microBatch, chunk, start, end } of passes) {
      const args = { micro_batch: microBatch, ...(timeline.chunks > 1 ? { chunk } : {}) };
      const place = { pid, tid, ts: micro(start), dur: micro(end - start) };
      found.push({ name: `${LETTERS[kind]}${microBatch}`, ph: "X", cat: kind, ...place, args });
    }
  });
  for (const { from, to, kind, microBatch, start, end } of timeline.sends) {
    const place = { pid, tid: trackOf(from, true), ts: micro(start), dur: micro(end - start) };
    const args = { micro_batch: microBatch, to_rank: to };
    found.push({ name: `${LETTERS[kind]}${microBatch} to rank ${to}`, ph: "X", cat: "send", ...place, args });
  }
  timeline.held.forEach((changes, rank) => {
    for (const { time, held } of changes)
      found.push({
        ...{ name: `activations of rank ${rank}`, ph: "C", pid, ts: micro(time) },
        args: { "micro-batches": Number(held.toPrecision(6)) },
      });
  });
  return found;
}

/** Time in microseconds, rounded to a nanosecond, the format's precision. */
function micro(seconds: number): number {
  return Math.round(seconds * 1e9) / 1e3;
}
