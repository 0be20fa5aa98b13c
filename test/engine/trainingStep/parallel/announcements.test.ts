import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Framework } from "../../../../src/engine/scenario/framework.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import { estimated } from "../../support/estimated.ts";
import { generic, gpt, plan, scenario, selene } from "../../support/scenarios.ts";

/** Micro-batches of a step, and what announcing one takes sender and receiver: its activations, their gradient. */
interface Messages {
  readonly pp: number;
  readonly m: number;
  readonly activations: number;
  readonly gradient: number;
}

/**
 * 1F1B whose passes take no time, message by message: a receiver begins to listen when it has nothing else to do and the sender has begun,
 * and a sender begins with its next pass when it is through.
 */
function simulated({ pp, m, activations, gradient }: Messages): number {
  const orders = Array.from({ length: pp }, (_, stage) => {
    const ahead = Math.min(pp - 1 - stage, m);
    const passes = Array.from({ length: ahead }, (_, i) => ({ forward: true, i }));
    for (let i = 0; i < m; i++) {
      if (ahead + i < m) passes.push({ forward: true, i: ahead + i });
      passes.push({ forward: false, i });
    }
    return passes;
  });
  const ends = new Map<string, number>();
  const free = new Array<number>(pp).fill(0);
  for (let left = 2 * pp * m; left > 0; )
    orders.forEach((order, stage) => {
      for (let next = order[0]; next !== undefined; next = order[0]) {
        const { forward, i } = next;
        const from = forward ? stage - 1 : stage + 1;
        const own = from < 0 || from === pp;
        const ready = own ? (free[stage] as number) : ends.get(`${forward} ${i} ${from}`);
        if (ready === undefined) return;
        const message = forward ? activations : gradient;
        const end = Math.max(free[stage] as number, ready) + (own ? 0 : message);
        ends.set(`${forward} ${i} ${stage}`, end);
        const to = forward ? stage + 1 : stage - 1;
        free[stage] = end + (to < 0 || to === pp ? 0 : message);
        order.shift();
        left--;
      }
    });
  return Math.max(...free);
}

const stepOf = (framework: Partial<Framework>, change: Partial<Plan>) => {
  const p = plan({ microBatch: 1, ...change, framework: { ...generic, ...framework } });
  return estimated(scenario(gpt(32, 1024, 16), selene(8), p));
};
const added = ({ pp, m, activations, gradient }: Messages): number => {
  const change = { pp, tp: 1, dp: 1, globalBatch: m };
  const announcingSeconds = activations + gradient;
  return stepOf({ announcingSeconds }, change).time.step.value - stepOf({}, change).time.step.value;
};

describe("tensors that are announced before they are sent", () => {
  test("add to a step what a simulation of every message gives", () => {
    const messages = fc
      .record({
        ...{ pp: fc.constantFrom(2, 4, 8, 16), more: fc.integer({ min: 0, max: 40 }) },
        ...{ activations: fc.integer({ min: 1, max: 8 }), gradient: fc.integer({ min: 1, max: 8 }) },
      })
      .map(({ more, ...rest }): Messages => ({ ...rest, m: rest.pp - 1 + more }));
    fc.assert(
      fc.property(messages, (of) => {
        expect(added(of)).toBeCloseTo(simulated(of), 6);
      }),
      { numRuns: 40 },
    );
  });

  test("are communication between stages, and none without stages", () => {
    const { comm, time } = stepOf({ announcingSeconds: 0.6 }, { pp: 4, tp: 1, dp: 1, globalBatch: 16 });
    const found = comm.filter(({ what }) => what === "announcements of tensors");
    expect(found).toMatchObject([{ dimension: "pp", count: 16, callSeconds: 0.6 }]);
    expect(found[0]?.exposedSeconds).toBeCloseTo(0.6 * (2 * 16 + 1), 9);
    const exposed = time.step.parts.find(({ name }) => name === "time.communication")?.parts;
    expect(exposed?.find(({ name }) => name === "time.pp")?.value).toBeGreaterThan(0.6 * 33);
    expect(added({ pp: 1, m: 8, activations: 1, gradient: 1 })).toBe(0);
  });
});
