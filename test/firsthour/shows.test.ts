import { describe, expect, it } from "vitest";
import { toText } from "../../src/report/index.ts";
import { cell, memorySession } from "../support/memorySession.ts";

const BASE = `import llama3_8b from "std/models"
import dgx_h100 from "std/clusters"
plan p { framework = torchtitan, seq_len = 8Ki, global_batch = 64 sequences }
let base = llama3_8b on (dgx_h100 with { nodes = 2 }) with p
let wide = base with { plan.tp = 2, plan.zero = 3 }
`;
function text(code: string): string {
  const session = memorySession();
  cell(session, BASE);
  return cell(session, code)
    .outputs.map(({ document }) => toText(document, { width: 120 }))
    .join("\n");
}

describe("`show` of several scenarios", () => {
  it("compares them: two columns, the settings that differ, and the change", () => {
    const shown = text("show base, wide");
    expect(shown).toMatch(/base +wide +change/);
    expect(shown).toMatch(/plan\.tp +1 +2/);
    expect(shown).toMatch(/step_time +\S+ s +\S+ s +[+-]/);
    expect(shown).not.toContain("One training step");
  });

  it("compares the items of a list as well", () => {
    expect(text("show [base, wide]")).toBe(text("show base, wide"));
  });

  it("gives each item of a list a row of the columns that are asked for", () => {
    const shown = text("show [base, wide] { plan.tp, step_time }");
    expect(shown).toMatch(/^scenario +plan\.tp +step_time/m);
    expect(shown).toMatch(/^base +1 +[\d.]+/m);
    expect(shown).toMatch(/^wide +2 +[\d.]+/m);
  });
});

it("`show` of a record inside a scenario lists its fields", () => {
  const shown = text("show base.cluster.scale_up");
  expect(shown).toMatch(/^bandwidth +450 GB\/s/m);
  expect(shown).toMatch(/^domain +8/m);
});

it("`show` of a group of results lists its numbers, and says why there are none", () => {
  const experts = `import mixtral_8x7b from "std/models"
let sparse = base with { model = mixtral_8x7b, plan.ep = 8 }
show sparse.experts`;
  expect(text(experts)).toMatch(/^tokens +\S+ tokens/m);
  expect(text("let aimed = base with { plan.target_loss = 2.4 }\nshow aimed.token_factor")).toMatch(
    /^sync +1$/m,
  );
  expect(text("show base.experts")).toBe("");
});

it("a row whose degrees do not fit the devices shows no half of a replica", () => {
  const shown = text("sweep s = base for plan.tp in [8, 32]\nshow s { plan.tp, plan.dp }");
  expect(shown).toMatch(/^ *8 +2\b/m);
  expect(shown).not.toMatch(/0\.5\b/);
});

describe("a search over all plans", () => {
  const shown = text(
    "search s = base for plan in all for plan.tp in [2] for plan.micro_batch in [1] keep 10\nshow s",
  );

  it("names settings that all its rows share once, in the caption", () => {
    expect(shown.replace(/\s+/g, " ")).toMatch(/; all with .*tp = 2/);
    expect(shown).not.toMatch(/plan\.tp/);
  });
});
