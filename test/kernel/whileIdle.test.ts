import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whileIdle } from "../../src/kernel/whileIdle.ts";

let done: string[] = [];
let idle = whileIdle();
beforeEach(() => {
  vi.useFakeTimers();
  done = [];
  idle = whileIdle();
  idle.add(
    () => done.push("evaluation"),
    () => done.push("figures"),
  );
});
afterEach(() => vi.useRealTimers());

test("nothing is done before the first answer", () => {
  vi.runAllTimers();
  expect(done).toEqual([]);
});

test("each task waits for a pause of its own, and comes once after an answer", () => {
  idle.answered();
  vi.advanceTimersToNextTimer();
  expect(done).toEqual(["evaluation"]);
  vi.runAllTimers();
  expect(done).toEqual(["evaluation", "figures"]);
});

test("a request puts off what is left to the next answer", () => {
  idle.answered();
  vi.advanceTimersToNextTimer();
  idle.asked();
  vi.runAllTimers();
  expect(done).toEqual(["evaluation"]);
  idle.answered();
  vi.runAllTimers();
  expect(done).toEqual(["evaluation", "evaluation", "figures"]);
});

test("cells that follow one another at once leave no time for any", () => {
  for (let cell = 0; cell < 3; cell++) {
    idle.asked();
    idle.answered();
  }
  expect(vi.getTimerCount()).toBe(1);
  expect(done).toEqual([]);
});
