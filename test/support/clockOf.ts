import { onTestFinished, vi } from "vitest";

/** For one test, a clock that moves by `step` ms each time it is read: what may take a while then takes as long on every machine. */
export function clockOf(step: number): void {
  let now = Date.now();
  const clock = vi.spyOn(Date, "now").mockImplementation(() => (now += step));
  onTestFinished(() => clock.mockRestore());
}
