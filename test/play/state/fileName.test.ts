import { expect, test } from "vitest";
import { fileName, isFileName } from "../../../src/play/state/fileName.ts";

test.each([
  ["plan.dtp", "plan.dtp"],
  ["My runs (2).csv", "My-runs-2.csv"],
  ["../../etc/passwd", "etc-passwd"],
  ["<img src=x onerror=alert(1)>.dtp", "img-src-x-onerror-alert-1.dtp"],
  ["", "file"],
  ["模型.json", "file.json"],
  ["a\nb.csv", "a-b.csv"],
])("%j becomes the name %j", (text, name) => {
  expect(fileName(text)).toBe(name);
  expect(isFileName(fileName(text))).toBe(true);
});

test("a taken name gets a number", () => {
  expect(fileName("a.csv", ["a.csv", "a-2.csv"])).toBe("a-3.csv");
});
