import { Random } from "../core/random.ts";
import type { Occupancy } from "./occupancy.ts";
import type { Workload } from "./workload.ts";

/** State of a node: `on` can run a job, `starting` and `broken` are rented and cannot, `off` is not rented. */
export type NodeState = "on" | "starting" | "broken" | "off";

/** Distance of the seeds of nodes from those of job streams. */
const SEEDS = 500_009;

/**
 * Nodes of a cluster over time: rented when jobs need them, given back when idle, broken and repaired. Equal seeds give
 * the same failures. Without autoscaling and failures all nodes are on and nothing ever happens.
 */
export class Fleet {
  readonly #workload: Workload;
  readonly #state: NodeState[];
  /** Time at which a starting or broken node is on. */
  readonly #ready: number[];
  /** Next failure of a node that is on. */
  readonly #fails: number[];
  /** Time since which a node has no job; infinite while it has one. */
  readonly #idle: number[];
  readonly #chance: readonly Random[];

  constructor(workload: Workload, now: number) {
    const { nodes, autoscale, failures, seed } = workload;
    const all = Array.from({ length: nodes }, (_, node) => node);
    this.#workload = workload;
    this.#state = all.map((node) => (autoscale && node >= autoscale.least ? "off" : "on"));
    this.#ready = all.map(() => Number.POSITIVE_INFINITY);
    this.#idle = all.map(() => now);
    this.#chance = failures ? all.map((node) => new Random(seed * 1_000_003 + SEEDS + node)) : [];
    this.#fails = all.map((node) => this.#nextFailure(node, now));
  }

  /** Number of nodes in a state. */
  count(state: NodeState): number {
    const { nodes, autoscale, failures } = this.#workload;
    if (!autoscale && !failures) return state === "on" ? nodes : 0;
    return this.#state.reduce((sum, one) => sum + (one === state ? 1 : 0), 0);
  }

  /** Nodes that are not rented, and broken ones. */
  missing(): readonly number[] {
    return this.#state.flatMap((state, node) => (state === "off" || state === "broken" ? [node] : []));
  }

  /** Nodes that no job can have now, until the time from which one can. */
  unavailable(now: number): readonly Occupancy[] {
    const { autoscale, failures } = this.#workload;
    if (!autoscale && !failures) return NONE;
    return this.#state.flatMap((state, node): readonly Occupancy[] => {
      if (state === "on") return [];
      const ready = state === "off" ? now + (autoscale?.provisionSeconds ?? 0) : this.#ready[node];
      // A node that could be ordered and is at once there is still not there in this moment.
      const until = Math.max(ready ?? now, now + Number.EPSILON * Math.max(1, Math.abs(now)));
      return [{ nodes: [node], from: Number.NEGATIVE_INFINITY, until }];
    });
  }

  /** Turns on nodes that have started or are repaired, and returns those that fail now. */
  advance(now: number): readonly number[] {
    const { failures } = this.#workload;
    const failing: number[] = [];
    for (const [node, state] of this.#state.entries()) {
      if (state !== "on" && (this.#ready[node] as number) <= now) {
        this.#turnOn(node, now);
      } else if (failures && state === "on" && (this.#fails[node] as number) <= now) {
        failing.push(node);
        if ((this.#chance[node] as Random).uniform() < failures.takesNode) {
          this.#state[node] = "broken";
          this.#ready[node] = now + failures.repairSeconds;
          if (failures.repairSeconds === 0) this.#turnOn(node, now);
        } else this.#fails[node] = this.#nextFailure(node, now);
      }
    }
    return failing;
  }

  /**
   * Orders nodes for jobs that wait for `wanted` nodes, and gives back those that have long been idle. `busy` are the
   * nodes with a job.
   */
  scale(now: number, wanted: number, busy: ReadonlySet<number>): void {
    const { autoscale } = this.#workload;
    if (!autoscale) return;
    for (const [node, state] of this.#state.entries())
      if (busy.has(node)) this.#idle[node] = Number.POSITIVE_INFINITY;
      else if (this.#idle[node] === Number.POSITIVE_INFINITY || state !== "on") this.#idle[node] = now;
    let missing = wanted - (this.count("on") + this.count("starting") - busy.size);
    for (const [node, state] of this.#state.entries()) {
      if (missing <= 0) break;
      if (state !== "off") continue;
      this.#state[node] = "starting";
      this.#ready[node] = now + autoscale.provisionSeconds;
      missing--;
    }
    for (let node = this.#state.length - 1; node >= 0 && missing < 0; node--) {
      if (this.#state.length - this.count("off") <= autoscale.least) break;
      if (this.#state[node] !== "on" || now < (this.#idle[node] as number) + autoscale.releaseSeconds)
        continue;
      this.#state[node] = "off";
      this.#ready[node] = Number.POSITIVE_INFINITY;
      missing++;
    }
  }

  /** Time of the next event after `now`; infinite where none is due. */
  next(now: number): number {
    const { autoscale, failures } = this.#workload;
    if (!autoscale && !failures) return Number.POSITIVE_INFINITY;
    let next = Number.POSITIVE_INFINITY;
    const surplus = autoscale && this.#state.length - this.count("off") > autoscale.least;
    for (const [node, state] of this.#state.entries()) {
      if (state !== "on") next = Math.min(next, this.#ready[node] as number);
      else {
        next = Math.min(next, this.#fails[node] as number);
        const released = (this.#idle[node] as number) + (autoscale?.releaseSeconds ?? 0);
        if (surplus && released > now) next = Math.min(next, released);
      }
    }
    return next;
  }

  #turnOn(node: number, now: number): void {
    this.#state[node] = "on";
    this.#ready[node] = Number.POSITIVE_INFINITY;
    this.#idle[node] = now;
    this.#fails[node] = this.#nextFailure(node, now);
  }

  #nextFailure(node: number, now: number): number {
    const { failures } = this.#workload;
    if (!failures || failures.perSecond === 0) return Number.POSITIVE_INFINITY;
    return now + (this.#chance[node] as Random).exponential() / failures.perSecond;
  }
}

const NONE: readonly Occupancy[] = [];
