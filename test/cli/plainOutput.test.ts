import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { plainOutput } from "../../src/cli/plainOutput.ts";
import { createWorld } from "../../src/host/index.ts";
import { toMarkdown, toText } from "../../src/report/index.ts";
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

test("of a long table what is drawn crosses, the same as is drawn here, and its data where more is asked", () => {
  const text = `
    import dgx_h100 from "std/clusters"
    import llama3_8b from "std/models"
    plan p { dp = fill, zero = 1, seq_len = 8Ki, global_batch = 256 sequences, precision = bf16 }
    sweep prices = llama3_8b on dgx_h100 with p
      for cluster.price in range($0.01/GPU-hour, $3/GPU-hour, step = $0.01/GPU-hour)
    show prices { cluster.price, step_time }`;
  const { outputs } = createSession(createWorld(root)).run(text, { name: "a.dtp", mode: "file" });
  const [output] = outputs;
  if (!output) throw new Error("nothing is shown");
  const sent = structuredClone(plainOutput(output, { drawn: true }));
  expect(sent.data).toBe(null);
  const [table] = sent.document.blocks;
  expect(table?.kind === "table" && table.rows.length).toBe(101);
  for (const render of [toText, toMarkdown]) expect(render(sent.document)).toBe(render(output.document));
  const whole = structuredClone(plainOutput(output)).data as { readonly rows: readonly unknown[] };
  expect(whole.rows).toHaveLength(300);
});
