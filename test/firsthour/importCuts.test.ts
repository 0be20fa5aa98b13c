import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cutsOf, importedForm, openProgram, programs } from "../support/importCuts.ts";

const root = join(import.meta.dirname, "../..");
const cut = programs()
  .map((path) => ({ path, cuts: cutsOf(path) }))
  .filter(({ cuts }) => cuts.length > 0);

/**
 * A mended text that has the original's form prints what the original prints, and is not run. Any other is run beside
 * the original as `dtp fix` leaves it, and their outputs are compared to the byte.
 */
describe("every program, with each import of the library removed, is mended to what it was", () => {
  for (const { path, cuts } of cut)
    it(path.slice(root.length + 1), { timeout: 180_000 * cuts.length }, () => {
      const program = openProgram(path);
      const original = readFileSync(path, "utf8");
      const form = importedForm(original);
      let printed: string | undefined;
      for (const without of cuts) {
        expect(importedForm(without)).not.toBe(form);
        const mended = program.mended(without, (text) => importedForm(text) === form);
        if (importedForm(mended) === form) continue;
        printed ??= program.printed(program.mended(original));
        expect(program.printed(mended), without).toBe(printed);
      }
    });
});
