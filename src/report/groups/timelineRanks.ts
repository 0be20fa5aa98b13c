import type { Pass, Timeline } from "../../engine/trainingStep/step/timeline.ts";

/**
 * Time of one pipeline rank from the first forward to the last backward, in seconds, and its saved
 * activations.
 */
export interface RankTime {
  readonly rank: number;
  readonly busy: number;
  /** Time spent sending to other ranks while nothing else runs. */
  readonly sending: number;
  /** Total waiting time: before + between + after. */
  readonly bubble: number;
  /** Waiting time before its first pass, between its passes, and after its last. */
  readonly before: number;
  readonly between: number;
  readonly after: number;
  /** Most activations held, in micro-batches through all of the rank's layers. */
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
 * Phase of a rank in each pass. Warm-up has only forwards before its first backward; cool-down only backwards
 * after its last forward.
 */
export function phasesOf(passes: readonly Pass[]): readonly Phase[] {
  const firstBackward = passes.findIndex((pass) => pass.kind === "backward");
  const lastForward = passes.findLastIndex((pass) => pass.kind === "forward");
  return passes.map((_, at) => (at < firstBackward ? "warm-up" : at > lastForward ? "cool-down" : "steady"));
}

/**
 * Times at which the pipeline leaves warm-up (a first backward runs) and enters cool-down (no forward is
 * left), in seconds.
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
