import type { Estimate, PassTimes } from "./estimate.ts";
import type { Plan } from "./scenario.ts";
import { chunksPerStage, modelPieces, pieceOf, splitsBackward } from "./schedule.ts";
import { orderOf, type Step } from "./timelineOrder.ts";

/**
 * One pass of one micro-batch through one chunk of a stage; `weights` are the gradients of the chunk's weights where the
 * schedule runs them apart from the rest of backward. Times are seconds from the start of the step.
 */
export interface Pass extends Step {
  readonly start: number;
  readonly end: number;
}

export interface Timeline {
  /** Passes of each stage in order of time. */
  readonly stages: readonly (readonly Pass[])[];
  /** From the first pass to the last, s; exchange of gradients and optimizer come after. */
  readonly seconds: number;
}

/**
 * The pipeline's schedule, pass by pass, for a Gantt chart: an exact simulation in which sends cost nothing. With stages of
 * equal time the length is the closed form m(F + B) + (p - 1)(F + B)/v of arXiv:2104.04473, section 2.2; where an estimate has
 * no times of its stages, all take the slowest one's, and half of a backward is gradients of weights.
 */
export function timeline(plan: Plan, estimate: Pick<Estimate, "time">): Timeline {
  const times = Array.from({ length: plan.pp }, (_, stage) => chunkTimes(plan, estimate, stage));
  const zeroBubble = splitsBackward(plan.schedule) && plan.schedule !== "dualpipe";
  if (!zeroBubble) return simulate(plan, times, 1);
  // How much of a wait gradients of weights must fill to be worth delaying what comes next: the best, by a short run.
  const short = { ...plan, numMicroBatches: Math.min(plan.numMicroBatches, 4 * plan.pp) };
  const shares = [1, 0.75, 0.5, 0.25];
  const lengths = shares.map((share) => period(simulate(short, times, share)));
  const best = shares[lengths.indexOf(Math.min(...lengths))] ?? 1;
  return simulate(plan, times, best);
}

/** The longest time from a stage's first pass to its last, s: what a step takes where stages do not wait for each other to begin the next. */
export function period({ stages }: Timeline): number {
  return Math.max(0, ...stages.map((passes) => (passes.at(-1)?.end ?? 0) - (passes[0]?.start ?? 0)));
}

function chunkTimes(plan: Plan, { time }: Pick<Estimate, "time">, stage: number): readonly PassTimes[] {
  const v = chunksPerStage(plan);
  const split = splitsBackward(plan.schedule);
  const own = time.stages?.[stage];
  const chunks = own?.chunks.length === v ? own.chunks : null;
  return Array.from({ length: v }, (_, chunk) => {
    const of = chunks?.[chunk] ?? own ?? { forward: time.forward, backward: time.backward, weights: null };
    const share = chunks ? 1 : v;
    const weights = split ? (of.weights ?? of.backward / 2) / share : 0;
    return { forward: of.forward / share, backward: of.backward / share - weights, weights };
  });
}

/** A stage while it is simulated. */
interface Rank {
  readonly steps: readonly Step[];
  next: number;
  readonly passes: Pass[];
  /** When it has finished its last pass, and when it may next find something to do. */
  free: number;
  wake: number;
  /** Backwards whose gradients of weights are to come. */
  readonly late: Step[];
  /** Chunks whose activations it holds, all and those of the first chunk; forwards of the first chunk that it has run. */
  held: number;
  heldFirst: number;
  firsts: number;
}

/**
 * Runs every stage's passes as soon as what they depend on is done, the earliest first. Under the zero-bubble schedules a stage
 * runs gradients of weights when it holds as many activations as it may, or while it waits, if the wait is at least `share` of
 * their time; under ZB-V it draws forwards of its first chunk forward into waits.
 */
function simulate(plan: Plan, times: readonly (readonly PassTimes[])[], share: number): Timeline {
  const { pp, numMicroBatches: m, schedule } = plan;
  const pieces = modelPieces(plan);
  const filling = splitsBackward(schedule) && schedule !== "dualpipe";
  const most = schedule === "zb_v" ? 2 * pp : schedule === "zb_h2" ? 2 * pp - 1 : filling ? pp : Infinity;
  const done = { forward: new Float64Array(m * pieces), backward: new Float64Array(m * pieces) };
  done.forward.fill(Number.NaN);
  done.backward.fill(Number.NaN);
  const ranks: Rank[] = Array.from({ length: pp }, (_, stage) => ({
    ...{ steps: orderOf(plan, stage), next: 0, passes: [], free: 0, wake: 0 },
    ...{ late: [], held: 0, heldFirst: 0, firsts: 0 },
  }));

  /** When a pass may start; NaN while it is not known. */
  const ready = ({ kind, microBatch, chunk }: Step, stage: number): number => {
    if (kind === "weights") return 0;
    const piece = pieceOf(plan, stage, chunk);
    const at = (direction: "forward" | "backward", where: number): number =>
      done[direction][microBatch * pieces + where] ?? Number.NaN;
    if (kind === "forward") return piece === 0 ? 0 : at("forward", piece - 1);
    return piece === pieces - 1 ? at("forward", piece) : at("backward", piece + 1);
  };
  const run = (stage: number, step: Step, from: number): void => {
    const rank = ranks[stage];
    if (!rank) return;
    const { kind, microBatch, chunk } = step;
    const end = from + (times[stage]?.[chunk]?.[kind] ?? 0);
    rank.passes.push({ kind, microBatch, chunk, start: from, end });
    rank.free = end;
    rank.wake = end;
    if (kind === "weights") {
      rank.held--;
      if (chunk === 0) rank.heldFirst--;
    } else {
      done[kind][microBatch * pieces + pieceOf(plan, stage, chunk)] = end;
      if (kind === "backward") rank.late.push(step);
      else {
        rank.held++;
        if (chunk === 0) {
          rank.heldFirst++;
          rank.firsts++;
        }
      }
    }
    for (const other of ranks) if (other.wake > end) other.wake = Math.max(end, other.free);
  };
  /** Does at `now` what there is to do; false where the stage has to wait. */
  const act = (stage: number, rank: Rank, now: number): boolean => {
    const weights = filling ? rank.late[0] : undefined;
    const runWeights = (): boolean => {
      const step = rank.late.shift();
      if (step) run(stage, { ...step, kind: "weights" }, now);
      return step !== undefined;
    };
    for (;;) {
      const drawn = rank.steps[rank.next];
      const early = drawn?.kind === "forward" && drawn.chunk === 0 && drawn.microBatch < rank.firsts;
      if (!early) break;
      rank.next++;
    }
    const step = rank.steps[rank.next];
    if (!step) return filling && runWeights();
    const pair = step.paired ? rank.steps[rank.next + 1] : undefined;
    const from = pair ? Math.max(ready(step, stage), ready(pair, stage)) : ready(step, stage);
    const full = step.kind === "forward" && rank.held >= most && weights !== undefined;
    if (from <= now && !full) {
      rank.next++;
      run(stage, step, now);
      if (pair) {
        // What follows is ready: the pair began when both could. The weights' gradients are part of a paired backward.
        rank.next++;
        run(stage, pair, rank.free);
        const end = rank.free + (times[stage]?.[pair.chunk]?.weights ?? 0);
        done.forward[step.microBatch * pieces + pieceOf(plan, stage, step.chunk)] = end;
        done.backward[pair.microBatch * pieces + pieceOf(plan, stage, pair.chunk)] = end;
      }
      return true;
    }
    if (full) return runWeights();
    const fits = (seconds: number) => Number.isNaN(from) || from - now >= share * seconds * (1 - 1e-9);
    if (schedule === "zb_v" && rank.firsts < m && rank.held < most - 1 && rank.heldFirst < most - 1 - stage) {
      const forward: Step = { kind: "forward", microBatch: rank.firsts, chunk: 0 };
      if (ready(forward, stage) <= now && fits(times[stage]?.[0]?.forward ?? 0)) {
        run(stage, forward, now);
        return true;
      }
    }
    if (weights && fits(times[stage]?.[weights.chunk]?.weights ?? 0)) return runWeights();
    rank.wake = from > now ? from : Number.POSITIVE_INFINITY;
    return false;
  };

  for (;;) {
    let first = 0;
    ranks.forEach((rank, stage) => {
      if (rank.wake < (ranks[first]?.wake ?? 0)) first = stage;
    });
    const rank = ranks[first];
    if (!rank || rank.wake === Number.POSITIVE_INFINITY) break;
    if (!act(first, rank, rank.wake) && rank.next >= rank.steps.length) rank.wake = Number.POSITIVE_INFINITY;
  }
  const stages = ranks.map(({ passes }) => passes);
  return { stages, seconds: Math.max(...stages.map((passes) => passes.at(-1)?.end ?? 0)) };
}
