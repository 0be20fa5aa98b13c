import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { frameworkTags } from "../../../src/dsl/schema/rows/framework.ts";
import { stacksWith } from "../../../src/dsl/schema/stacksWith.ts";
import type { Scenario } from "../../../src/engine/scenario/scenario.ts";
import { createWorld } from "../../../src/host/index.ts";
import { createSession } from "../../../src/session/index.ts";

const session = createSession(createWorld(fileURLToPath(new URL("../../..", import.meta.url))));

/** What the evaluator makes of a stack's lists. */
function evaluated(name: string): Scenario["plan"]["framework"] {
  const { outputs } = session.run(
    [
      'import selene from "std/clusters"',
      'import llama3_8b from "std/models"',
      `plan p { framework = ${name}, seq_len = 4Ki, global_batch = 1_024 sequences, zero = 0 }`,
      "show llama3_8b on (selene with { nodes = 8 }) with p",
    ].join("\n"),
    { name: "test", mode: "file" },
  );
  const data = outputs[0]?.data as { scenario: Scenario } | undefined;
  if (!data) throw new Error(name);
  return data.scenario.plan.framework;
}

test("the stacks that have something, by their defaults as the evaluator reads them", () => {
  const asked = [
    ...(["0", "1", "2", "3"] as const).map((stage) => ["zero_stages", "zeroStages", stage] as const),
    ...(["activations", "optimizer"] as const).map((what) => ["offloads", "offloads", what] as const),
    ...(["full", "layers", "attention"] as const).map((what) => ["recomputes", "recomputes", what] as const),
    ...(["zb_v", "1f1b"] as const).map((what) => ["schedules", "schedules", what] as const),
    ...(["tp", "etp"] as const).map((what) => ["degrees", "degrees", what] as const),
  ];
  const stacks = frameworkTags.filter(({ name }) => name !== "generic").map(({ name }) => evaluated(name));
  for (const [field, ability, value] of asked) {
    const found = stacks.filter(({ runs }) => runs[ability]?.map(String).includes(value));
    expect([field, value, stacksWith(field, value)]).toEqual([field, value, found.map(({ name }) => name)]);
  }
});
