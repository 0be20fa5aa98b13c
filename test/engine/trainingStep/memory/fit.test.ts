import fc from "fast-check";
import { expect, test } from "vitest";
import { EXACT, FITS, fitOf } from "../../../../src/engine/trainingStep/memory/fit.ts";

const at = (peak: number, needed = peak, stored = true) => ({ peak, needed, capacity: 80, stored });

test.each([
  ["within, with its upper end", at(70), { low: 0.9, high: 1.1 }, "yes"],
  ["exactly full by its upper end", at(64), { low: 0.9, high: 1.25 }, "yes"],
  ["within, but for its upper end", at(75), { low: 0.9, high: 1.1 }, "maybe"],
  ["over, but for its lower end", at(85), { low: 0.9, high: 1.1 }, "maybe"],
  ["over by its lower end", at(90), { low: 0.9, high: 1.1 }, "no"],
  ["over by caches alone", at(120, 70), { low: 0.9, high: 1.1 }, "maybe"],
  ["without room on the hosts", at(10, 10, false), { low: 0.9, high: 1.1 }, "no"],
  ["of an exact estimate", at(80), EXACT, "yes"],
] as const)("a plan %s", (_, memory, ends, fit) => {
  expect(fitOf(memory, ends)).toBe(fit);
});

test("more memory needed, and a wider interval, never make a plan fit more surely", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      fc.double({ min: 1, max: 200, noNaN: true }),
      ...([share, share, share, share] as const),
      (peak, part, low, above, more) => {
        const sure = (bytes: number, of: { readonly low: number; readonly high: number }) =>
          FITS.indexOf(fitOf(at(bytes, bytes * part), of));
        const ends = { low, high: 1 + above };
        expect(sure(peak * (1 + more), ends)).toBeLessThanOrEqual(sure(peak, ends));
        const wider = { low: low * (1 - more), high: ends.high + more };
        if (sure(peak, ends) === 2) expect(sure(peak, wider)).toBeGreaterThan(0);
        if (sure(peak, ends) === 1) expect(sure(peak, wider)).toBe(1);
      },
    ),
  );
});
