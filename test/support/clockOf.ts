import { onTestFinished, vi } from "vitest";

/**
 * Replaces the clock for one test by one that advances `step` ms per reading. Time limits then act alike on
 * every machine.
 */
export function clockOf(step: number): void {
  let now = Date.now();
  const clock = vi.spyOn(Date, "now").mockImplementation(() => (now += step));
  onTestFinished(() => clock.mockRestore());
}
