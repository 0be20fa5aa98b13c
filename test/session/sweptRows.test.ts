import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BASE, cell, codes, memorySession, shown } from "../support/memorySession.ts";

/** Paths that a sweep may vary, and values for each: some of them go through, some are refused. */
const AXES: Readonly<Record<string, readonly string[]>> = {
  "plan.tp": ["2", "4", "8", "3"],
  "plan.pp": ["2", "4", "8", "7"],
  "plan.micro_batch": ["1", "2", "4"],
  "plan.zero": ["0", "1", "2"],
  "plan.sequence_parallel": ["true", "false"],
  "plan.recompute": ["none", "selective(attention)", "full"],
  "plan.schedule": ["1f1b", "gpipe"],
  "plan.tokens": ["1e9 tokens", "300e9 tokens", "1e12 tokens"],
  "plan.global_batch": Array.from({ length: 40 }, (_, i) => `${32 * (i + 1)} sequences`),
  "plan.seq_len": ["1_024", "2_048", "4_096"],
  "cluster.nodes": ["8", "16", "32"],
  "cluster.scale_out.nic": Array.from({ length: 12 }, (_, i) => `${50 * (i + 1)} Gb/s`),
  "cluster.device.memory": ["40 GB", "80 GB"],
};
const COLUMNS = [
  "plan.dp, plan.num_micro_batches, cluster.devices, cluster.devices * plan.micro_batch",
  "step_time, mfu, memory.peak as GiB, memory.fits, time.dp, plan.tokens / steps",
].join(", ");
const PLAIN = `${BASE}let s = gpt3_175b on c with (p with { vpp = 1, schedule = 1f1b, tokens = 300e9 tokens })\n`;

type Rows = readonly (readonly unknown[])[];
const rowsOf = (session: ReturnType<typeof memorySession>, what: string): Rows =>
  (shown(session, what) as { readonly rows: Rows }).rows;

const axis = fc
  .constantFrom(...Object.keys(AXES))
  .chain((path) =>
    fc.tuple(fc.constant(path), fc.shuffledSubarray([...(AXES[path] ?? [])], { minLength: 1 })),
  );
const sweeps = fc.uniqueArray(axis, { minLength: 2, maxLength: 4, selector: ([path]) => path });

describe("every cell of a row is that of its scenario alone", () => {
  test("of sweeps made by chance, refused rows among them", () => {
    fc.assert(
      fc.property(sweeps, fc.integer(), (axes, pick) => {
        const session = memorySession();
        const fors = axes.map(([path, values]) => `  for ${path} in [${values.join(", ")}]`).join("\n");
        expect(
          codes(cell(session, `${PLAIN}sweep w = s\n${fors}`)).filter((one) => one !== "empty-sweep"),
        ).toEqual([]);
        const all = rowsOf(session, `w { ${COLUMNS} }`);
        const sizes = axes.map(([, values]) => values.length);
        const total = sizes.reduce((product, size) => product * size, 1);
        expect(all).toHaveLength(total);
        for (let n = 0; n < 6; n++) {
          const place = Math.abs(pick + n * 7919) % total;
          let rest = place;
          const own = axes.map(() => "");
          for (let i = axes.length - 1; i >= 0; i--) {
            const [path, values] = axes[i] ?? ["", []];
            own[i] = `  for ${path} in [${values[rest % values.length]}]`;
            rest = Math.floor(rest / values.length);
          }
          cell(session, `sweep one = s\n${own.join("\n")}`);
          const [alone = []] = rowsOf(session, `one { ${COLUMNS} }`);
          const row = all[place] ?? [];
          expect(row.slice(0, alone.length)).toEqual(alone);
          expect(row.slice(alone.length).every((one) => one === null)).toBe(true);
        }
      }),
      { numRuns: 6 },
    );
  });

  test("whatever a condition and a derived column read, in the order of the rows", () => {
    const session = memorySession();
    const text = `${PLAIN}sweep w = s
  for (plan.tp, plan.micro_batch) in [[8, 1], [8, 2], [4, 1], [3, 1]]
  for cluster.nodes in [8, 16]
  for plan.global_batch in range(64 sequences, 6_400 sequences, step = 64 sequences)
  derive share = plan.global_batch / cluster.devices
  derive relative = first(step_time) / step_time
  where cluster.nodes * 2 == 32 and step_time < 60 s
  where share > 1 sequences`;
    expect(codes(cell(session, text))).toEqual([]);
    const rows = rowsOf(
      session,
      "w { plan.tp, plan.micro_batch, cluster.nodes, plan.global_batch, step_time, share, relative }",
    );
    const answered = rows.filter((row) => row[4] !== null);
    expect(answered.length).toBeGreaterThan(20);
    for (const [tp, microBatch, nodes, batch, seconds, share] of [
      answered[0],
      answered.at(-1),
      answered[9],
    ].map((row) => row ?? [])) {
      cell(
        session,
        `let one = s with { plan.tp = ${tp}, plan.micro_batch = ${microBatch}, cluster.nodes = ${nodes}, plan.global_batch = ${batch} sequences }`,
      );
      expect(shown(session, "one.step_time")).toBe(seconds);
      expect(nodes).toBe(16);
      expect(share).toBe(Number(batch) / 128);
    }
    // The first row that what is known without columns leaves is what `first` counts from.
    cell(
      session,
      "let start = s with { plan.tp = 8, plan.micro_batch = 1, cluster.nodes = 16, plan.global_batch = 64 sequences }",
    );
    const start = Number(shown(session, "start.step_time"));
    for (const row of answered) expect(row[6]).toBe(start / Number(row[4]));
  });

  test("a name around the table is read anew when it changes", () => {
    const session = memorySession();
    cell(session, `${PLAIN}let factor = 2\nsweep w = s for plan.tp in [4, 8]`, "one");
    expect(rowsOf(session, "w { plan.tp * factor }")).toEqual([[8], [16]]);
    cell(session, "let factor = 3", "two");
    expect(rowsOf(session, "w { plan.tp * factor }")).toEqual([[12], [24]]);
  });

  test("whole parts that are swept, and what is read of a model alone", () => {
    const session = memorySession();
    const text = `${PLAIN}model half = gpt3_175b with { layers = 48 }
sweep w = s for model in [gpt3_175b, half] for plan.tp in [4, 8]`;
    expect(codes(cell(session, text))).toEqual([]);
    const rows = rowsOf(session, "w { model.layers, model.params, model.params / plan.tp, params }");
    expect(rows.map((row) => row[0])).toEqual([96, 96, 48, 48]);
    for (const [, alone, each, engines] of rows) {
      expect(alone).toBe(engines);
      expect([4, 8]).toContain(Number(alone) / Number(each));
    }
    expect(new Set(rows.map((row) => row[1])).size).toBe(2);
  });
});

/** Sweeps of more rows than are estimated one by one; each is cut at its first clause into some that are. */
const LONG: Readonly<
  Record<string, readonly [first: readonly [path: string, values: readonly string[]], rest: string]>
> = {
  "numbers of the machine, until another algorithm is faster": [
    ["plan.tp", ["2", "8"]],
    `for cluster.scale_out.nic in range(5 Gb/s, 600 Gb/s, step = 25 Gb/s) for cluster.scale_up.bandwidth in [20 GB/s, 100 GB/s, 300 GB/s, 900 GB/s] for plan.zero in [0, 1]`,
  ],
  "batches, some of which do not divide": [
    ["plan.pp", ["4", "8", "7"]],
    `for cluster.nodes in [8, 16] for plan.micro_batch in [1, 2, 4] for plan.global_batch in range(16 sequences, 480 sequences, step = 16 sequences)`,
  ],
  "what a run costs, where some have no tokens": [
    ["plan.tokens", ["none", "1e9 tokens", "3e11 tokens", "1e12 tokens"]],
    `for cluster.device.memory_bandwidth in range(1_000 GB/s, 3_000 GB/s, step = 100 GB/s) for plan.seq_len in [1_024, 2_048, 4_096]`,
  ],
};

describe("every row of a sweep that is compiled is that of the same sweep in pieces that are not", () => {
  test.each(Object.entries(LONG))("%s", (_, [[path, values], rest]) => {
    const session = memorySession();
    const clauses = "  derive share = time.dp / step_time\n  where step_time < 300 s";
    const columns =
      "{ plan.tp, plan.dp, step_time, mfu, memory.peak, memory.fits, time.tp, time.bubble, share, power, step_time.high }";
    const sweep = (name: string, own: readonly string[]): string =>
      `sweep ${name} = s\n  for ${path} in [${own.join(", ")}]\n  ${rest}\n${clauses}`;
    expect(codes(cell(session, `${PLAIN}${sweep("whole", values)}`))).toEqual([]);
    const whole = rowsOf(session, `whole ${columns}`);
    expect(whole.length).toBeGreaterThan(200);
    const pieces = values.flatMap((value) => {
      cell(session, sweep("piece", [value]));
      return rowsOf(session, `piece ${columns}`).map((row) => row.slice(0, 11));
    });
    expect(pieces.every((row) => row.length === 11)).toBe(true);
    expect(whole.map((row) => row.slice(0, 11))).toEqual(pieces);
  });
});
