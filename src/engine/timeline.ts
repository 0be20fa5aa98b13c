import type { Estimate } from "./estimate.ts";
import type { Plan } from "./scenario.ts";

/** One pass of one micro-batch through one chunk of a stage. Times are seconds from the start of the step. */
export interface Pass {
  readonly kind: "forward" | "backward";
  readonly microBatch: number;
  readonly chunk: number;
  readonly start: number;
  readonly end: number;
}

export interface Timeline {
  /** Passes of each stage in order of time. */
  readonly stages: readonly (readonly Pass[])[];
  /** From the first forward to the last backward, s; gradients and optimizer come after. */
  readonly seconds: number;
}

type Step = Pick<Pass, "kind" | "microBatch" | "chunk">;

/**
 * The pipeline's schedule, pass by pass, for a Gantt chart. A stage's time is spread evenly over its chunks, and sends
 * cost nothing. With stages of equal time the length is the closed form m(F + B) + (p - 1)(F + B)/v of
 * arXiv:2104.04473, section 2.2; where an estimate has no times of its stages, all take the slowest one's.
 */
export function timeline(plan: Plan, estimate: Pick<Estimate, "time">): Timeline {
  const { pp, vpp, numMicroBatches: m } = plan;
  const orders = Array.from({ length: pp }, (_, stage) => order(plan, stage));
  const done = { forward: new Float64Array(m * pp * vpp), backward: new Float64Array(m * pp * vpp) };
  done.forward.fill(Number.NaN);
  done.backward.fill(Number.NaN);
  const last = pp * vpp - 1;

  /** When a pass may start; NaN while what it waits for has not run. */
  const ready = ({ kind, microBatch }: Step, piece: number): number => {
    const at = (direction: Pass["kind"], where: number): number =>
      done[direction][microBatch * pp * vpp + where] ?? Number.NaN;
    if (kind === "forward") return piece === 0 ? 0 : at("forward", piece - 1);
    return piece === last ? at("forward", last) : at("backward", piece + 1);
  };

  const stages: Pass[][] = orders.map(() => []);
  const next = orders.map(() => 0);
  let moved = true;
  while (moved) {
    moved = false;
    orders.forEach((steps, stage) => {
      const passes = stages[stage];
      const seconds = estimate.time.stages?.[stage] ?? estimate.time;
      for (let i = next[stage] ?? 0; passes && i < steps.length; i++) {
        const step = steps[i];
        if (!step) return;
        const piece = step.chunk * pp + stage;
        const from = ready(step, piece);
        if (Number.isNaN(from)) return;
        const start = Math.max(from, passes.at(-1)?.end ?? 0);
        const end = start + seconds[step.kind] / vpp;
        passes.push({ kind: step.kind, microBatch: step.microBatch, chunk: step.chunk, start, end });
        done[step.kind][step.microBatch * pp * vpp + piece] = end;
        next[stage] = i + 1;
        moved = true;
      }
    });
  }
  return { stages, seconds: Math.max(...stages.map((passes) => passes.at(-1)?.end ?? 0)) };
}

/** What a stage does, in order: forwards to fill the pipeline, then one forward and one backward in turn, then backwards. */
function order(plan: Plan, stage: number): readonly Step[] {
  const { pp, vpp, numMicroBatches: m, schedule } = plan;
  const total = m * vpp;
  const warmUp =
    schedule === "gpipe" ? total : vpp > 1 ? 2 * (pp - stage - 1) + (vpp - 1) * pp : pp - stage - 1;
  const filling = Math.min(warmUp, total);
  const step = (kind: Step["kind"], k: number): Step => {
    const inGroup = k % (pp * vpp);
    const chunk = Math.floor(inGroup / pp);
    const microBatch = vpp > 1 ? Math.floor(k / (pp * vpp)) * pp + (inGroup % pp) : k;
    return { kind, microBatch, chunk: vpp === 1 ? 0 : kind === "forward" ? chunk : vpp - 1 - chunk };
  };
  const steps: Step[] = [];
  for (let k = 0; k < filling; k++) steps.push(step("forward", k));
  for (let k = filling; k < total; k++) steps.push(step("forward", k), step("backward", k - filling));
  for (let k = total - filling; k < total; k++) steps.push(step("backward", k));
  return steps;
}
