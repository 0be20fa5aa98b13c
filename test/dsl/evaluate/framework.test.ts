import { expect, test } from "vitest";
import { fieldRow } from "../../../src/dsl/schema/index.ts";
import { frameworkTags } from "../../../src/dsl/schema/rows/framework.ts";
import { scenarioReader } from "../../../src/validation/programs/scenarioOf.ts";
import { world } from "../../validation/rows.ts";

const read = scenarioReader(world);

function plan(fields: string) {
  const text = `edition 2026
import gpt3_175b from "std/models"
import selene from "std/clusters"
plan p { seq_len = 2Ki, tp = 8, global_batch = 4_480 sequences, ${fields} }
let run = gpt3_175b on selene with p
`;
  const result = read(text, "framework");
  if (result.kind === "problems") throw new Error(result.diagnostics.map((one) => one.message).join("\n"));
  return result.scenario.plan;
}

test("a plan takes from its framework what it does not say", () => {
  const old = plan("framework = megatron_lm(2021), precision = bf16");
  expect(old.framework).toMatchObject({ name: "megatron_lm", year: 2021 });
  expect(old.flashAttention).toBe(false);
  expect(old.overlap).toEqual({ dp: false, tp: false, pp: false, ep: false, sharedExperts: false });
  expect(old.precision.gradientBytes).toBe(4);
  const sharded = plan("framework = fsdp");
  expect(sharded.zero).toBe(3);
  expect(sharded.precision.gradientBytes).toBe(2);
});

test("Megatron Core hides the sends of interleaved stages", () => {
  expect(plan("framework = megatron_core, pp = 8, vpp = 2").overlap).toMatchObject({ dp: true, pp: true });
  expect(plan("framework = megatron_core, pp = 8, vpp = 1, schedule = 1f1b").overlap.pp).toBe(false);
});

test("what the plan says holds against its framework", () => {
  const own = plan(
    "framework = megatron_lm(2021), flash_attention = true, overlap = [dp], precision = bf16(gradients = bf16)",
  );
  expect(own.flashAttention).toBe(true);
  expect(own.overlap.dp).toBe(true);
  expect(own.precision.gradientBytes).toBe(2);
});

test("a fact of a framework can be set", () => {
  const { framework } = plan("framework = nanotron(2024, fused = true, launches = 40)");
  expect(framework).toMatchObject({ name: "nanotron", year: 2024, fused: true, launches: 40 });
});

test("every fact that a framework sets says where it comes from", () => {
  const [generic, ...named] = frameworkTags;
  if (!generic) throw new Error("no frameworks");
  for (const tag of named)
    for (const field of tag.fields)
      if (field.name !== "year" && field.default !== fieldRow(generic, field.name)?.default)
        expect(field.source, `${tag.name}.${field.name}`).toBeTruthy();
});
