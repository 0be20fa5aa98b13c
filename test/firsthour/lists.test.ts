import { describe, expect, it } from "vitest";
import { memorySession } from "../support/memorySession.ts";

const codesOf = (text: string): readonly string[] =>
  memorySession()
    .run(text, { name: "in.dtp", mode: "file" })
    .diagnostics.map(({ code }) => code);

describe("lists of lists", () => {
  it("thirty lines that double a list are refused, not worked out", () => {
    const lines = Array.from({ length: 30 }, (_, i) => `let c${i + 1} = [c${i}, c${i}]`);
    for (const use of ["c30", "c30 * 2", "c30 as GiB", "c30 == c29"])
      expect(codesOf(["let c0 = [1 GiB, 2 GiB]", ...lines, `show ${use}`].join("\n"))).toContain(
        "too-many-rows",
      );
  });

  it("many lists are too many together", () => {
    const lines = Array.from({ length: 60 }, (_, i) => `let r${i} = range(1, 100_000)\nshow length(r${i})`);
    expect(codesOf(lines.join("\n"))).toContain("too-many-rows");
  });

  it("a list in a list in a list, hundreds deep, is too deep and no crash", () => {
    const lines = Array.from({ length: 3_000 }, (_, i) => `let d${i + 1} = [d${i}]\nshow length(d${i + 1})`);
    const codes = codesOf(["let d0 = [1]", ...lines, "show d3000 * 2"].join("\n"));
    expect(codes).toContain("too-deep");
    expect(codes).not.toContain("internal");
  });

  it("an ordinary list of lists is none of it", () => {
    expect(codesOf("let a = [[1, 2], [3, 4]]\nshow a * 2\nshow range(1, 2_000)")).toEqual([]);
  });
});
