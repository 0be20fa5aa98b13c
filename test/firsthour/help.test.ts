import { expect, it } from "vitest";
import { explain } from "../../src/cli/actions/explain.ts";
import { readMagics } from "../../src/kernel/core/magics/readMagics.ts";
import { testIo } from "../cli/testIo.ts";
import { cell, memorySession } from "../support/memorySession.ts";

it.each([
  ["micro_batch", /plan\.micro_batch/],
  ["plan.tp", /plan\.tp/],
  ["h100_sxm", /import h100_sxm from "std\/devices"/],
  ["llama3_70b", /70\.\d*B params/],
  ["torchtitan", /torchtitan/],
  ["h100", /^h100_sxm/],
  ["tensor_parallel", /^plan\.tp/],
])("`dtp explain %s` says what it is", async (word, says) => {
  const io = testIo({});
  expect(await explain({ operands: [word], flags: new Map() } as never, io)).toBe(0);
  expect(io.stdoutText()).toMatch(says);
});

it.each([
  ["device = h100?", "h100"],
  ["plan.tp?", "plan.tp"],
  ["help", ""],
  ["?base", "base"],
])("a cell `%s` asks for help", (text, argument) => {
  const read = readMagics(text, "[1]");
  expect(read.kind === "code" && read.before).toMatchObject([{ name: "help", argument }]);
});

it("a name that is not defined is reported once in a cell, with what to do after a restart", () => {
  const { diagnostics } = cell(memorySession(), "show base.step_time, base.mfu, base.memory.peak");
  expect(diagnostics.map(({ code }) => code)).toEqual(["unknown-name"]);
  expect(diagnostics[0]?.help).toMatch(/run the cells above/);
});

it.each([
  ["plan p { dp_size = 4 }", "dp"],
  ["plan p { tensor_parallel = 4 }", "tp"],
  ["plan p { pipeline_parallel = 4 }", "pp"],
])("%s: the field by its name here", (text, field) => {
  const { diagnostics } = cell(memorySession(), `${text}\nshow p`);
  expect(diagnostics[0]?.help).toContain(`\`${field}\``);
});

it("a device without its variant names the variants", () => {
  const { diagnostics } = cell(
    memorySession(),
    "cluster c { device = h100, nodes = 1, devices_per_node = 8 }\nshow c",
  );
  expect(diagnostics[0]?.help).toContain("`h100_sxm`");
});
