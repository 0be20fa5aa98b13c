import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

/**
 * Compares a text with the file `test/<name>`. `UPDATE_GOLDEN=1` writes the file instead, for review like any
 * other change. A missing file fails: a golden text is never created unseen.
 */
export function matchGolden(name: string, text: string): void {
  const path = join(dirname(fileURLToPath(import.meta.url)), "..", name);
  if (process.env.UPDATE_GOLDEN === "1") {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  expect(existsSync(path), `${name} is missing: run with UPDATE_GOLDEN=1 and look at it`).toBe(true);
  expect(text).toBe(readFileSync(path, "utf8"));
}
