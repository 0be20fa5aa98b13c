import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "dist/web");

interface Heard {
  readonly kind: string;
  readonly notes?: readonly string[];
  readonly answer?: { readonly diagnostics: readonly { readonly severity: string }[] };
}

/** Programs with figures, sweeps, searches and a queue. */
const programs = ["gpt3", "llama3", "queue", "search"].map((name) => join(root, `examples/${name}.dtp`));

async function answers(...flags: readonly string[]): Promise<readonly Heard[]> {
  const script = join(import.meta.dirname, "support/workerInNode.mjs");
  const args = [...flags, script, join(folder, "runtimeWorker.js"), ...programs];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 28 });
  return JSON.parse(stdout);
}

test("where code may not be compiled, programs have the same outputs, and the worker says that it is slower", async () => {
  const [compiled, interpreted] = [await answers(), await answers("--disallow-code-generation-from-strings")];
  const notes = (all: readonly Heard[]) => all.find(({ kind }) => kind === "ready")?.notes;
  expect(notes(compiled)).toHaveLength(1);
  expect(notes(interpreted)).toEqual([expect.stringContaining("unsafe-eval"), notes(compiled)?.[0]]);
  const rest = (all: readonly Heard[]) => all.filter(({ kind }) => kind !== "ready");
  expect(rest(interpreted)).toEqual(rest(compiled));
  const done = compiled.filter(({ kind }) => kind === "answer");
  expect(done).toHaveLength(programs.length);
  expect(
    done.flatMap(({ answer }) => answer?.diagnostics.filter(({ severity }) => severity === "error")),
  ).toEqual([]);
  expect(compiled.filter(({ kind }) => kind === "event").length).toBeGreaterThan(10);
});
