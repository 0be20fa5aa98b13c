/** Points of a figure as a table. */
import { expect, test } from "vitest";
import { pointsCsv } from "../../../src/editor/figures/pointsCsv.ts";

test("points are rows with the name of their series; what has no points is left out", () => {
  const traces = [
    { name: "weights, bf16", x: ["0", "1"], y: [1.5, null] },
    { x: new Float64Array([2]), y: new Float64Array([3]) },
    { name: "heat", z: [[1]] },
    { name: "groups", x: [["a", "b"]], y: [4] },
  ];
  expect(pointsCsv(traces)).toBe(
    'series,x,y\n"weights, bf16",0,1.5\n"weights, bf16",1,\n,2,3\ngroups,a b,4\n',
  );
});
