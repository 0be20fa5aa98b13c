import { numbers } from "../core/numbers.ts";
import { attentionPair, cacheRoom } from "../formulas/run/serving.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { stageLayouts } from "../trainingStep/model/layout.ts";
import { decodingWith, inferenceWith } from "./inference.ts";
import type { Iterations } from "./iterations.ts";
import { servingScenario } from "./servingScenario.ts";

/** One replica of the server: the times of its iterations, and the tokens that its cache has room for. */
export interface Replica {
  readonly iterations: Iterations;
  readonly room: number;
}

/** Batches that are timed each by itself; larger ones in steps of 2^(1/4). */
const EACH = 16;

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
      pass: (tokens) => between(pass, tokens, 8, 1),
      perPair,
      decode: (batch, cached) =>
        between((size) => between(decode(size), cached, 1, 0), batch, 4, EACH),
      host,
    },
  };
}

/** Serving scenario of a batch of sequences that all have a length, without documents. */
function grouped(scenario: Scenario, batch: number, context: number): Scenario {
  const { plan } = scenario;
  const serve = plan.serve ?? {
    ...{ tp: null, pp: null, weightBytes: null, expertBytes: null, kvBytes: null },
    ...{ replicas: 1, arrivals: null },
  };
  return servingScenario({ ...scenario, plan: { ...plan, documents: null, serve: { ...serve, batch, context } } });
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
function between(of: (n: number) => number, n: number, steps: number, each: number): number {
  if (n <= each) return of(Math.ceil(n));
  const k = Math.floor(steps * Math.log2(n));
  const point = (i: number): number => Math.max(each, Math.round(2 ** (i / steps)));
  const [low, high] = [point(k), point(k + 1)];
  if (low >= n) return of(low);
  return of(low) + ((of(high) - of(low)) * (n - low)) / (high - low);
}
