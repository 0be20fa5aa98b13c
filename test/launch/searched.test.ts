import { describe, expect, test } from "vitest";
import { frameworkTags } from "../../src/dsl/schema/rows/framework.ts";
import { lostBy } from "../../src/launch/run/job.ts";
import { trainerOf } from "../../src/launch/targets/trainer.ts";
import { job } from "./jobs.ts";

/** What a file may leave to the run: a trial's length, and what DeepSpeed's training script is told besides. */
const LEFT = (framework: string): ReadonlySet<string> =>
  new Set(["plan.tokens", ...(framework === "deepspeed" ? ["plan.seq_len"] : [])]);

type Case = readonly [model: string, cluster: string, nodes: number, batch: string];

const cases: readonly [Case, ...Case[]] = [
  ["llama3_8b", "dgx_h100", 2, "seq_len = 8Ki\nglobal_batch = 128 sequences"],
  ["llama3_70b", "selene", 8, "seq_len = 4Ki\nglobal_batch = 256 sequences"],
  ["mixtral_8x7b", "dgx_h100", 8, "seq_len = 4Ki\nglobal_batch = 512 sequences"],
];

/** The best plan of a search over all plans of a stack, for launching. */
function best(framework: string, [model, cluster, nodes, batch]: Case) {
  return job(
    [
      `import ${model} from "std/models"`,
      `import ${cluster} from "std/clusters"`,
      `plan p {\nframework = ${framework}\n${batch}\n}`,
      `let start = ${model} on (${cluster} with { nodes = ${nodes} }) with p`,
      "search found = start where memory.peak <= 0.92 * memory.capacity",
      "let base = first(found)",
    ].join("\n"),
  );
}

/** Stacks that files are written for, with the years whose code differs in what it runs. */
const launched = [
  ...["megatron_core", "megatron_core(2024)", "megatron_lm(2024)", "megatron_deepspeed(2023)"],
  ...[
    "deepspeed",
    "deepspeed(2026)",
    "torchtitan",
    "megascale",
    "pai_megatron",
    "nanotron",
    "maxtext",
    "megatron_bridge",
    "pytorch",
  ],
];

test("no stack that has an exporter is left out", () => {
  const known = new Set(launched.map((one) => one.replace(/\(.*/, "")));
  const [first] = cases;
  const base = best("megatron_core", first);
  const exported = frameworkTags
    .map(({ name }) => name)
    .filter((name) => {
      const plan = { ...base.scenario.plan, framework: { ...base.scenario.plan.framework, name } };
      return trainerOf({ ...base, scenario: { ...base.scenario, plan } }).table !== null;
    });
  expect(new Set(exported)).toEqual(known);
});

/** Cases of a framework: experts on fewer nodes where its plan space is the largest, so that the test stays short. */
const casesOf = (framework: string): readonly Case[] =>
  framework === "maxtext"
    ? [...cases.slice(0, 2), ["mixtral_8x7b", "dgx_h100", 2, "seq_len = 4Ki\nglobal_batch = 128 sequences"]]
    : cases;

describe.each(launched)("the best plan of %s is launched as it is", (framework) => {
  test.each(casesOf(framework))(
    "%s on %s",
    (...one) => {
      const found = best(framework, one);
      const { table } = trainerOf(found);
      if (!table) throw new Error("no exporter");
      const left = LEFT(framework.replace(/\(.*/, ""));
      const lost = lostBy(table, found).filter(({ path }) => path.startsWith("plan.") && !left.has(path));
      expect(lost).toEqual([]);
    },
    60_000,
  );
});

describe("a search chooses nothing that its framework does not run", () => {
  const [small] = cases;
  const found = (fields: string, clauses = ""): ReturnType<typeof best>["scenario"]["plan"] => {
    const [model, cluster, nodes, batch] = small;
    const { scenario } = job(
      [
        `import ${model} from "std/models"`,
        `import ${cluster} from "std/clusters"`,
        `plan p {\nframework = torchtitan\n${batch}\n${fields}\n}`,
        `let start = ${model} on (${cluster} with { nodes = ${nodes} }) with p`,
        `search found = start for plan in all ${clauses}`,
        "let base = first(found)",
      ].join("\n"),
    );
    return scenario.plan;
  };

  test("not because its base says it, nor because a clause does", () => {
    expect(found("zero = 1").zero).toBe(3);
    expect(found("", "for plan.zero in [1, 3]").zero).toBe(3);
    expect(() => found("", "for plan.zero in [1, 2]")).toThrow("at least one row");
  });

  test("what it does not choose stays its author's wish", () => {
    expect(found("optimizer = adam\ncp_type = ulysses", "for plan.cp in [1]").cpType).toBe("ulysses");
    expect(found("precision = fp8(scaling = delayed)").precision.scaling).toBe("delayed");
  });
});
