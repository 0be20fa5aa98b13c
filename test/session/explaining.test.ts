/** Text that only explains a path of a program. */
import { expect, test } from "vitest";
import { explaining } from "../../src/session/run/explaining.ts";

test("a program's own outputs are blanked, and its lines stay where they are", () => {
  const text =
    "let a = 1\nshow a {\n  x = a\n}\nplot s\ncontrol a in 1 .. 3\nexpect a == 1\nsweep s = t for b in [1]\n";
  const lines = explaining(text, { path: "a.b" }).split("\n");
  expect(lines.map((line) => line.trim()).filter((line) => line !== "")).toEqual([
    "let a = 1",
    "control a in 1 .. 3",
    "sweep s = t for b in [1]",
    "explain a.b",
  ]);
  expect(lines.indexOf("control a in 1 .. 3")).toBe(5);
});
