import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { createWorld } from "../../../src/host/index.ts";
import { createSession } from "../../../src/session/index.ts";
import type { RunResult } from "../../../src/session/world/runResult.ts";

const folder = fileURLToPath(new URL("../../../src/std/papers/", import.meta.url));
const papers = readdirSync(folder).filter((name) => name.endsWith(".dtp"));

function check(name: string): RunResult {
  const session = createSession(createWorld(folder));
  return session.run(readFileSync(`${folder}${name}`, "utf8"), { name, mode: "file" });
}

/** Every published number that the library pins, evaluated; the tolerances stand in the papers' files and only shrink. */
describe.each(papers)("std/papers/%s", (name) => {
  const result = check(name);

  test("gives no error", () => {
    const errors = result.diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  });

  test("expects something, and every expectation holds", () => {
    const failed = result.expectations.filter(({ pass }) => !pass);
    expect(failed.map(({ line, text, actual }) => `${line}: ${text} (${actual})`)).toEqual([]);
    expect(result.expectations.length).toBeGreaterThan(0);
  });

  test("names a source for every expectation", () => {
    const uncited = result.expectations.filter(({ cite }) => cite === null);
    expect(uncited.map(({ line, text }) => `${line}: ${text}`)).toEqual([]);
  });
});

test("the papers that the project promises are there", () => {
  expect(papers.sort()).toEqual([
    "architectures.dtp",
    "bloom2022.dtp",
    "bubble.dtp",
    "colossus2024.dtp",
    "convergence.dtp",
    "dbrx2024.dtp",
    "deepseek_v2_2024.dtp",
    "deepseek_v3_2024.dtp",
    "device_hours.dtp",
    "diloco2023.dtp",
    "dit.dtp",
    "energy.dtp",
    "glm130b2022.dtp",
    "gpt3_2020.dtp",
    "gpt_oss_2025.dtp",
    "kimi_k2_2025.dtp",
    "korthikanti2022.dtp",
    "llama2_2023.dtp",
    "llama3_2024.dtp",
    "lora.dtp",
    "megascale2024.dtp",
    "megatron2019.dtp",
    "mixed_precision.dtp",
    "mixtral2024.dtp",
    "mtnlg2022.dtp",
    "narayanan2021.dtp",
    "nemotron4_2024.dtp",
    "nemotron_nano2025.dtp",
    "offload.dtp",
    "opt2022.dtp",
    "optimizers.dtp",
    "palm2022.dtp",
    "params.dtp",
    "phases.dtp",
    "published_models.dtp",
    "qwen3_2025.dtp",
    "reliability.dtp",
    "schedules.dtp",
    "serving.dtp",
    "sharding.dtp",
    "zero2020.dtp",
  ]);
});

test("an expectation that is off fails, so that the ones above mean something", () => {
  const session = createSession(createWorld(folder));
  const text = 'import llama2_7b from "std/models"\nexpect llama2_7b.params ~= 7B params within 1%\n';
  const { expectations } = session.run(text, { name: "off.dtp", mode: "file" });
  expect(expectations.map(({ pass }) => pass)).toEqual([false]);
});
