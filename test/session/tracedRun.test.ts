import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createWorld } from "../../src/host/index.ts";
import { toText } from "../../src/report/index.ts";
import { createSession, type Output, type RunResult } from "../../src/session/index.ts";
import { cell, codes, shown } from "../support/memorySession.ts";

const samples = join(import.meta.dirname, "../measured/samples");
const texts = ({ outputs }: RunResult): string => outputs.map(({ document }) => toText(document)).join("\n");

const PROGRAM = `
import t from "./kineto-a100-allreduce.json.gz"
import dgx_a100, dgx_h100 from "std/clusters"
import llama3_8b from "std/models"
plan p {
  dp = fill
  seq_len = 2_048
  micro_batch = 1
  global_batch = 2 sequences
}
let base = llama3_8b on (dgx_a100 with { nodes = 1, devices_per_node = 2 }) with p
`;

function session() {
  const { threads: _, ...world } = createWorld(samples);
  const s = createSession(world);
  expect(codes(cell(s, PROGRAM))).toEqual([]);
  return s;
}

describe("a trace", () => {
  test("has the parts of a step as numbers that add up to it", () => {
    const s = session();
    expect(shown(s, "t.devices")).toBe(2);
    expect(shown(s, "t.device")).toBe("NVIDIA A100-PG509-200");
    const parts =
      "t.matmuls + t.attention + t.memory_bound + t.optimizer + t.exposed_communication + t.copies + t.unknown + t.idle";
    expect(shown(s, parts)).toBeCloseTo(shown(s, "t.step_time") as number, 9);
    expect(shown(s, "t.exposed_communication + t.hidden_communication")).toBeCloseTo(
      shown(s, "t.communication") as number,
      9,
    );
    expect(shown(s, "length(t.kernels)")).toBeGreaterThan(50);
  });

  test("is shown with its parts and collectives, and a table of its kernels can be asked", () => {
    const s = session();
    const text = texts(cell(s, "show t\nsweep slow = t.kernels where time > 1 ms\nshow slow { part, time }"));
    expect(text).toContain(
      "t: trace of PyTorch profiler, NVIDIA A100-PG509-200, rank 0 of 2, 2 profiled steps",
    );
    expect(text).toMatch(/all_reduce +default_pg +2 /);
    expect(text).not.toContain("steady_share");
  });

  test("is drawn by its parts", () => {
    const figure = cell(session(), "plot t").outputs[0]?.document.blocks[0];
    expect(figure?.kind === "figure" && figure.title).toBe("time by part");
  });

  test("stands beside a prediction part by part", () => {
    const s = session();
    const result = cell(s, "compare t, base");
    expect(codes(result)).toEqual([]);
    const { parts, unlike } = (result.outputs[0] as Output).data as {
      readonly parts: readonly {
        readonly name: string;
        readonly measured: number;
        readonly predicted: number;
      }[];
      readonly unlike: readonly unknown[];
    };
    expect(unlike).toEqual([]);
    expect(parts.map(({ name }) => name)).toEqual([
      "computation",
      "communication",
      "optimizer",
      "copies",
      "idle",
    ]);
    const total = (of: "measured" | "predicted"): number => parts.reduce((sum, part) => sum + part[of], 0);
    expect(total("measured")).toBeCloseTo(shown(s, "t.step_time") as number, 9);
    expect(total("predicted")).toBeCloseTo(shown(s, "base.step_time") as number, 9);
    expect(result.outputs[0]?.document.blocks.map(({ kind }) => kind)).toContain("figure");
  });

  test("says where its numbers come from", () => {
    const s = session();
    const exposed = texts(cell(s, "explain t.exposed_communication"));
    expect(exposed).toContain("Time of a step in which collectives run and nothing else.");
    expect(exposed).toMatch(/all_reduce in default_pg of 2, 5 calls of 19\.50 MiB = 10\.31 ms/);
    const step = texts(cell(s, "explain t.step_time"));
    const shares = [...step.matchAll(/= [^\n]*?, ([\d.]+)%/g)].map(([, share]) => Number(share));
    expect(shares.reduce((sum, one) => sum + one, 0)).toBeCloseTo(100, 0);
    const kernels = [
      ...texts(cell(s, "explain t.matmuls")).matchAll(/(?:calls?|names) = ([\d.]+) (ms|us)/g),
    ].map(([, time, unit]) => Number(time) * (unit === "ms" ? 1e-3 : 1e-6));
    expect(kernels.reduce((sum, one) => sum + one, 0)).toBeCloseTo(shown(s, "t.matmuls") as number, 4);
  });

  test("is drawn above the predicted step, on one axis of time", () => {
    const s = session();
    const figure = cell(s, "compare t, base").outputs[0]?.document.blocks.at(-1);
    if (figure?.kind !== "figure" || figure.text.kind !== "gantt") throw new Error("no timeline");
    const rows = new Map(figure.text.rows.map(({ label, cells }) => [label, cells] as const));
    expect([...rows.keys()]).toEqual([
      ...["measured compute", "measured comm", "measured copies", "predicted compute", "predicted comm"],
    ]);
    expect(figure.text.unit).toBe("ms");
    const lastEnd = (row: string): number => Math.max(...(rows.get(row) ?? []).map(({ end }) => end / 1000));
    expect(lastEnd("predicted compute")).toBeCloseTo(shown(s, "base.step_time") as number, 4);
    expect(lastEnd("measured compute")).toBeLessThanOrEqual((shown(s, "t.step_time") as number) * 1.02);
    expect(rows.get("predicted compute")?.map(({ tone }) => tone)).toEqual([
      ...["forward", "backward", "optimizer"],
    ]);
  });

  test("of another maker's device is not the run that was predicted, even where its name has no model", () => {
    const s = session();
    cell(
      s,
      'import m from "./kineto-mi250.json.gz"\nlet own = base with { cluster.device.memory = 100 GiB }',
    );
    const text = texts(cell(s, "compare m, base\ncompare m, own\ndiagnose m against base"));
    expect(text.match(/cluster\.device is AMD Radeon Graphics, not a100/g)).toHaveLength(2);
    expect(text).toContain("The run has other settings than the scenario");
  });

  test("of another device is not the run that was predicted", () => {
    const s = session();
    const result = cell(
      s,
      "compare t, llama3_8b on (dgx_h100 with { nodes = 1, devices_per_node = 2 }) with p",
    );
    expect(texts(result)).toContain("cluster.device is NVIDIA A100-PG509-200, not h100_sxm");
  });

  test("is read once, with progress; an interrupt ends the reading", () => {
    const folder = mkdtempSync(join(tmpdir(), "trace-"));
    copyFileSync(join(samples, "kineto-a100-allreduce.json.gz"), join(folder, "a.json.gz"));
    const seen: number[] = [];
    const again = (interrupted: boolean): unknown => {
      const { threads: _, ...world } = createWorld(folder);
      const progress = (done: number, total: number): unknown => seen.push(done / total);
      const s = createSession({ ...world, progress, interrupted: () => interrupted });
      return codes(cell(s, 'import t from "./a.json.gz"\nshow t.step_time'));
    };
    expect(again(true)).toEqual(["interrupted"]);
    expect(seen).toEqual([1]);
    expect([again(false), again(false)]).toEqual([[], []]);
    expect(seen).toEqual([1, 1]);
    rmSync(folder, { recursive: true });
  });
});

test("the text of a trace is read where a host has only texts", () => {
  const text = JSON.stringify({
    traceEvents: [{ cat: "kernel", name: "gemm", ts: 1, dur: 1000, args: {} }],
  });
  const read = (specifier: string) =>
    specifier === "./profile.json" ? { name: "profile.json", text } : ({ problem: "missing" } as const);
  const s = createSession({ read, list: () => [], interrupted: () => false });
  expect(codes(cell(s, 'import t from "./profile.json"\n'))).toEqual([]);
  expect(shown(s, "t.matmuls")).toBeCloseTo(1e-3, 12);
});
