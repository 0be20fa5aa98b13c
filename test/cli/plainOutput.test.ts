import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { plainOutput } from "../../src/cli/plainOutput.ts";
import { createWorld } from "../../src/host/index.ts";
import { createSession } from "../../src/session/index.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

test("what a sweep's table prints can be handed to another thread", () => {
  const text = `
    import dgx_h100 from "std/clusters"
    import llama3_8b from "std/models"
    plan p { dp = fill, zero = 1, seq_len = 8Ki, global_batch = 256 sequences, precision = bf16 }
    sweep sizes = llama3_8b on dgx_h100 with p
      for cluster.nodes in [4, 8]
    show sizes { cluster.nodes, step_time }
    plot sizes { x = cluster.nodes, y = step_time }`;
  const { diagnostics, outputs } = createSession(createWorld(root)).run(text, {
    name: "a.dtp",
    mode: "file",
  });
  expect(diagnostics).toEqual([]);
  for (const output of outputs) {
    const sent = structuredClone(plainOutput(output));
    expect(sent).toEqual(plainOutput(output));
  }
  const [table] = outputs[0]?.document.blocks.filter(({ kind }) => kind === "table") ?? [];
  expect(table?.kind === "table" && table.rows.length).toBe(2);
});
