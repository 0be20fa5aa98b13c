import type { Pass, Timeline } from "../../engine/trainingStep/step/timeline.ts";

/** Use of a pipeline rank's time within the step, in seconds, and its saved activations. */
export interface RankTime {
  readonly rank: number;
  readonly busy: number;
  /** Time in which the rank only sends to other ranks, in seconds. */
  readonly sending: number;
  /** Total waiting time of the rank, in seconds: before + between + after. */
  readonly bubble: number;
  /** Waiting time before the rank's first pass, in seconds. */
  readonly before: number;
  /** Waiting time between the rank's passes, in seconds. */
  readonly between: number;
  /** Waiting time after the rank's last pass, in seconds. */
  readonly after: number;
  /** Most activations that the rank saves at a time, counted in micro-batches through all of its layers. */
  readonly held: number;
}

export function rankTimes(timeline: Timeline): readonly RankTime[] {
  const sent = new Float64Array(timeline.stages.length);
  const lastSent = new Float64Array(timeline.stages.length);
  if (timeline.sendsExposed)
    for (const { from, start, end } of timeline.sends) {
      sent[from] = (sent[from] ?? 0) + end - start;
      lastSent[from] = end;
    }
  return timeline.stages.map((passes, rank) => {
    const busy = passes.reduce((sum, pass) => sum + pass.end - pass.start, 0);
    const sending = sent[rank] ?? 0;
    const before = passes[0]?.start ?? 0;
    const after = timeline.seconds - Math.max(passes.at(-1)?.end ?? timeline.seconds, lastSent[rank] ?? 0);
    // Use the remaining time, not a sum of gaps: rounding must not make a busy rank wait.
    const rest = timeline.seconds - busy - sending - before - after;
    const between = rest > 1e-9 * timeline.seconds ? rest : 0;
    const held = (timeline.held[rank] ?? []).reduce((most, one) => Math.max(most, one.held), 0);
    return { rank, busy, sending, bubble: before + between + after, before, between, after, held };
  });
}

export type Phase = "warm-up" | "steady" | "cool-down";

/**
 * Phase of the pipeline in which each of a rank's passes runs: warm-up before the rank's first backward pass,
 * cool-down after its last forward pass, and steady between.
 */
export function phasesOf(passes: readonly Pass[]): readonly Phase[] {
  const firstBackward = passes.findIndex((pass) => pass.kind === "backward");
  const lastForward = passes.findLastIndex((pass) => pass.kind === "forward");
  return passes.map((_, at) => (at < firstBackward ? "warm-up" : at > lastForward ? "cool-down" : "steady"));
}

/**
 * Times at which the pipeline's warm-up ends (the first backward pass starts) and its cool-down begins (the
 * last forward pass has ended), in seconds.
 */
export function boundaries(timeline: Timeline): { readonly warm: number; readonly cool: number } {
  let warm = timeline.seconds;
  let cool = 0;
  for (const pass of timeline.stages.flat()) {
    if (pass.kind === "backward") warm = Math.min(warm, pass.start);
    if (pass.kind === "forward") cool = Math.max(cool, pass.end);
  }
  return { warm, cool };
}
