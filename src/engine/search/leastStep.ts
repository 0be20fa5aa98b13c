import type { Plan } from "../scenario/plan.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { chunkOf, FORWARD, kindOf } from "../schedules/pass.ts";
import { chunksPerStage, modelPieces, pieceOf, pipelineCopies } from "../schedules/pieces.ts";
import { scheduleOf } from "../schedules/scheduleOf.ts";
import { runsWhole } from "../schedules/stepLength.ts";
import { traitsOf } from "../schedules/traits.ts";
import type { Directions } from "../trainingStep/compute/host.ts";
import { countPlanned, plannedKinds } from "../trainingStep/model/plannedKinds.ts";
import type { MicroBatchWork } from "../trainingStep/step/microBatch.ts";
import { layoutsOf } from "./layoutsOf.ts";
import type { LeastWays, Ways } from "./leastWork.ts";

/**
 * Array with three entries (forward, input gradients, weight gradients) for each kind of layer, then for the embedding and the
 * head. It holds either the seconds of each pass of one micro-batch, or how many times each pass counts in a sum of such
 * seconds.
 */
export type PassVector = Float64Array;

/** Number of entries of a `PassVector` for each kind of layer: forward, input gradients, weight gradients. */
export const WAYS = 3;

/** Returns the seconds of each pass of one micro-batch through a layer of each kind, the embedding and the head. */
export function passTimes({ layers, work, embedding, head }: MicroBatchWork<number>): PassVector {
  const ways = ({ forward, backward }: Directions<number>, weights: number): Ways => ({
    forward,
    inputs: backward - weights,
    weights,
  });
  const each = layers.map(({ busy }, i) => ways(busy, work.layers[i]?.weights ?? 0));
  const ends = [ways(embedding, work.embedding.weights), ways(head, work.head.weights)];
  return timesOf({ layers: each, ends }, each.length + ends.length);
}

/**
 * Returns lower bounds of pass times as a `PassVector` over `kinds` groups (kinds of layer, embedding, head). Where a plan
 * treats layers of one kind in several ways, such as recomputed or not, each way has its own group with the kind's lower
 * bound.
 */
export function timesOf({ layers, ends }: LeastWays, kinds: number): PassVector {
  const times = new Float64Array(WAYS * kinds);
  const each = (kinds - ends.length) / layers.length;
  const set = ({ forward, inputs, weights }: Ways, at: number): void =>
    times.set([forward, inputs, weights], WAYS * at);
  layers.forEach((own, i) => {
    for (let role = 0; role < each; role++) set(own, i * each + role);
  });
  ends.forEach((own, i) => {
    set(own, layers.length * each + i);
  });
  return times;
}

export function inAll(times: PassVector, multiples: PassVector): number {
  let seconds = 0;
  for (let i = 0; i < multiples.length; i++) seconds += (multiples[i] as number) * (times[i] as number);
  return seconds;
}

/**
 * Lower bounds of a step, each as the number of times that every pass counts in it; the longest sum applies. A stage runs all
 * its micro-batches. Its first forward pass waits for the stages before it, and its last backward pass continues through them.
 * Until its first backward pass can begin, it runs only the forward passes that its order puts first. Every multiple is
 * positive, so that longer passes never make the bound shorter. Empty where the layers do not divide over the stages.
 */
export function leastStep(scenario: Scenario): readonly PassVector[] {
  const { model, plan } = scenario;
  const layouts = layoutsOf(scenario);
  if (!layouts) return [];
  const kinds = plannedKinds(model, plan);
  const size = WAYS * (kinds.length + 2);
  const last = modelPieces(plan) - 1;
  const pieces: PassVector[] = [];
  for (const { stage, spans } of layouts)
    spans.forEach((span, chunk) => {
      const piece = pieceOf(plan, stage, chunk);
      const multiples = new Float64Array(size);
      const add = (at: number, n: number): void => {
        multiples.fill(n, WAYS * at, WAYS * (at + 1));
      };
      for (const { kind, layers } of countPlanned(model, plan, [span]))
        add(
          kinds.findIndex(({ of }) => of.name === kind),
          layers,
        );
      if (piece === 0) add(kinds.length, 1);
      if (piece === last) add(kinds.length + 1, 1);
      pieces[piece] = multiples;
    });
  const found = new Map<string, PassVector>();
  const keep = (multiples: PassVector): void => {
    found.set(multiples.join(" "), multiples);
  };
  const m = plan.numMicroBatches / pipelineCopies(plan);
  const { splits } = traitsOf(plan.schedule);
  const waits = waitsForThoseBefore(plan);
  const orders = hasWarmUp(plan) ? scheduleOf(plan).orders : [];
  for (const { stage } of layouts) {
    const held = Array.from({ length: chunksPerStage(plan) }, (_, chunk) => pieceOf(plan, stage, chunk));
    const own = new Float64Array(size);
    for (const piece of held) addTo(own, pieces[piece], m);
    if (waits) for (const piece of pieces.slice(0, stage)) addTo(own, piece, 1);
    keep(own);
    const warmUp = warmUpOf(plan, stage, held, orders[stage]);
    if (!warmUp) continue;
    const waiting = own.slice();
    for (const piece of pieces.slice(warmUp.from)) addTo(waiting, piece, 1, forward);
    for (const piece of pieces.slice(warmUp.turn + 1)) addTo(waiting, piece, 1, splits ? inputs : backward);
    held.forEach((piece, chunk) => {
      addTo(waiting, pieces[piece], -(warmUp.forwards[chunk] ?? 0), forward);
    });
    keep(waiting);
  }
  return [...found.values()];
}

type Counted = readonly [forward: number, inputs: number, weights: number];
const forward: Counted = [1, 0, 0];
const inputs: Counted = [0, 1, 0];
const backward: Counted = [0, 1, 1];

function addTo(sum: PassVector, of: PassVector | undefined, n: number, ways: Counted = [1, 1, 1]): void {
  of?.forEach((multiple, i) => {
    sum[i] = (sum[i] ?? 0) + n * multiple * (ways[i % WAYS] ?? 0);
  });
}

/** Warm-up of a pipeline stage: its passes before its first backward pass. */
interface WarmUp {
  /** Index of the model piece of the stage's first forward pass. `turn`: that of its first backward pass. */
  readonly from: number;
  readonly turn: number;
  /** Forward passes of each chunk during the warm-up. */
  readonly forwards: readonly number[];
}

/** Returns the warm-up of a stage from its order of passes; null where no order is given or it has no backward pass. */
function warmUpOf(
  plan: Plan,
  stage: number,
  held: readonly number[],
  order: Int32Array | undefined,
): WarmUp | null {
  const forwards = held.map(() => 0);
  const from = held[chunkOf(order?.[0] ?? 0)] ?? 0;
  for (const code of order ?? []) {
    const chunk = chunkOf(code);
    if (kindOf(code) !== FORWARD)
      return { from, turn: held[chunk] ?? 0, forwards: ahead(plan, stage, forwards) };
    forwards[chunk] = (forwards[chunk] ?? 0) + 1;
  }
  return null;
}

/**
 * Returns the number of forward passes of each chunk in the warm-up: those of the stage's order, or more where the schedule
 * lets ranks run ahead of their order as far as memory allows (fillIn.ts).
 */
function ahead(
  { schedule, pp, numMicroBatches }: Plan,
  stage: number,
  [first = 0, ...others]: readonly number[],
): readonly number[] {
  if (!traitsOf(schedule).fill?.early) return [first, ...others];
  return [Math.min(numMicroBatches, Math.max(first, 2 * pp - 1 - stage)), ...others];
}

/**
 * True where the schedule's orders list all passes of a stage before its first backward pass, so that their time is a lower
 * bound of the step.
 */
const hasWarmUp = (plan: Plan): boolean =>
  plan.pp > 1 && traitsOf(plan.schedule).drains && runsWhole(plan) && pipelineCopies(plan) === 1;

/**
 * True where a stage waits for the stages before it: its first forward pass comes through them, and its last backward pass
 * goes back through them. False where weight gradients are delayed, because the stage still works after its last backward
 * pass.
 */
export const waitsForThoseBefore = (plan: Plan): boolean =>
  hasWarmUp(plan) && !traitsOf(plan.schedule).splits;
