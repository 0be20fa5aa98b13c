import { describe, expect, test, vi } from "vitest";
import { Runs } from "../../../src/play/workers/runs.ts";
import type { RuntimeCall, RuntimeEvent } from "../../../src/web/index.ts";
import { partLoader } from "../../../src/web/scope/partLoader.ts";
import { serveWorker } from "../../../src/web/serve/serveWorker.ts";
import { pagePair } from "../../web/support/pagePair.ts";

const versions = { engine: "1.2.3", std: "2026.1" };
const call = (text: string, limit: number | null = null) => ({ text, name: "a.dtp", limit });
const answer = { diagnostics: [], expectations: [], interrupted: false };

/** Runs whose worker answers a text after its number of milliseconds, at once where it is asked to stop, or never. */
function start() {
  const begun: string[] = [];
  let workers = 0;
  const create = () => {
    workers++;
    const { port, scope } = pagePair();
    serveWorker<RuntimeCall, RuntimeEvent>(
      scope,
      { versions },
      partLoader(scope),
      ({ interrupted }) =>
        async (one) => {
          if (one.name !== "run") return null;
          const { text } = one.with;
          begun.push(text);
          if (text === "never") return new Promise(() => {});
          if (text === "broken") throw new Error("a bug");
          const until = performance.now() + Number(text);
          while (performance.now() < until && !interrupted())
            await new Promise((resolve) => setTimeout(resolve, 5));
          return { ...answer, interrupted: interrupted() };
        },
    );
    return port;
  };
  const runs = new Runs(create, { read: async () => null }, () => {});
  return { runs, begun, workers: () => workers };
}

describe("runs", () => {
  test("of those that wait, only the latest begins, and only its answer is shown", async () => {
    const { runs, begun } = start();
    const first = runs.run(call("1000"), () => {});
    await vi.waitFor(() => expect(begun).toEqual(["1000"]));
    const [second, third] = [runs.run(call("1"), () => {}), runs.run(call("2"), () => {})];
    expect(await Promise.all([first, second, third])).toEqual([null, null, { ...answer, cut: false }]);
    expect(begun).toEqual(["1000", "2"]);
  });

  test("a worker that does not stop is ended, and another takes the next program", async () => {
    const { runs, begun, workers } = start();
    const stuck = runs.run(call("never"), () => {});
    await vi.waitFor(() => expect(begun).toEqual(["never"]));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    runs.stop();
    vi.advanceTimersByTime(2_500);
    vi.useRealTimers();
    expect(await stuck).toEqual({ ...answer, interrupted: true, cut: false });
    expect(await runs.run(call("1"), () => {})).toEqual({ ...answer, cut: false });
    expect(workers()).toBe(2);
  });

  test("a bug is told, and the next program has a fresh worker", async () => {
    const { runs, workers } = start();
    await expect(runs.run(call("broken"), () => {})).rejects.toThrow("a bug");
    expect(await runs.run(call("1"), () => {})).toMatchObject(answer);
    expect(workers()).toBe(2);
  });
});
