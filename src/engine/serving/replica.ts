import { numbers } from "../core/numbers.ts";
import { attentionPair, cacheRoom } from "../formulas/run/serving.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { stageLayouts } from "../trainingStep/model/layout.ts";
import { grouped } from "./grouped.ts";
import { decodingWith, inferenceWith } from "./inference.ts";
import type { Iterations } from "./iterations.ts";

/** One replica of the server: the times of its iterations, and the tokens that its cache has room for. */
export interface Replica {
  readonly iterations: Iterations;
  readonly room: number;
}

/**
 * Replica of a scenario's server, for prompts and whole requests of these mean lengths. Iterations are timed by
 * `inference` at a grid of sizes and interpolated between them. Null where the model cannot be served so.
 */
export function replicaOf(scenario: Scenario, prompt: number, whole: number): Replica | null {
  const kvBytes = scenario.plan.serve?.kvBytes ?? scenario.plan.precision.activationBytes;
  const group = (batch: number, context: number): Scenario => grouped(scenario, batch, context);
  const serving = group(1, whole);
  const layouts = stageLayouts(serving.model, serving.plan);
  const one = inferenceWith(numbers, serving, layouts, kvBytes);
  if (one === null) return null;
  const room = cacheRoom.evaluate({
    Q_d: one.capacity,
    Q_f: one.memory - one.weights - one.kvCache,
    Q_w: one.weights,
    s_k: whole,
    Q_k: one.kvCache,
  });
  const prefill = (batch: number, context: number): number =>
    inferenceWith(numbers, group(batch, context), layouts, kvBytes)?.prefill ?? 0;
  const perPair = attentionPair.evaluate({
    tau_1: prefill(1, 2 * prompt),
    tau_2: prefill(2, prompt),
    s: prompt,
  });
  const pass = memo((tokens) => {
    const batch = Math.ceil(tokens / prompt);
    const context = Math.ceil(tokens / batch);
    return prefill(batch, context) - perPair * batch * context ** 2;
  });
  const decode = memo((batch) =>
    memo(
      (cached) => decodingWith(numbers, group(batch, Math.max(1, cached)), layouts, kvBytes)?.seconds ?? 0,
    ),
  );
  const host = scenario.plan.serve?.arrivals?.stepSeconds ?? 0;
  return {
    room,
    iterations: {
      pass: (tokens) => between(pass, tokens, TOKENS),
      perPair,
      decode: (batch, cached) => between((size) => between(decode(size), cached, CACHED), batch, BATCHES),
      host,
    },
  };
}

function memo<T>(make: (n: number) => T): (n: number) => T {
  const known = new Map<number, T>();
  return (n) => {
    const found = known.get(n);
    if (found !== undefined) return found;
    const made = make(n);
    known.set(n, made);
    return made;
  };
}

/**
 * Value of a function at `n`, on the line between its values at the two next points of a grid: all whole numbers up to
 * `each`, then `steps` points for each doubling.
 */
function between(of: (n: number) => number, n: number, { steps, each, points }: Grid): number {
  if (n <= each) return of(Math.ceil(n));
  const k = Math.floor(steps * Math.log2(n));
  for (let i = points.length; i <= k + 1; i++) points.push(Math.max(each, Math.round(2 ** (i / steps))));
  const [low, high] = [points[k] as number, points[k + 1] as number];
  if (low >= n) return of(low);
  return of(low) + ((of(high) - of(low)) * (n - low)) / (high - low);
}

/** Grid between whose points times are interpolated; `points` are those that have been asked for. */
interface Grid {
  readonly steps: number;
  readonly each: number;
  readonly points: number[];
}

const TOKENS: Grid = { steps: 8, each: 1, points: [] };
const CACHED: Grid = { steps: 1, each: 0, points: [] };
/** Grid of batches: up to 16 each by itself, larger ones in steps of 2^(1/4). */
const BATCHES: Grid = { steps: 4, each: 16, points: [] };
