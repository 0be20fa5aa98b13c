/** Names of things that are not modelled: each is refused by name, and stands where no field or word has it. */
import { expect, test } from "vitest";
import { unmodelledRows } from "../../../src/dsl/schema/index.ts";
import { cell, memorySession } from "../../support/memorySession.ts";

const BASE = `import dgx_h100 from "std/clusters"
import llama3_8b from "std/models"
plan p { dp = fill, zero = 1, seq_len = 8Ki, global_batch = 512 sequences }
let base = llama3_8b on (dgx_h100 with { nodes = 4 }) with p
`;
/** A program that uses a name at a place of the table. */
const PROGRAMS: Readonly<Record<string, (name: string) => string>> = {
  plan: (name) => `show base with { plan.${name} = 1 }`,
  model: (name) => `show base with { model.${name} = 1 }`,
  sync: (name) => `show base with { plan.sync = ${name}(1) }`,
  framework: (name) => `show base with { plan.framework = ${name} }`,
  federated: (name) =>
    `show base with { plan.sync = federated(steps = 10, clients = 4, server = 10 Gb/s, client = 1 Gb/s, ${name} = 1) }`,
  attention: (name) => `show base with { model.attention = ${name}(heads = 8) }`,
  annual: (name) => `show base with { cluster.failures = annual(sdc = 5%, ${name} = 1) }`,
  fleet: (name) =>
    `show base with { cluster.failures = fleet(devices = 16_384, period = 54 days, sdc = 6, ${name} = 1) }`,
  launch: (name) => `show base.launch.${name}`,
  scenario: (name) => `show base.${name}`,
};

const cases = unmodelledRows.flatMap((row) =>
  row.where.flatMap((where) => row.names.map((name) => [where, name, row] as const)),
);

test.each(cases)("%s: %s", (where, name, { instead }) => {
  const session = memorySession();
  cell(session, BASE);
  const { diagnostics } = cell(session, PROGRAMS[where]?.(name) ?? "");
  const [first] = diagnostics.filter(({ severity }) => severity === "error");
  expect(first?.code).toBe("not-offered");
  expect(first?.message).toContain(`\`${name}\``);
  expect(first?.help).toBe(instead);
});
