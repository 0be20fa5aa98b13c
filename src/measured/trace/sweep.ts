import type { KernelKind } from "../kernels/kernelKinds.ts";
import type { KernelEvents } from "./kernelEvents.ts";

/** Time of a window, given to the kernels that ran in it. */
export interface Swept {
  /** Time of the window that belongs to each kind of kernel alone, s. */
  readonly alone: ReadonlyMap<KernelKind, number>;
  /** Time for which any kernel of each kind ran, s. */
  readonly busy: ReadonlyMap<KernelKind, number>;
  readonly idle: number;
  /** Time and exposed time of each collective, s, and its calls, by the collective's index. */
  readonly collectives: ReadonlyMap<number, { count: number; seconds: number; exposed: number }>;
  /** Time and calls of each name of kernels, by its index. */
  readonly names: ReadonlyMap<number, { count: number; seconds: number }>;
}

/** Order in which kernels that run at once are served: computation hides communication, and both hide copies. */
const RANK: Readonly<Record<KernelKind, number>> = {
  matmul: 0,
  attention: 0,
  memory_bound: 0,
  optimizer: 0,
  unknown: 0,
  communication: 1,
  copy: 2,
};

/**
 * Goes through a window of a trace from one start or end of a kernel to the next. The time between two belongs to the
 * running kernels that come first in `RANK`, in equal shares; where none runs, the device idles. Kernels that begin
 * before the window or end after it count with the part inside.
 */
export function sweep(events: KernelEvents, from: number, to: number): Swept {
  const found = new Tally(events);
  let active: { readonly at: number; readonly end: number }[] = [];
  let now = from;
  const advance = (until: number): void => {
    while (now < until) {
      const next = Math.min(until, ...active.map(({ end }) => end));
      found.spend(
        active.map(({ at }) => at),
        next - now,
      );
      now = next;
      active = active.filter(({ end }) => end > now);
    }
  };
  for (const at of events.ordered()) {
    const start = Math.max(events.start(at), from);
    const end = Math.min(events.start(at) + events.seconds(at), to);
    if (end <= start || start >= to) continue;
    advance(start);
    active.push({ at, end });
    found.called(at, end - start);
  }
  advance(to);
  return found;
}

class Tally implements Swept {
  readonly alone = new Map<KernelKind, number>();
  readonly busy = new Map<KernelKind, number>();
  idle = 0;
  readonly collectives = new Map<number, { count: number; seconds: number; exposed: number }>();
  readonly names = new Map<number, { count: number; seconds: number }>();
  readonly #events: KernelEvents;

  constructor(events: KernelEvents) {
    this.#events = events;
  }

  called(at: number, seconds: number): void {
    const id = this.#events.nameId(at);
    const name = this.names.get(id) ?? { count: 0, seconds: 0 };
    name.count++;
    name.seconds += seconds;
    this.names.set(id, name);
    const which = this.#events.collective(at);
    if (which < 0) return;
    const known = this.collectives.get(which) ?? { count: 0, seconds: 0, exposed: 0 };
    known.count++;
    known.seconds += seconds;
    this.collectives.set(which, known);
  }

  spend(active: readonly number[], seconds: number): void {
    if (active.length === 0) {
      this.idle += seconds;
      return;
    }
    const kinds = new Set(active.map((at) => this.#events.kind(at)));
    for (const kind of kinds) add(this.busy, kind, seconds);
    const first = Math.min(...[...kinds].map((kind) => RANK[kind]));
    const served = active.filter((at) => RANK[this.#events.kind(at)] === first);
    for (const at of served) {
      add(this.alone, this.#events.kind(at), seconds / served.length);
      const collective = this.collectives.get(this.#events.collective(at));
      if (collective) collective.exposed += seconds / served.length;
    }
  }
}

function add<K>(sums: Map<K, number>, key: K, value: number): void {
  sums.set(key, (sums.get(key) ?? 0) + value);
}
