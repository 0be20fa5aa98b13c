import { expect, it } from "vitest";
import { explain } from "../../src/cli/actions/explain.ts";
import { readMagics } from "../../src/kernel/magics/readMagics.ts";
import { testIo } from "../cli/testIo.ts";

it.each([
  ["micro_batch", /plan\.micro_batch/],
  ["plan.tp", /plan\.tp/],
  ["h100_sxm", /import h100_sxm from "std\/devices"/],
  ["llama3_70b", /70\.\d*B params/],
  ["torchtitan", /torchtitan/],
  ["h100", /h100_sxm/],
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
