import { servedIteration } from "../formulas/run/serving.ts";
import { Endings } from "./endings.ts";
import type { Batching, Iterations } from "./iterations.ts";
import type { Request } from "./requests.ts";

/** Simulated requests of one replica. Times are seconds, by the index of the request. */
export interface ServingRun {
  /** Admission to the running batch, first token, and last token. */
  readonly start: Float64Array;
  readonly first: Float64Array;
  readonly end: Float64Array;
  /** Time between two tokens of a request, and how many tokens had it. */
  readonly gaps: readonly { readonly seconds: number; readonly tokens: number }[];
  /** Time with at least one request in progress. */
  readonly busy: number;
  /** Requests that wait or are in progress, summed over time; `running` counts those in progress. */
  readonly present: number;
  readonly running: number;
}

/** Prompt that is being prefilled. */
interface Prefilling {
  readonly request: number;
  done: number;
}

/**
 * Simulates a replica iteration by iteration (Orca, OSDI 2022): every iteration decodes one token of each request in
 * progress and prefills waiting prompts with the tokens that are left of `chunk` (Sarathi-Serve, OSDI 2024). Requests are
 * admitted in order of arrival while the batch has places and the cache has room for their whole length, so none is
 * preempted (vLLM, SOSP 2023, admits by what is there and preempts). Iterations that only decode, with nobody admitted
 * between them, are taken together.
 */
export function simulateServing(
  requests: readonly Request[],
  iterations: Iterations,
  { batch, room, chunk }: Batching,
): ServingRun {
  const count = requests.length;
  const [start, first, end] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  const gaps: { seconds: number; tokens: number }[] = [];
  const decoding = new Endings();
  let prefilling: Prefilling[] = [];
  let [now, busy, present, running] = [0, 0, 0, 0];
  let [next, arrived, ended] = [0, 0, 0]; // requests admitted, requests that have come, requests that have gone
  let [held, cached, iteration] = [0, 0, 0]; // tokens that are reserved, tokens that decoding reads, iterations

  const request = (at: number): Request => requests[at] as Request;
  const tokensOf = (at: number): number => request(at).prompt + request(at).output;
  const arrivalOf = (at: number): number => requests[at]?.arrival ?? Number.POSITIVE_INFINITY;
  const inProgress = (): number => decoding.size + prefilling.length;
  const isPlaced = (at: number): boolean => inProgress() < batch && held + tokensOf(at) <= room;
  /** Moves the time on. Requests that come meanwhile count from their arrival. */
  const advance = (to: number): void => {
    busy += to - now;
    running += inProgress() * (to - now);
    present += (arrived - ended) * (to - now);
    for (; arrivalOf(arrived) <= to; arrived++) present += to - arrivalOf(arrived);
    now = to;
  };
  const finish = (at: number): void => {
    end[at] = now;
    held -= tokensOf(at);
    ended++;
  };
  const endDecoding = (): void => {
    while (decoding.first <= iteration) {
      const at = decoding.pop();
      cached -= tokensOf(at) - 1;
      finish(at);
    }
  };

  /** One iteration with a piece of the waiting prompts. */
  const prefill = (budget: number): void => {
    const sequences = decoding.size;
    let [tokens, pairs] = [0, 0];
    for (const one of prefilling) {
      const piece = Math.min(budget - tokens, request(one.request).prompt - one.done);
      if (piece === 0) break;
      pairs += (one.done + piece) ** 2 - one.done ** 2;
      one.done += piece;
      tokens += piece;
    }
    const seconds = iterationTime(iterations, tokens, pairs, sequences, cached);
    advance(now + seconds);
    if (sequences > 0) gaps.push({ seconds, tokens: sequences });
    cached += sequences;
    iteration++;
    endDecoding();
    const done = prefilling.filter((one) => one.done === request(one.request).prompt);
    if (done.length === 0) return;
    prefilling = prefilling.filter((one) => one.done < request(one.request).prompt);
    for (const { request: at } of done) {
      first[at] = now;
      if (request(at).output === 1) finish(at);
      else {
        cached += request(at).prompt;
        decoding.push(iteration + request(at).output - 1, at);
      }
    }
  };

  /** Iterations that only decode, until a request ends or one that comes has a place. */
  const decode = (most: number): void => {
    const sequences = decoding.size;
    const each = (steps: number): number =>
      iterations.decode(sequences, cached / sequences + (steps - 1) / 2) + iterations.host;
    const isBlocked = next < arrived;
    const until = isBlocked || !isPlaced(next < count ? next : count - 1) ? now : arrivalOf(next);
    const wanted = until > now ? Math.max(1, Math.ceil((until - now) / each(1))) : most;
    const steps = Math.min(most, wanted, decoding.first - iteration);
    const seconds = each(steps);
    advance(now + steps * seconds);
    gaps.push({ seconds, tokens: steps * sequences });
    cached += steps * sequences;
    iteration += steps;
    endDecoding();
  };

  while (ended < count) {
    if (inProgress() === 0 && arrivalOf(next) > now) now = arrivalOf(next);
    while (arrivalOf(arrived) <= now) arrived++;
    for (; next < arrived && isPlaced(next); next++) {
      start[next] = now;
      held += tokensOf(next);
      prefilling.push({ request: next, done: 0 });
    }
    const budget = chunk - decoding.size;
    if (prefilling.length > 0 && budget > 0) prefill(budget);
    else if (decoding.size > 0) decode(prefilling.length > 0 ? 1 : Number.POSITIVE_INFINITY);
    else throw new Error("a request that no replica has room for");
  }
  return { start, first, end, gaps, busy, present, running };
}

/** Time of an iteration that prefills `tokens` tokens with `pairs` pairs of attention, and decodes `sequences`. */
function iterationTime(
  { pass, perPair, decode, host }: Iterations,
  tokens: number,
  pairs: number,
  sequences: number,
  cached: number,
): number {
  const alone = sequences === 0 ? 0 : decode(sequences, 0);
  return servedIteration.evaluate({
    tau_f: pass(tokens + sequences),
    tau_d: alone,
    c_q: perPair,
    n_q: pairs,
    tau_k: sequences === 0 ? 0 : decode(sequences, cached / sequences) - alone,
    tau_h: host,
  });
}
