import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { format, parse } from "../../../src/dsl/syntax/index.ts";
import { estimate } from "../../../src/engine/index.ts";
import { byHandProgram } from "../../../src/validation/byHand/byHandProgram.ts";
import { judgeByHand } from "../../../src/validation/byHand/judgeByHand.ts";
import { readRows } from "../../../src/validation/index.ts";
import { memoryOf, timeOf } from "../../../src/validation/scoreboard/measure.ts";
import { tableRows, world } from "../rows.ts";

const folder = new URL("../../../validation/by_hand/", import.meta.url);
const programs = readdirSync(folder)
  .sort()
  .map((file) => byHandProgram(file.replace(/\.dtp$/, ""), readFileSync(new URL(file, folder), "utf8")));
const rows = [
  ...(["runs", "vtrain", "nanotron"] as const).flatMap(tableRows),
  ...readRows(readFileSync(new URL("../megatron_ci.csv", folder), "utf8")),
];
const runs = judgeByHand(programs, rows, world);

/** What a plan may say of its framework beside the year, and why a user knows it. */
const STATED: Readonly<Record<string, string>> = {
  compile: "OLMo-core's script of the run says compile_model=True",
  cross_entropy: "TinyLlama's README lists fused cross entropy loss",
  cuda_graphs: "MLPerf's configurations name CUDA graphs",
  fused: "TinyLlama's README lists fused SwiGLU and rotary embedding",
  release: "Megatron-Bridge's tables are headed by the container's number",
  rms_norm_fused: "TinyLlama's README lists fused layernorm",
  round: "every submission is to a round of MLPerf",
};

describe("programs of validation/by_hand", () => {
  test("are many, of many sources", () => {
    const sources = new Set(runs.flatMap(({ row }) => (row ? [row.source] : [])));
    expect(programs.length).toBeGreaterThanOrEqual(90);
    expect(sources.size).toBeGreaterThanOrEqual(32);
    expect(programs.filter(({ source }) => source !== null).length).toBeGreaterThanOrEqual(14);
  });

  test("are about a row each", () => {
    const ids = programs.flatMap(({ row }) => (row === null ? [] : [row]));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(programs)("$name is formatted", ({ text }) => {
    expect(format(parse({ name: "program.dtp", text }, "file").file)).toBe(text);
  });

  test.each(runs)("$id claims something, within 20 %", ({ id, time, memory }) => {
    expect(time ?? memory).not.toBeNull();
    const { text } = programs.find(({ name }) => name === id) ?? { text: "" };
    for (const [, within] of text.matchAll(/^expect [^#]*?within (\S+)/gms)) expect(within).toBe("20%");
    expect(text.match(/^expect /gm)?.length).toBe([time, memory].filter((claim) => claim !== null).length);
  });

  test.each(runs.filter(({ row }) => row !== null))("$id claims what its row has", (run) => {
    const { row, scenario, time, memory } = run;
    const answer = estimate(scenario);
    if (!row || !answer.ok) throw new Error("no answer");
    const measured = timeOf(row, scenario, answer.estimate);
    // The same error by the row's own metric: conventions of FLOPs agree to 1 %, roundings to 0.5 %.
    if (time)
      expect(Math.abs((1 + time.error) / (1 + (measured?.relError ?? Number.NaN)) - 1)).toBeLessThan(0.01);
    else expect(measured === null || /CI golden values/.test(row.source)).toBe(true);
    if (memory) {
      const bytes = memoryOf(row, answer.estimate)?.measured ?? Number.NaN;
      expect(Math.abs(memory.measured / bytes - 1)).toBeLessThan(0.005);
    }
  });

  test.each(programs)("$name says no more of its framework than a user knows", ({ text }) => {
    const written = /^ {2}framework = \w+(?:\(([^)]*)\))?/m.exec(text);
    const said = (written?.[1] ?? "").split(",").map((part) => part.trim());
    const extras = said.filter((part) => part !== "" && !/^\d{4}$/.test(part));
    expect(extras.filter((part) => !((part.split(" ")[0] ?? "") in STATED))).toEqual([]);
  });
});
