import { expect, test } from "vitest";
import { COMMENT_COLORS, COMMENT_RULES } from "../../src/lab/comments.ts";
import { contrast } from "../support/contrast.ts";

test("comments have the contrast of small text on JupyterLab's editors and code pages", () => {
  for (const page of ["#FFFFFF", "#F5F5F5"])
    expect(contrast(COMMENT_COLORS.light, page)).toBeGreaterThan(4.5);
  for (const page of ["#212121", "#111111"]) expect(contrast(COMMENT_COLORS.dark, page)).toBeGreaterThan(4.5);
});

test("editors of other languages keep their colours", () => {
  for (const rule of COMMENT_RULES.split("\n")) expect(rule).toContain('[data-language="dtp"]{');
});
