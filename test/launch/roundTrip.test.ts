import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ArgumentTable, idleFields } from "../../src/launch/carry/argumentTable.ts";
import { rounded } from "../../src/launch/carry/rounding.ts";
import { type Setting, sameSetting } from "../../src/launch/carry/settings.ts";
import { type Job, launchTargets, readLaunch } from "../../src/launch/index.ts";
import { lostBy } from "../../src/launch/run/job.ts";
import { runs } from "../support/runs.ts";
import { frameworkTables } from "./frameworkTables.ts";
import { job, jobs, program } from "./jobs.ts";

/** What the plan says once more, read from its own file and evaluated on the same cluster. */
function again(
  target: string,
  first: Job,
  model: string,
  cluster: string,
): { readonly job: Job; readonly text: string; readonly imported: string } {
  const text = launchTargets.find(({ name }) => name === target)?.write(first) ?? "";
  const found = readLaunch(text, "test");
  if ("problem" in found) throw new Error(found.problem);
  const missing = [...("plan.seq_len" in found.plan ? [] : [`plan.seq_len = ${first.scenario.plan.seqLen}`])];
  const change = missing.length === 0 ? "" : ` with { ${missing.join(", ")} }`;
  const own = /^model imported_model/m.test(found.text);
  const text2 = [
    found.text.replace(/^edition 2026\n/, ""),
    `import ${model} from "std/models"`,
    `import ${cluster} from "std/clusters"`,
  ];
  const nodes = first.scenario.cluster.nodes;
  const source = [
    ...text2.slice(1),
    text2[0],
    `let base = ${own ? "imported_model" : model} on (${cluster} with { nodes = ${nodes} }) with imported${change}`,
  ].join("\n");
  return { job: job(source), text, imported: found.text };
}

/** Paths whose values differ by more than rounding, less those that the file's comment names, or the imported plan's. */
function silentlyLost(
  table: ArgumentTable,
  first: Job,
  { job: second, text, imported }: ReturnType<typeof again>,
): readonly string[] {
  // Steps between checkpoints are no time to a reader who does not know how long a step takes.
  const unread = /^# {3}\S*(interval|period) /m.test(imported);
  const told = lostBy(table, first).map(({ path }) => path);
  for (const path of told) expect(text).toContain(`${path} = `);
  const idle = idleFields(table, first.settings);
  const paths = new Set([...Object.keys(first.settings), ...Object.keys(second.settings)]);
  return [...paths].filter(
    (path) =>
      !idle.has(path) &&
      (table.model || path.startsWith("plan.")) &&
      !sameSetting(first.settings[path], second.settings[path]) &&
      !rounded(path, first.settings[path], second.settings[path], first.settings, first.runSize) &&
      !(unread && path.startsWith("plan.checkpoint")) &&
      !told.some((one) => one === path || path.startsWith(`${one}.`) || one.startsWith(`${path}.`)) &&
      !nobodysWish(path, first, second),
  );
}

/** A default of another framework, which the plan did not ask for and the arguments cannot say. */
function nobodysWish(path: string, first: Job, second: Job): boolean {
  const given = (one: Job): boolean => one.scenario.origins[path]?.kind === "given";
  return !given(first) && !given(second);
}

const plansOf: readonly (readonly [name: string, model: string, cluster: string])[] = [
  ["dense", "llama3_70b", "dgx_h100"],
  ["mixture", "deepseek_v2", "dgx_h100"],
  ["old", "gpt3_175b", "dgx_h100"],
  ["sharded", "llama3_8b", "dgx_h100"],
  ["titan", "llama3_405b", "dgx_h100"],
  ["nano", "llama3_8b", "dgx_h100"],
  ["max", "llama3_8b", "dgx_h100"],
  ["experts", "mixtral_8x7b", "dgx_h100"],
  ["bridge", "deepseek_v2", "dgx_h100"],
];

describe.each(frameworkTables)("plan, %s, plan", (target, table) => {
  test.each(plansOf)("%s: what comes back otherwise is named", (name, model, cluster) => {
    const first = jobs[name];
    if (!first) throw new Error(name);
    if (target === "maxtext" && name === "titan") {
      // Its 126 layers are no whole number of layers a stage, so MaxText has no file for it; the comment says why.
      expect(lostBy(table, first).map(({ path }) => path)).toContain("plan.split");
      expect(() => again(target, first, model, cluster)).toThrow("126 layers do not divide into 16 stages");
      return;
    }
    const second = again(target, first, model, cluster);
    expect(silentlyLost(table, first, second)).toEqual([]);
  });
});

describe("in their own framework plans come back whole", () => {
  const fields = (one: Job, ...less: readonly string[]): Record<string, Setting> =>
    Object.fromEntries(
      Object.entries(one.settings).filter(([path]) => !less.some((prefix) => path.startsWith(prefix))),
    );

  test.each([
    ["dense", "megatron", "llama3_70b"],
    ["mixture", "megatron", "deepseek_v2"],
    ["nano", "nanotron", "llama3_8b"],
    ["max", "maxtext", "llama3_8b"],
    ["experts", "maxtext", "mixtral_8x7b"],
    ["bridge", "megatron_bridge", "deepseek_v2"],
    ["dense", "megatron_bridge", "llama3_70b"],
    ["torch", "pytorch", "llama3_8b"],
  ] as const)("%s in %s, model and plan, but for rounding", (name, target, model) => {
    const first = jobs[name];
    if (!first) throw new Error(name);
    // A launch file does not know how long a step takes, and the last sample is whole.
    const less = ["plan.checkpoint", "plan.tokens"];
    // Rotary positions have no end that Megatron Bridge would be told.
    if (target === "megatron_bridge") less.push("model.max_seq_len");
    const sorted = (one: Job): object =>
      Object.fromEntries(
        Object.entries(fields(one, ...less)).map(([path, value]) => [
          path,
          typeof value === "object" && value !== null ? value.toSorted() : value,
        ]),
      );
    const second = again(target, first, model, "dgx_h100").job;
    expect(sorted(second)).toEqual(sorted(first));
  });
});

/** Plans that the engine answers for, of all that a row can carry. */
const plans = fc.record({
  tp: fc.constantFrom(1, 2, 4, 8),
  pp: fc.constantFrom(1, 2, 4),
  vpp: fc.constantFrom(1, 2, 5),
  cp: fc.constantFrom(1, 2),
  cpType: fc.constantFrom("ring", "all_gather", "ulysses"),
  zero: fc.constantFrom(0, 1, 2, 3),
  sequence: fc.boolean(),
  recompute: fc.constantFrom(
    "none",
    "full",
    "full(layers = 3)",
    "full(unit = 4)",
    "full(layers = 3, unit = 2)",
    "selective(attention)",
    "selective([norms, mlp])",
    "selective(ops)",
    "full(layers = 5)",
    "full(distribute = true)",
  ),
  precision: fc.constantFrom("bf16", "fp16", "fp8(scaling = mx)", "nvfp4", "bf16(moments = bf16)", "fp32"),
  optimizer: fc.constantFrom("adam", "adamw", "sgd", "sgd_momentum", "lion", "muon"),
  overlap: fc.constantFrom("none", "[dp]", "[dp, pp]", "[dp, tp]"),
  micro: fc.constantFrom(1, 2),
  flash: fc.boolean(),
  offload: fc.constantFrom("none", "activations"),
});

describe.each(frameworkTables)("any plan through %s", (target, table) => {
  test("comes back, or what does not is named in the file", () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const text = program(
          "llama3_70b",
          32,
          [
            `tp = ${plan.tp}`,
            `pp = ${plan.pp}`,
            ...(plan.pp > 1 && plan.vpp > 1 ? [`vpp = ${plan.vpp}`] : []),
            `cp = ${plan.cp}`,
            `cp_type = ${plan.cpType}`,
            `zero = ${plan.zero}`,
            `sequence_parallel = ${plan.tp > 1 && plan.sequence}`,
            `recompute = ${plan.recompute}`,
            `precision = ${plan.precision}`,
            `optimizer = ${plan.optimizer}`,
            `overlap = ${plan.overlap}`,
            `micro_batch = ${plan.micro}`,
            `flash_attention = ${plan.flash}`,
            `offload = ${plan.offload}`,
            "seq_len = 4Ki",
            "global_batch = 1_024 sequences",
          ].join("\n"),
        );
        let first: Job;
        try {
          first = job(text);
        } catch {
          fc.pre(false);
          return;
        }
        const second = again(target, first, "llama3_70b", "dgx_h100");
        expect(silentlyLost(table, first, second)).toEqual([]);
      }),
      { numRuns: runs(5, 25) },
    );
  });
});
