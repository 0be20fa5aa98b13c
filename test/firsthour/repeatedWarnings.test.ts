import { describe, expect, it } from "vitest";
import { notebook } from "../kernel/support/notebook.ts";
import { cell, memorySession } from "../support/memorySession.ts";

const program = `import llama3_8b from "std/models"
import dgx_h100 from "std/clusters"
plan z1 {
  framework = fsdp, zero = 1, dp = fill, recompute = full
  seq_len = 2_048, global_batch = 256 sequences
}
let t = llama3_8b on dgx_h100 with z1`;

/** What cells of one notebook say on their streams. */
function cells() {
  const { run } = notebook();
  return async (code: string, id?: string, file?: string) => {
    const { published } = await run(code, id, file);
    const text = (name: string) =>
      published
        .flatMap(({ type, content }) =>
          type === "stream" && content.name === name ? [String(content.text)] : [],
        )
        .join("");
    return { warning: /^warning\[([\w-]+)\]/.exec(text("stderr"))?.[1], out: text("stdout") };
  };
}

describe("a warning of a scenario", () => {
  it("stands in full at the first cell that shows it; later cells name that cell in a line", async () => {
    const said = cells();
    expect(await said(program, "one")).toEqual({ warning: undefined, out: "" });
    expect(await said("show t.comm", "two")).toEqual({ warning: "not-in-framework", out: "" });
    const again = { warning: undefined, out: "1 warning is shown at cell [2]\n" };
    expect(await said("show t.time", "three")).toEqual(again);
    expect(await said("plot t.memory", "four")).toEqual(again);
  });

  it("stays at its cell when that runs again, and moves on when that no longer shows it", async () => {
    const said = cells();
    await said(program, "one");
    await said("show t.comm", "two");
    expect(await said("show t.comm", "two")).toEqual({ warning: "not-in-framework", out: "" });
    expect((await said("show t.time", "three")).out).toBe("1 warning is shown at cell [3]\n");
    await said("show 6 * 7", "two");
    expect(await said("show t.time", "three")).toEqual({ warning: "not-in-framework", out: "" });
  });

  it("stands in full again once the scenario has changed", async () => {
    const said = cells();
    await said(program, "one");
    await said("show t.comm", "two");
    await said(program.replace("256 seq", "512 seq"), "one");
    expect((await said("show t.time", "three")).warning).toBe("not-in-framework");
  });

  it("is said once in a console, and by each report of a file", async () => {
    const said = cells();
    await said(program);
    expect((await said("show t.comm")).warning).toBe("not-in-framework");
    expect((await said("show t.comm")).warning).toBe(undefined);
    const file = `${program}\nshow t.comm`;
    expect((await said(file, undefined, "a.dtp")).warning).toBe("not-in-framework");
    expect((await said(file, undefined, "a.dtp")).warning).toBe("not-in-framework");
  });
});

it("a warning that several plans have at one place stands once, with their number", () => {
  const { diagnostics } = cell(
    memorySession(),
    `import dgx_h100 from "std/clusters"
import llama3_70b from "std/models"
plan sharded {
  framework = deepspeed, dp = fill, zero = 3, offload_optimizer = host, offload_weights = host
  recompute = full, flash_attention = true, seq_len = 4_096, global_batch = 512 sequences, precision = bf16
}
let one = llama3_70b on (dgx_h100 with { nodes = 1 }) with sharded
let two = one with { plan.micro_batch = 2 }
plot one.memory, two.memory`,
  );
  expect(diagnostics.map(({ code }) => code)).toEqual(["sharding-holds-more"]);
  expect(diagnostics[0]?.notes.at(-1)).toBe("and once more here, with other numbers");
});
