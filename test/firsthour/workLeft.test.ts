import { describe, expect, it } from "vitest";
import { progressBar } from "../../src/kernel/requests/progressBar.ts";
import { BASE, memorySession } from "../support/memorySession.ts";

/** Processor time counts: a busy machine stretches the wall's. Ten times it, so that seconds of work have a bar. */
const clock = (): number => {
  const { user, system } = process.cpuUsage();
  return (10 * (user + system)) / 1_000;
};

/** What a loop's bar says: the clock's ms, and the ms left, null where none are told. */
interface Told {
  readonly at: number;
  readonly left: number | null;
}

/** What the bars of a program's loops say while it runs. */
function bars(program: string): ReadonlyMap<string, readonly Told[]> {
  const loops = new Map<string, { readonly bar: ReturnType<typeof progressBar>; readonly told: Told[] }>();
  const session = memorySession(
    {},
    {
      progress(done, total, label) {
        const at = clock();
        const loop = loops.get(label) ?? { bar: progressBar(label), told: [] };
        loops.set(label, loop);
        if (total > 0) loop.bar.saw(at, done);
        const text = String(loop.bar.bundle(at, done, total)["text/plain"]);
        const [, amount, unit] = /, (\d+) (s|min) left/.exec(text) ?? [];
        const left = amount === undefined ? null : Number(amount) * (unit === "min" ? 60_000 : 1_000);
        loop.told.push({ at, left });
      },
    },
  );
  session.run(BASE, { name: "cell [1]", mode: "cell" });
  const { diagnostics } = session.run(program, { name: "cell [2]", mode: "cell" });
  expect(diagnostics).toEqual([]);
  return new Map([...loops].map(([label, { told }]) => [label, told]));
}

/** What a loop tells from the middle of its work on. Checks it against what the rest really took. */
function late(told: readonly Told[]): readonly number[] {
  const [begun, ended] = [told[0]?.at ?? 0, told.at(-1)?.at ?? 0];
  const lefts = told.flatMap(({ at, left }) => (left === null ? [] : [{ left, rest: ended - at, at }]));
  for (const [index, { left }] of lefts.entries())
    expect(left).toBeLessThanOrEqual(lefts[index - 1]?.left ?? left);
  const second = lefts.filter(({ at }) => at >= (begun + ended) / 2);
  // A bar tells whole seconds, rounded up.
  for (const { left, rest } of second) {
    expect(left).toBeLessThanOrEqual(2 * rest + 1_000);
    expect(left).toBeGreaterThanOrEqual(rest / 2);
  }
  return second.map(({ left }) => left);
}

describe("the time left of real work", () => {
  it("of a sweep is told, and right within a factor of two from the middle on", () => {
    const loops = bars(
      `sweep rows = t for plan.micro_batch in [1, 2, 4, 8] for plan.seq_len in range(1_024, 8_192, step = 32)
show rows { step_time }`,
    );
    const told = [...loops.values()].map(late);
    expect(told.flat().length).toBeGreaterThan(5);
  });

  it("of a search, which decides most plans at once, is right where it is told", () => {
    const loops = bars(
      "search best = t for cluster.nodes in [16] for plan in all minimize step_time\nshow best",
    );
    expect([...loops.keys()]).toContain("best");
    for (const told of loops.values()) late(told);
  });
});
