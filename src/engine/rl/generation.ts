import type { Algebra, Part } from "../core/algebra.ts";
import * as book from "../formulas/run/rl.ts";
import type { Rl } from "../scenario/rl.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { decodingWith, inferenceWith } from "../serving/inference.ts";
import { lengthsOf } from "../serving/lengths.ts";
import { servingScenario } from "../serving/servingScenario.ts";
import { stageLayouts } from "../trainingStep/model/layout.ts";

/** Pieces of equal length into which decoding is divided while sequences end. */
const PIECES = 24;
/** Tokens of the prompts that an engine prefills together: vLLM's `max_num_batched_tokens`. */
const PREFILL_TOKENS = 8_192;

/** Generation of an iteration's responses on the replicas of an engine. */
export interface Generation<N> {
  /** Time of the replica that generates longest, s. */
  readonly total: N;
  /** Part of it with less than half of the first sequences, s. */
  readonly tail: N;
  /** Time without a tail, s: the rest of the replica's places is filled with the next iteration's prompts. */
  readonly streamed: N;
  /** Sequences that a replica generates at the same time at most. */
  readonly concurrency: number;
}

/** Decoding engine of a scenario with some sequences of a length. */
type Engine<N> = (batch: number, tokens: number) => { readonly step: N; readonly room: number } | null;

/**
 * Time to generate an iteration's responses on `replicas` replicas. A replica's places are filled with waiting prompts
 * as they become free (continuous batching), and then empty one after the other until the longest response ends. Null
 * where the model cannot be served so.
 */
export function generation<N>(
  alg: Algebra<N>,
  scenario: Scenario,
  rl: Rl,
  replicas: number,
): Generation<N> | null {
  const lengths = lengthsOf(rl.response);
  const all = rl.prompts * rl.samples;
  const own = Math.ceil(all / replicas);
  const engine = engineOf(alg, scenario, rl);
  const staleness = rl.placement.kind === "asynchronous" ? rl.placement.staleness : 1;
  // A sequence in progress has on average its prompt and as many tokens as it lacks.
  const held = Math.round(rl.promptTokens + lengths.rest);
  const one = engine(1, held);
  if (one === null || one.room < 1) return null;
  const concurrency = Math.min(own, rl.rollout.sequences, one.room);
  const isFilled = own > concurrency;
  /** Time to generate the replica's sequences with `places` places always taken, but for the rest of the last ones. */
  const filled = (label: string, places: number, rest: number): Part<N> | null => {
    const made = engine(places, held);
    const number = (name: string, value: number): N => alg.constant(name, value, "1", "plan.rl");
    return (
      made && {
        label,
        value: alg.apply(book.decodedTime, {
          n_k: alg.apply(book.filledSteps, {
            n_q: number("sequences of a replica", own),
            l_r: number("mean tokens of a response", lengths.mean),
            n_k: number("sequences at the same time", places),
            l_a: number("mean tokens that the last sequences lack", rest),
          }),
          tau: made.step,
        }),
      }
    );
  };
  const parts: Part<N>[] = [];
  const prompts = prefill(alg, scenario, rl, own);
  if (prompts) parts.push(prompts);
  if (isFilled) {
    const full = filled("with every place taken", concurrency, lengths.rest);
    if (!full) return null;
    parts.push(full);
  }
  const left = (tokens: number): number => (isFilled ? lengths.lacking(tokens) : lengths.longer(tokens));
  const longest = lengths.longest(all);
  const ending: Part<N>[] = [];
  const tail: Part<N>[] = [];
  for (let i = 0; i < PIECES; i++) {
    const middle = ((i + 0.5) * longest) / PIECES;
    const batch = Math.max(1, Math.round(concurrency * left(middle)));
    const tokens = isFilled ? Math.min(rl.response.max, lengths.rest + middle / 2) : middle;
    const made = engine(batch, Math.round(rl.promptTokens + tokens));
    if (!made) return null;
    const piece = {
      label: `${batch} ${batch === 1 ? "sequence" : "sequences"}, from token ${Math.round((i * longest) / PIECES)}`,
      value: alg.apply(book.decodedTime, {
        n_k: alg.constant("steps of the piece", longest / PIECES, "1", "the longest response in 24 pieces"),
        tau: made.step,
      }),
    };
    ending.push(piece);
    if (batch < concurrency / 2) tail.push(piece);
  }
  parts.push(...ending);
  // Responses of as many iterations as the weights may be old are in progress.
  const places = Math.min(staleness * own, rl.rollout.sequences, one.room);
  const streamed = filled("with every place taken", places, 0);
  if (!streamed) return null;
  return {
    total: alg.sum("generation of a replica", "s", parts),
    tail: alg.sum("tail of the generation", "s", tail),
    streamed: alg.sum("generation of a replica without a tail", "s", [
      ...(prompts ? [prompts] : []),
      streamed,
    ]),
    concurrency,
  };
}

/** Serving scenario of one replica with a batch of sequences that all have a length. */
const replicaScenario = (scenario: Scenario, { rollout }: Rl, batch: number, tokens: number): Scenario =>
  servingScenario({
    ...scenario,
    plan: {
      ...scenario.plan,
      documents: null,
      serve: {
        batch,
        context: Math.max(1, tokens),
        tp: rollout.tp,
        pp: rollout.pp,
        weightBytes: rollout.weightBytes,
        expertBytes: null,
        kvBytes: rollout.kvBytes,
        replicas: 1,
        arrivals: null,
      },
    },
  });

const kvBytesOf = (scenario: Scenario, { rollout }: Rl): number =>
  rollout.kvBytes ?? scenario.plan.precision.activationBytes;

function engineOf<N>(alg: Algebra<N>, scenario: Scenario, rl: Rl): Engine<N> {
  const { rollout } = rl;
  const made = new Map<string, ReturnType<Engine<N>>>();
  return (batch, tokens) => {
    const key = `${batch} ${tokens}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const serving = replicaScenario(scenario, rl, batch, tokens);
    const layouts = stageLayouts(serving.model, serving.plan);
    const decoding = decodingWith(alg, serving, layouts, kvBytesOf(scenario, rl));
    const found = decoding && {
      step: alg.apply(book.engineStep, {
        tau: decoding.seconds,
        eta_r: alg.input("plan.rl.rollout.efficiency", rollout.efficiency, "1"),
        tau_0: alg.input("plan.rl.rollout.step_overhead", rollout.stepSeconds, "s"),
        n: alg.constant("sequences at the same time", batch, "1", "plan.rl"),
        tau_q: alg.input("plan.rl.rollout.sequence_overhead", rollout.sequenceSeconds, "s"),
      }),
      // Whole sequences that have room beside the weights.
      room: Math.floor(
        ((rollout.memory * scenario.cluster.device.usableBytes - alg.value(decoding.weights)) * batch) /
          alg.value(decoding.kvCache),
      ),
    };
    made.set(key, found);
    return found;
  };
}

/** Prefill of a replica's prompts, in batches as large as an engine takes. Responses to one prompt share its cache. */
function prefill<N>(alg: Algebra<N>, scenario: Scenario, rl: Rl, own: number): Part<N> | null {
  const prompts = Math.max(1, own / rl.samples);
  const batch = Math.max(1, Math.min(Math.ceil(prompts), Math.floor(PREFILL_TOKENS / rl.promptTokens)));
  const serving = replicaScenario(scenario, rl, batch, rl.promptTokens);
  const layouts = stageLayouts(serving.model, serving.plan);
  const made = inferenceWith(alg, serving, layouts, kvBytesOf(scenario, rl));
  return (
    made && {
      label: "prefill of the prompts",
      value: alg.apply(book.prefilled, {
        tau: made.prefill,
        n_q: alg.constant("prompts of a replica", prompts, "1", "plan.rl"),
        n_b: alg.constant("prompts that are prefilled together", batch, "1", `${PREFILL_TOKENS} tokens`),
      }),
    }
  );
}
