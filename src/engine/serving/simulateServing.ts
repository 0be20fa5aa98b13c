import TinyQueue from "tinyqueue";
import { servedIteration } from "../formulas/run/serving.ts";
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

/** Request that is decoding, and the iteration that ends it. */
interface Decoding {
  readonly request: number;
  readonly end: number;
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
  batching: Batching,
): ServingRun {
  const server = new Server(requests, iterations, batching);
  server.run();
  return server;
}

/** Replica that serves requests, and what it has seen so far. */
class Server {
  readonly start: Float64Array;
  readonly first: Float64Array;
  readonly end: Float64Array;
  readonly gaps: { seconds: number; tokens: number }[] = [];
  busy = 0;
  present = 0;
  running = 0;
  readonly #requests: readonly Request[];
  readonly #iterations: Iterations;
  readonly #batching: Batching;
  /** Requests that decode, the earliest to end first. Those that end together do so in any order. */
  readonly #decoding = new TinyQueue<Decoding>([], (one, other) => one.end - other.end);
  #prefilling: Prefilling[] = [];
  #now = 0;
  /** Requests that are admitted, that have come, and that have gone. */
  #next = 0;
  #arrived = 0;
  #ended = 0;
  /** Tokens that are reserved in the cache, and tokens that decoding reads. */
  #held = 0;
  #cached = 0;
  #iteration = 0;

  constructor(requests: readonly Request[], iterations: Iterations, batching: Batching) {
    const count = requests.length;
    this.#requests = requests;
    this.#iterations = iterations;
    this.#batching = batching;
    this.start = new Float64Array(count);
    this.first = new Float64Array(count);
    this.end = new Float64Array(count);
  }

  run(): void {
    const { chunk } = this.#batching;
    while (this.#ended < this.#requests.length) {
      if (this.#inProgress() === 0 && this.#arrivalOf(this.#next) > this.#now)
        this.#now = this.#arrivalOf(this.#next);
      while (this.#arrivalOf(this.#arrived) <= this.#now) this.#arrived++;
      for (; this.#next < this.#arrived && this.#isPlaced(this.#next); this.#next++) {
        this.start[this.#next] = this.#now;
        this.#held += this.#tokensOf(this.#next);
        this.#prefilling.push({ request: this.#next, done: 0 });
      }
      const budget = chunk - this.#decoding.length;
      if (this.#prefilling.length > 0 && budget > 0) this.#prefill(budget);
      else if (this.#decoding.length > 0)
        this.#decode(this.#prefilling.length > 0 ? 1 : Number.POSITIVE_INFINITY);
      else throw new Error("a request that no replica has room for");
    }
  }

  #request(at: number): Request {
    return this.#requests[at] as Request;
  }

  #tokensOf(at: number): number {
    return this.#request(at).prompt + this.#request(at).output;
  }

  #arrivalOf(at: number): number {
    return this.#requests[at]?.arrival ?? Number.POSITIVE_INFINITY;
  }

  /** Iteration of the earliest end; infinite where nothing decodes. */
  #earliestEnd(): number {
    return this.#decoding.peek()?.end ?? Number.POSITIVE_INFINITY;
  }

  #inProgress(): number {
    return this.#decoding.length + this.#prefilling.length;
  }

  #isPlaced(at: number): boolean {
    const { batch, room } = this.#batching;
    return this.#inProgress() < batch && this.#held + this.#tokensOf(at) <= room;
  }

  /** Moves the time on. Requests that come meanwhile count from their arrival. */
  #advance(to: number): void {
    const seconds = to - this.#now;
    this.busy += seconds;
    this.running += this.#inProgress() * seconds;
    this.present += (this.#arrived - this.#ended) * seconds;
    for (; this.#arrivalOf(this.#arrived) <= to; this.#arrived++)
      this.present += to - this.#arrivalOf(this.#arrived);
    this.#now = to;
  }

  #finish(at: number): void {
    this.end[at] = this.#now;
    this.#held -= this.#tokensOf(at);
    this.#ended++;
  }

  #endDecoding(): void {
    while (this.#earliestEnd() <= this.#iteration) {
      const at = (this.#decoding.pop() as Decoding).request;
      this.#cached -= this.#tokensOf(at) - 1;
      this.#finish(at);
    }
  }

  /** One iteration with a piece of the waiting prompts. */
  #prefill(budget: number): void {
    const sequences = this.#decoding.length;
    let [tokens, pairs] = [0, 0];
    for (const one of this.#prefilling) {
      const piece = Math.min(budget - tokens, this.#request(one.request).prompt - one.done);
      if (piece === 0) break;
      pairs += (one.done + piece) ** 2 - one.done ** 2;
      one.done += piece;
      tokens += piece;
    }
    const seconds = iterationTime(this.#iterations, tokens, pairs, sequences, this.#cached);
    this.#advance(this.#now + seconds);
    if (sequences > 0) this.gaps.push({ seconds, tokens: sequences });
    this.#cached += sequences;
    this.#iteration++;
    this.#endDecoding();
    const isDone = (one: Prefilling): boolean => one.done === this.#request(one.request).prompt;
    const done = this.#prefilling.filter(isDone);
    if (done.length === 0) return;
    this.#prefilling = this.#prefilling.filter((one) => !isDone(one));
    for (const { request: at } of done) {
      this.first[at] = this.#now;
      if (this.#request(at).output === 1) this.#finish(at);
      else {
        this.#cached += this.#request(at).prompt;
        this.#decoding.push({ request: at, end: this.#iteration + this.#request(at).output - 1 });
      }
    }
  }

  /** Iterations that only decode, until a request ends or one that comes has a place. */
  #decode(most: number): void {
    const sequences = this.#decoding.length;
    const { decode, host } = this.#iterations;
    const each = (steps: number): number =>
      decode(sequences, this.#cached / sequences + (steps - 1) / 2) + host;
    const isBlocked = this.#next < this.#arrived || this.#next === this.#requests.length;
    const until = isBlocked || !this.#isPlaced(this.#next) ? this.#now : this.#arrivalOf(this.#next);
    const wanted = until > this.#now ? Math.max(1, Math.ceil((until - this.#now) / each(1))) : most;
    const steps = Math.min(most, wanted, this.#earliestEnd() - this.#iteration);
    const seconds = each(steps);
    this.#advance(this.#now + steps * seconds);
    this.gaps.push({ seconds, tokens: steps * sequences });
    this.#cached += steps * sequences;
    this.#iteration += steps;
    this.#endDecoding();
  }
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
