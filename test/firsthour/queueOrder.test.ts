import { expect, it } from "vitest";
import { toText } from "../../src/report/index.ts";
import { cell, memorySession } from "../support/memorySession.ts";

it.each([
  ["priority", "Highest priority first"],
  ["fair_share", "The team that used the least of its share first"],
  ["submitted", "First come, first served"],
])("a queue with `order = %s` says so", (order, says) => {
  const { outputs } = cell(
    memorySession(),
    `import llama3_8b from "std/models"
import dgx_h100 from "std/clusters"
plan p { dp = fill, zero = 1, seq_len = 8Ki, global_batch = 64 sequences, tokens = 1B tokens }
cluster pod = dgx_h100 with { nodes = 2 }
queue q { cluster = pod, order = ${order}, jobs = [job(llama3_8b on pod with p)] }
show q`,
  );
  expect(outputs.map(({ document }) => toText(document)).join("\n")).toContain(says);
});
