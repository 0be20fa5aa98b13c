import { describe, expect, it } from "vitest";
import { progressBar } from "../../src/kernel/core/requests/progressBar.ts";
import recorded from "./recordedLoops.json" with { type: "json" };

/**
 * Loops of real sweeps and searches, as sessions reported them: the ms since the first report, the steps done, the
 * total. Recorded on two cores, alone and beside three other processes. Recordings give every machine the same test.
 */
const loops = Object.entries(recorded) as unknown as readonly (readonly [string, Loop])[];

interface Loop {
  readonly total: number;
  readonly steps: readonly (readonly [ms: number, done: number])[];
}

/** Time left that a bar shows at a time, both in ms. */
interface Shown {
  readonly at: number;
  readonly left: number;
}

/** Times left that the bar of a loop shows. `slower` stretches the recorded times: bars of one second show none. */
function shown({ total, steps }: Loop, slower: number): readonly Shown[] {
  const bar = progressBar("rows");
  return steps.flatMap(([ms, done]) => {
    const at = slower * ms;
    bar.saw(at, done);
    const [, amount, unit] =
      / (\d+) (s|min) left/.exec(String(bar.bundle(at, done, total)["text/plain"])) ?? [];
    return amount === undefined ? [] : [{ at, left: Number(amount) * (unit === "min" ? 60_000 : 1_000) }];
  });
}

/** End of a loop, in recorded ms: reports come every 100 ms, so the steps after the last one take its pace. */
function endOf({ total, steps }: Loop): number {
  const [[before, some], [last, most]] = [steps.at(-2) ?? [0, 0], steps.at(-1) ?? [0, 0]];
  return most >= total ? last : last + ((total - most) * (last - before)) / (most - some);
}

describe("the time left of real work", () => {
  it.each(loops)("%s: never grows, and is right within a factor of two from half-way on", (name, loop) => {
    for (const slower of [1, 10, 60]) {
      const end = slower * endOf(loop);
      const all = shown(loop, slower);
      for (const [index, { left }] of all.entries())
        expect(left).toBeLessThanOrEqual(all[index - 1]?.left ?? left);
      const late = all.filter(({ at }) => at >= end / 2);
      // A bar shows whole seconds or minutes, rounded up.
      for (const { at, left } of late) {
        const rounding = left >= 60_000 ? 60_000 : 1_000;
        expect(left).toBeLessThanOrEqual(2 * (end - at) + rounding);
        expect(left).toBeGreaterThanOrEqual((end - at) / 2);
      }
      if (name.startsWith("a sweep") && slower > 1) expect(late.length).toBeGreaterThan(3);
    }
  });
});
