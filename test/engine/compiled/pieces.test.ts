import { expect, test } from "vitest";
import { pieces } from "../../../src/engine/compiled/pieces.ts";
import { type Recorded, recording } from "../../../src/engine/compiled/recording.ts";
import type { Counts } from "../../../src/engine/core/algebra.ts";

const counts: Counts = { ...{ make: (of) => of, again: () => (of) => of, name: String, source: String } };

/** What is recorded over two variables, `a` and `b`, by pieces: the bits of their variables, and what their entries are. */
function piecesOf(record: (alg: ReturnType<typeof recording>["alg"], a: Recorded, b: Recorded) => void) {
  const { alg, entries } = recording((path) => ["a", "b"].indexOf(path));
  record(alg, alg.input("a", 2, "1"), alg.input("b", 3, "1"));
  return pieces(entries).map((one) => ({
    variables: one.variables,
    kinds: one.entries.map(({ kind }) => kind),
  }));
}
const both = (alg: ReturnType<typeof recording>["alg"], a: Recorded, b: Recorded): Recorded =>
  alg.sum(
    "both",
    "1",
    [a, b].map((value) => ({ label: "", value })),
  );

test("what fewer variables enter comes first, whenever it was recorded", () => {
  const found = piecesOf((alg, a, b) => {
    alg.less(a, both(alg, a, b));
    alg.max("alone", "1", [{ label: "", value: b }]);
  });
  expect(found).toEqual([
    { variables: 0b01, kinds: ["variable"] },
    { variables: 0b10, kinds: ["variable", "max"] },
    { variables: 0b11, kinds: ["sum", "less"] },
  ]);
});

test("a simulation, and what is made of it, stays behind the decisions before it", () => {
  const found = piecesOf((alg, a, b) => {
    alg.less(a, both(alg, a, b));
    const [n] = alg.counted([b], counts);
    if (n) alg.atMost(n, b);
  });
  expect(found).toEqual([
    { variables: 0b01, kinds: ["variable"] },
    { variables: 0b10, kinds: ["variable"] },
    { variables: 0b11, kinds: ["sum", "less"] },
    { variables: 0b10, kinds: ["counted", "atMost"] },
  ]);
});
