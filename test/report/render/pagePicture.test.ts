import { expect, test } from "vitest";
import { pagePicture } from "../../../src/report/render/pagePicture.ts";

test("a picture is enlarged as a whole: its own marks keep their places", () => {
  const svg =
    '<svg class="dtp-figure" width="700" height="400" viewBox="0 0 700 400"><rect width="7" height="4"/></svg>';
  expect(pagePicture(svg)).toBe(
    '<svg class="dtp-figure" width="980" height="560" viewBox="0 0 700 400"><rect width="7" height="4"/></svg>',
  );
});
