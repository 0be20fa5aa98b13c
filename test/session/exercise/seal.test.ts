import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeSeal, openSeal, readSeal, type Sealable } from "../../../src/session/exercise/seal.ts";
import { runs } from "../../support/runs.ts";

const sealed = (
  answer: Sealable,
  tolerance: number,
  mistakes: readonly (readonly [Sealable, string])[] = [],
) => {
  const text = makeSeal(
    {
      name: "e",
      tolerance,
      right: { answer, says: "well done, größer" },
      mistakes: mistakes.map(([wrong, says]) => ({ answer: wrong, says })),
    },
    "lesson",
  );
  const seal = readSeal(text);
  if (!seal) throw new Error(`no seal: ${text}`);
  return { text, open: (tried: Sealable, name = "e") => openSeal(seal, name, tried) };
};

describe("a seal", () => {
  test("accepts exactly the answers within its tolerance", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-12, max: 1e21, noNaN: true }),
        fc.constantFrom(0.005, 0.01, 0.02, 0.05, 0.1),
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.boolean(),
        (size, tolerance, off, negative) => {
          const answer = negative ? -size : size;
          const tried = answer * (1 + off * tolerance);
          // Rounding decides in the millionth part around a bound.
          fc.pre(Math.abs(Math.abs(off) - 1) > 1e-5);
          expect(sealed(answer, tolerance).open(tried)?.right ?? false).toBe(Math.abs(off) < 1);
        },
      ),
      { numRuns: runs(150) },
    );
  });

  test("of an exact answer accepts nothing beside it but rounding", () => {
    const { open } = sealed(224, 0);
    expect([224, 224 * (1 + 1e-13), 225, 223, -224, 0, 2240].map((one) => open(one)?.right ?? false)).toEqual(
      [...[true, true, false, false, false, false, false]],
    );
    expect(sealed(0, 0).open(0)?.right).toBe(true);
    expect(sealed(0, 0.02).open(1e-9)).toBeNull();
  });

  test("of a word", () => {
    const { open } = sealed("storage", 0);
    expect(open("storage")?.right).toBe(true);
    expect(open("memory")).toBeNull();
    expect(open(0)).toBeNull();
  });

  test("has words for known mistakes, and tells them to nobody else", () => {
    const { text, open } = sealed(112e9, 0.02, [
      [14e9, "the weights alone"],
      [28e9, "no optimizer"],
    ]);
    expect(open(14.1e9)).toEqual({ right: false, says: "the weights alone" });
    expect(open(28e9)).toEqual({ right: false, says: "no optimizer" });
    expect(open(112e9)).toEqual({ right: true, says: "well done, größer" });
    expect(open(56e9)).toBeNull();
    expect(open(112e9, "another")).toBeNull();
    for (const word of ["weights", "optimizer", "112", "done", btoa("weights").slice(0, 8)])
      expect(text).not.toContain(word);
  });

  test("is the same for the same key, and another for another lesson", () => {
    const content = { name: "e", tolerance: 0.01, right: { answer: 3, says: "" }, mistakes: [] };
    expect(makeSeal(content, "one")).toBe(makeSeal(content, "one"));
    expect(makeSeal(content, "one")).not.toBe(makeSeal(content, "two"));
  });

  test("is read only where it is whole", () => {
    const { text } = sealed(5, 0.02, [[6, "six"]]);
    fc.assert(
      fc.property(fc.string(), fc.nat(text.length), (junk, at) => {
        const broken = text.slice(0, at) + junk + text.slice(at);
        const read = readSeal(broken);
        if (read) expect(() => openSeal(read, "e", 5)).not.toThrow();
      }),
      { numRuns: runs(200) },
    );
    for (const one of ["", "1", "2.abc", "1.not a seal", text.slice(0, 20)]) expect(readSeal(one)).toBeNull();
  });

  test("takes little time for an answer that it does not know", () => {
    const { open } = sealed(
      112e9,
      0.02,
      [1e9, 2e9, 3e9, 4e9, 5e9].map((one) => [one, "words"] as const),
    );
    for (let warm = 0; warm < 20; warm++) open(7e9);
    const begun = process.cpuUsage();
    for (let at = 0; at < 20; at++) open(9e9 + at);
    const { user, system } = process.cpuUsage(begun);
    // 10 ms of processor time alone; other work on the same core makes it more.
    expect((user + system) / 1_000 / 20).toBeLessThan(60);
  });
});
