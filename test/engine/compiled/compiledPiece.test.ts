import { expect, test } from "vitest";
import { compiledPiece, type Natives } from "../../../src/engine/compiled/compiledPiece.ts";
import { pieces } from "../../../src/engine/compiled/pieces.ts";
import { type Recorded, recording } from "../../../src/engine/compiled/recording.ts";

/** What is recorded over one variable, as its only piece; the last step recorded is kept. */
function pieceOf(record: (alg: ReturnType<typeof recording>["alg"], a: Recorded) => void) {
  const { alg, entries } = recording(() => 0);
  record(alg, alg.input("a", 2, "1"));
  const [piece] = pieces(entries);
  if (!piece) throw new Error("nothing was recorded");
  const natives: Natives = { decisions: [], counters: [], counted: [], known: new Map() };
  const { native, constants } = compiledPiece(piece, new Map([[entries.length - 1, 0]]), natives);
  const at = (a: number): number => {
    const values = new Float64Array(1);
    return native(Float64Array.of(a), values, constants, natives) ? (values[0] as number) : Number.NaN;
  };
  return { native, at };
}
const largest = (constants: readonly number[]) =>
  pieceOf((alg, a) => {
    const values = [...constants.map((n) => alg.constant("", n, "1", "")), a];
    alg.max(
      "largest",
      "1",
      values.map((value) => ({ label: "", value })),
    );
  });

test("pieces that differ in their numbers alone are one function", () => {
  const [one, other] = [largest([3, 5]), largest([4, 7])];
  expect(one.native).toBe(other.native);
  expect([one.at(1), other.at(1), one.at(9)]).toEqual([5, 7, 9]);
});

test("a number that comes again is not another's: those that coincide tell functions apart, and zeros of both signs differ", () => {
  expect(largest([3, 3]).native).not.toBe(largest([3, 5]).native);
  expect(largest([0, -0]).native).not.toBe(largest([0, 0]).native);
  expect(Object.is(largest([-0]).at(-0), -0)).toBe(true);
  expect(Object.is(largest([0]).at(-0), 0)).toBe(true);
});
