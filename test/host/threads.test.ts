import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildKernel } from "../../scripts/kernelBundles.mjs";
import { createThreads } from "../../src/host/createThreads.ts";
import { createWorld } from "../../src/host/index.ts";
import { threadCount } from "../../src/host/threadCount.ts";
import { createSession, type Threads } from "../../src/session/index.ts";
import { BASE } from "../support/memorySession.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
mkdirSync(join(root, "node_modules/.cache"), { recursive: true });
const folder = mkdtempSync(join(root, "node_modules/.cache/threads-test-"));
const entryOf = (name: string): string => join(folder, name);

/** The bundles that threads run from, the library beside them, and threads that go wrong. */
beforeAll(async () => {
  await buildKernel(root, folder, "0.0.0-test");
  symlinkSync(join(root, "src/std"), join(folder, "std"));
  writeFileSync(join(folder, "ends.cjs"), "process.exit(1)");
  writeFileSync(join(folder, "throws.cjs"), "throw new Error('no thread today')");
  writeFileSync(join(folder, "fills.cjs"), "const all = []; for (;;) all.push(new Array(1e5).fill({}))");
});
let alone = "";
beforeAll(() => {
  alone = evaluated();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TEXT = `${BASE}let s = t with { plan.vpp = 1, plan.schedule = 1f1b }
sweep w = s
  for plan.pp in [4, 7, 8]
  for plan.zero in [0, 1]
  for plan.tokens in range(1e9 tokens, 300e9 tokens, step = 1e9 tokens)
  where step_time > 0 s
search best = s for plan.schedule in [1f1b] for plan.tp in [8] for plan.zero in [1] for plan in all for cluster.nodes in [4, 8, 16, 32] keep 1 per cluster.nodes
show best, best.skipped
show w { plan.pp, plan.zero, plan.tokens, step_time, time_to_train, memory.peak }
`;

/** What the program shows; with threads that begin at once, and a word on each task of theirs. */
function evaluated(threads?: Threads): string {
  const world = { ...createWorld(root), threads };
  const { outputs, diagnostics } = createSession(world).run(TEXT, { name: "t.dtp", mode: "file" });
  return JSON.stringify([outputs.map(({ data }) => data), diagnostics.map(({ message }) => message)]);
}

const pause = (): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
};

function threadsOf(count: number, name: string) {
  const made = createThreads({ folder: root, root }, { count, entry: entryOf(name) });
  if (!made) throw new Error("threads can be made");
  const done: Uint8Array[] = [];
  let answers = 0;
  const threads: Threads = {
    ...{ ...made, patience: 0, worthwhile: 0 },
    begin(task) {
      const take = made.begin(task);
      const { work } = task;
      if (work.kind === "rows") done.push(work.answered);
      // Until one is ready: the table is short.
      const claimed = work.words[1];
      for (let i = 0; i < 600 && name === "thread.cjs" && work.words[1] === claimed; i++) pause();
      return () => {
        let found = take();
        for (let i = 0; i < 600 && name === "thread.cjs" && answers === 0 && found.length === 0; i++) {
          pause();
          found = take();
        }
        answers += found.length;
        return found;
      };
    },
  };
  return {
    answers: () => answers,
    threads,
    rows: () => done.reduce((sum, one) => sum + one.reduce((a, b) => a + b, 0), 0),
  };
}

describe("threads of the process", () => {
  test("sweeps and searches are the same to the byte with 1, 2 and 7 of them", () => {
    for (const count of [2, 7]) {
      const { threads, rows, answers } = threadsOf(count, "thread.cjs");
      expect(evaluated(threads)).toBe(alone);
      expect(rows()).toBeGreaterThan(0);
      expect(answers()).toBeGreaterThan(0);
    }
  });

  test.each(["ends.cjs", "throws.cjs", "fills.cjs"])(
    "the answer is there where a thread %s",
    async (name) => {
      const { threads } = threadsOf(2, name);
      expect(evaluated(threads)).toBe(alone);
      // An error that nobody hears would end the process.
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(evaluated(threads)).toBe(alone);
    },
  );

  test("there are none where there is one core, or nothing to start", () => {
    expect(createThreads({ folder: root, root }, { count: 1, entry: entryOf("thread.cjs") })).toBeUndefined();
    expect(
      createThreads({ folder: root, root }, { count: 2, entry: entryOf("missing.cjs") }),
    ).toBeUndefined();
    expect(createThreads({ folder: root, root }, { count: 2, entry: null })).toBeUndefined();
  });

  test.each([
    ["3", 3],
    ["1", 1],
    ["none", null],
    ["0", null],
    ["-2", null],
  ])("DTP_THREADS=%s", (asked, count) => {
    if (count !== null) expect(threadCount(asked)).toBe(count);
    else expect(threadCount(asked)).toBe(threadCount(undefined));
  });
});
