import { expect, test } from "vitest";
import { dtp } from "../../src/cli/dtp.ts";
import { evaluateHere } from "../../src/cli/evaluateHere.ts";
import { plainOutput } from "../../src/cli/plainOutput.ts";
import { testIo } from "./testIo.ts";

/** More rows than those whose estimates are kept. */
const ROWS = 2_400;
const PROGRAM = `edition 2026
import dgx_h100 from "std/clusters"
import llama3_8b from "std/models"
plan p { dp = fill, zero = 1, seq_len = 8Ki, global_batch = 256 sequences, precision = bf16 }
sweep prices = llama3_8b on (dgx_h100 with { nodes = 4 }) with p
  for plan.recompute in [none, full]
  for cluster.price in range($0.01/GPU-hour, $12/GPU-hour, step = $0.01/GPU-hour)
show prices { plan.recompute, cluster.price, step_time }
plot prices { x = cluster.price, y = step_time, color = plan.recompute }
`;

/** The whole command, and what its evaluating thread hands on. */
async function run(...flags: string[]) {
  const io = testIo({
    readStdin: async () => Buffer.from(PROGRAM),
    evaluate: async (request, events) => {
      const handed = (one: Parameters<typeof plainOutput>[0]) => structuredClone(plainOutput(one, request));
      const result = evaluateHere(request, { output: (one) => events.output?.(handed(one)) });
      return { ...result, outputs: result.outputs.map(handed) };
    },
  });
  const code = await dtp(["run", "-", ...flags], io);
  return { code, out: io.stdoutText(), err: io.stderrText() };
}

test("a long table is exported whole, printed by its first and last rows, and plotted by what decides its pixels", async () => {
  const { code, out } = await run("--json");
  const { outputs } = JSON.parse(out) as {
    outputs: readonly { readonly kind: string; readonly data: { readonly rows: readonly unknown[][] } }[];
  };
  expect(code).toBe(0);
  const rows = outputs.find(({ kind }) => kind === "show")?.data.rows ?? [];
  expect(rows).toHaveLength(ROWS);
  expect(new Set(rows.map(([recompute]) => recompute))).toEqual(new Set(["none", "full"]));
  for (const [at, [, price]] of rows.entries())
    expect(price).toBeCloseTo(((at % (ROWS / 2)) + 1) / 100 / 3600, 9);

  const printed = await run();
  expect(printed.code).toBe(0);
  expect(printed.out).toContain("2,300 more rows");
  expect(printed.out).toContain("step time over price");
});
