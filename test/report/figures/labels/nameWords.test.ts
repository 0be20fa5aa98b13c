import { describe, expect, test } from "vitest";
import { nameWords } from "../../../../src/report/figures/labels/nameWords.ts";

describe("names in labels", () => {
  test("have blanks where a program has underscores", () => {
    expect(nameWords("best_gb200")).toBe("best gb200");
    expect(nameWords("without_offload (does not fit)")).toBe("without offload (does not fit)");
    expect(nameWords("a node: 8 × h100_sxm")).toBe("a node: 8 × h100 sxm");
  });

  test("stay as written in settings with arguments, and where there is none", () => {
    expect(nameWords("top_k(1%)")).toBe("top_k(1%)");
    expect(nameWords("tp 8 · ZeRO 1")).toBe("tp 8 · ZeRO 1");
    expect(nameWords("_")).toBe("_");
  });
});
