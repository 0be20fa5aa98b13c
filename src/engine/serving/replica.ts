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
 * Value of a function at `n`, on the line between its values at the two next points of a grid: whole numbers with `bits`
 * significant bits after the first. Without bits these are the powers of two; with 4 they include a tile's multiples.
 */
function between(of: (n: number) => number, n: number, bits: number): number {
  const step = 2 ** Math.max(0, Math.floor(Math.log2(Math.max(1, n))) - bits);
  const low = Math.floor(n / step) * step;
  return low === n ? of(n) : of(low) + ((of(low + step) - of(low)) * (n - low)) / step;
}

/** Significant bits of the numbers of tokens, of the batches, and of the cached tokens that are timed. */
const TOKENS = 4;
const BATCHES = 3;
const CACHED = 0;
