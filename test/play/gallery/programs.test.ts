import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { format, parse } from "../../../src/dsl/syntax/index.ts";
import { modelProgram } from "../../../src/play/gallery/modelProgram.ts";
import { memorySession } from "../../support/memorySession.ts";

const start = readFileSync(join(import.meta.dirname, "../../../src/play/page/start.dtp"), "utf8");
const run = (text: string, overrides: readonly string[] = []) =>
  memorySession().run(text, { name: "plan.dtp", mode: "file", overrides });

test.each([
  ["a first visit", start],
  ["a model", modelProgram("llama3_8b")],
])("the program of %s is formatted and has no mistakes, whatever a reader chooses", (_, text) => {
  const { file, diagnostics } = parse({ name: "plan.dtp", text }, "file");
  expect(diagnostics).toEqual([]);
  expect(format(file)).toBe(text);
  const { outputs, ...rest } = run(text);
  expect(rest.diagnostics).toEqual([]);
  const controls = outputs.filter(({ kind }) => kind === "control");
  expect(controls.length).toBeGreaterThan(2);
  for (const { data } of controls) {
    const { path, choices = [] } = data as { path: string; choices?: readonly { readonly set: string }[] };
    for (const { set } of choices)
      expect(
        run(text, [`${path}=${set}`]).diagnostics.filter(({ severity }) => severity === "error"),
      ).toEqual([]);
  }
});

test.each(["gpt2_xl", "gpt3_175b", "mixtral_8x7b", "deepseek_v3", "llava_1_5_7b"])(
  "a model of the gallery is the start of a program: %s",
  (model) => {
    const { diagnostics } = run(modelProgram(model));
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  },
);
