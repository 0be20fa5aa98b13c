import { describe, expect, test } from "vitest";
import type { TraceSummary } from "../../../src/measured/index.ts";
import { toText } from "../../../src/report/index.ts";
import { causes } from "../../../src/session/diagnose/causes.ts";
import type { RunResult, Session } from "../../../src/session/index.ts";
import { BASE, cell, codes, memorySession, shown } from "../../support/memorySession.ts";

interface Data {
  readonly causes: readonly {
    readonly id: string;
    readonly evidence: string;
    readonly seconds: number | null;
  }[];
  readonly absent: readonly string[];
}

/** Result of `diagnose run against t` with the files of a run; `name` is the file's. */
function diagnosed(name: string, text: string, against = "t"): Data & { readonly text: string } {
  const s = memorySession({ [name]: text });
  expect(
    codes(cell(s, `${BASE}\nimport x from "./${name}"\n`)).filter((code) => code !== "no-effect"),
  ).toEqual([]);
  const result = cell(s, `diagnose x against ${against}`);
  expect(codes(result)).toEqual([]);
  const [output] = result.outputs;
  return { ...(output?.data as Data), text: texts(result) };
}

const texts = ({ outputs }: RunResult): string => outputs.map(({ document }) => toText(document)).join("\n");
const ids = ({ causes: found }: Data): readonly string[] => found.map(({ id }) => id);

/** Step time that the program predicts, s. */
const STEP = shown(based(memorySession()), "t.step_time") as number;

function based(s: Session): Session {
  cell(s, BASE);
  return s;
}

/** Log of Megatron-LM with these step times; `before` has lines before an iteration. */
function log(seconds: readonly number[], before: Readonly<Record<number, string>> = {}): string {
  return seconds
    .map((time, at) => {
      const line = ` iteration ${at + 1}/ 1000 | elapsed time per iteration (ms): ${1e3 * time} | global batch size: 64 | lm loss: 2.5 |`;
      return before[at + 1] === undefined ? line : `${before[at + 1]}\n${line}`;
    })
    .join("\n");
}

const around = (middle: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => middle * (1 + 0.002 * Math.sin(7 * at)));

/** Steps as predicted, with some of them replaced. */
const steps = (replaced: Readonly<Record<number, number>> = {}, count = 60): readonly number[] =>
  around(STEP, count).map((time, at) => replaced[at + 1] ?? time);

describe("a log", () => {
  test("as predicted shows no cause", () => {
    const found = diagnosed("a.log", log(steps()));
    expect(ids(found)).toEqual([]);
    expect(found.text).toContain("No cause of the catalogue shows");
    expect(found.absent).toEqual(causes.filter(({ of }) => of !== "trace").map(({ id }) => id));
  });

  const cases: Readonly<Record<string, readonly [text: string, evidence: RegExp]>> = {
    "few-iterations": [log(steps({}, 12)), /Only 12 iterations/],
    "level-shift": [log([...steps(), ...around(1.3 * STEP, 30)]), /from iteration 61 to 90 .*30% more/],
    stalls: [log(steps({ 10: 5 * STEP, 30: 5 * STEP, 50: 5 * STEP })), /They come every 20 iterations/],
    evaluations: [
      log(steps({ 20: 4 * STEP }), { 20: " validation loss at iteration 19 | lm loss value: 2 |" }),
      /1 iteration, /,
    ],
    checkpoints: [
      log(steps({ 20: 4 * STEP }), { 20: "  successfully saved checkpoint from iteration 19" }),
      /of the logged time/,
    ],
    restarts: [`${log(steps())}\n${log(steps())}`, /1 restart\./],
    "varying-steps": [
      log(Array.from({ length: 60 }, (_, at) => STEP * (1 + 0.15 * Math.sin(1.7 * at)))),
      /of the median/,
    ],
    "slow-throughout": [log(steps().map((time) => 2 * time)), /above the interval/],
    "fast-throughout": [log(steps().map((time) => 0.5 * time)), /below the interval/],
    "memory-full": [
      `${log(steps())}\n[Rank 0] (after 60 iterations) memory (MB) | max reserved: 80000.0`,
      /usable memory are reserved/,
    ],
    "memory-above": [
      `${log(steps())}\n[Rank 0] (after 60 iterations) memory (MB) | max reserved: 80000.0`,
      /above the interval/,
    ],
  };
  test.each(Object.entries(cases))("%s", (id, [text, evidence]) => {
    const found = diagnosed("a.log", text);
    expect(ids(found)).toContain(id);
    expect(found.causes.find((one) => one.id === id)?.evidence).toMatch(evidence);
  });

  test("of another plan says so first", () => {
    const found = diagnosed("a.log", log(steps()), "t with { plan.global_batch = 128 sequences }");
    expect(ids(found)[0]).toBe("other-settings");
  });
});

/** Trace as the program predicts it, with changes. */
function traced(change: (summary: TraceSummary) => Partial<TraceSummary> = () => ({})): string {
  const s = based(memorySession());
  const time = (name: string): number => {
    const value = shown(s, `t.time.${name}`);
    return typeof value === "number" ? value : 0;
  };
  const comm = cell(s, "show t.comm").outputs[0]?.data as readonly {
    readonly op: TraceSummary["collectives"][number]["op"];
    readonly groupSize: number;
    readonly bytes: number;
    readonly count: number;
    readonly totalSeconds: number;
    readonly exposedSeconds: number;
  }[];
  const parts = {
    matmul: time("gemm") + time("recompute") + time("vocabulary"),
    attention: time("attention"),
    memory_bound: time("memory_bound"),
    optimizer: time("optimizer"),
    communication: ["tp", "cp", "ep", "pp", "dp"].reduce((sum, name) => sum + time(name), 0),
  };
  const busy = comm.reduce((sum, { totalSeconds }) => sum + totalSeconds, 0);
  const all = Object.values(parts).reduce((sum, one) => sum + one, 0);
  const kernel = (name: string, kind: keyof typeof parts, count: number) => ({
    name,
    kind,
    count,
    seconds: parts[kind],
  });
  const summary: TraceSummary = {
    ...{ source: "PyTorch profiler", device: "NVIDIA A100-SXM4-80GB", rank: 0, worldSize: 64 },
    ...{ steps: [], others: { names: 0, seconds: 0 }, remarks: [], seconds: STEP },
    timeline: { step: null, seconds: STEP, bars: [] },
    parts: [
      ...Object.entries(parts).map(([kind, seconds]) => ({
        kind: kind as keyof typeof parts,
        seconds,
        busy: kind === "communication" ? busy : seconds,
      })),
      { kind: "idle", seconds: STEP - all, busy: STEP - all },
    ],
    collectives: comm.map((one) => ({
      ...{ op: one.op, group: "", groupSize: one.groupSize, bytes: one.bytes, count: one.count },
      ...{ seconds: one.totalSeconds, exposed: one.exposedSeconds },
    })),
    kernels: [
      kernel("ampere_bf16_s16816gemm_bf16_128x256", "matmul", 5000),
      kernel("flash_fwd_kernel", "attention", 500),
      kernel("vectorized_elementwise_kernel", "memory_bound", 5000),
      kernel("multi_tensor_apply_kernel_adam", "optimizer", 4),
    ],
  };
  return JSON.stringify({ dtp_trace_summary: { ...summary, ...change(summary) } });
}

/** Parts of a summary with one of them longer by a share of the step, which becomes longer too. */
function longer(
  summary: TraceSummary,
  kind: TraceSummary["parts"][number]["kind"],
  share: number,
): Partial<TraceSummary> {
  const more = share * summary.seconds;
  const rest = summary.parts.filter((part) => part.kind !== kind);
  const part = summary.parts.find((one) => one.kind === kind) ?? { kind, seconds: 0, busy: 0 };
  const grown = { ...part, seconds: part.seconds + more, busy: part.busy + more };
  return { parts: [...rest, grown], seconds: summary.seconds + more };
}

describe("a trace", () => {
  test("as predicted shows no cause", () => {
    const found = diagnosed("trace.json", traced());
    expect(ids(found)).toEqual([]);
    expect(found.absent).toEqual(causes.filter(({ of }) => of !== "log").map(({ id }) => id));
  });

  const cases: Readonly<Record<string, (summary: TraceSummary) => Partial<TraceSummary>>> = {
    "host-bound": (one) => longer(one, "idle", 0.3),
    "slow-collective": (one) => ({
      ...longer(one, "communication", 0.3),
      collectives: one.collectives.map((call) => ({ ...call, seconds: 5 * call.seconds })),
    }),
    "more-communication": (one) => ({
      ...longer(one, "communication", 0.3),
      collectives: one.collectives.map((call) => ({
        ...call,
        count: 4 * call.count,
        seconds: 4 * call.seconds,
      })),
    }),
    "single-precision": (one) => ({
      kernels: one.kernels.map((kernel) => ({
        ...kernel,
        name: kernel.name.replace("bf16_s16816gemm_bf16", "sgemm"),
      })),
    }),
    "unfused-attention": (one) => ({
      parts: one.parts.map((part) => (part.kind === "attention" ? { ...part, seconds: 0, busy: 0 } : part)),
      kernels: [
        ...one.kernels,
        { name: "softmax_warp_forward", kind: "memory_bound", count: 100, seconds: 0.05 * STEP },
      ],
    }),
    "slow-matmuls": (one) => longer(one, "matmul", 0.2),
    "unfused-kernels": (one) => longer(one, "memory_bound", 0.2),
    "slow-optimizer": (one) => longer(one, "optimizer", 0.2),
    copies: (one) => longer(one, "copy", 0.2),
    "unknown-kernels": (one) => ({
      ...longer(one, "unknown", 0.2),
      kernels: [...one.kernels, { name: "zorblax", kind: "unknown", count: 3, seconds: 0.2 * STEP }],
    }),
  };
  test.each(Object.entries(cases))("%s", (id, change) => {
    const found = diagnosed("trace.json", traced(change));
    expect(ids(found)).toContain(id);
    expect(ids(found).length).toBeLessThanOrEqual(3);
    expect(found.text).toContain("Test: ");
    expect(found.text).not.toMatch(/NaN|undefined|Infinity/);
  });

  test("no-overlap", () => {
    const found = diagnosed("trace.json", traced(), "t with { plan.overlap = [dp, tp, pp] }");
    expect(ids(found)).toEqual(["no-overlap"]);
    expect(found.causes[0]?.evidence).toMatch(/hides 0% of the communication; 6\d\.\d% were predicted/);
  });

  test("every cause has a case", () => {
    const logs = [
      "other-settings",
      "few-iterations",
      "level-shift",
      "stalls",
      "evaluations",
      "checkpoints",
      "restarts",
      "varying-steps",
      "memory-full",
      "memory-above",
      "slow-throughout",
      "fast-throughout",
    ];
    expect(causes.map(({ id }) => id).sort()).toEqual([...logs, "no-overlap", ...Object.keys(cases)].sort());
  });

  test("costs are at most the step's difference from the prediction", () => {
    const [first] = diagnosed(
      "trace.json",
      traced((one) => longer(one, "idle", 0.3)),
    ).causes;
    expect(first?.id).toBe("host-bound");
    expect(first?.seconds).toBeCloseTo(0.3 * STEP, 6);
  });
});

test("diagnose needs a measured run and a scenario", () => {
  const s = based(memorySession({ "a.log": log(steps()) }));
  cell(s, 'import x from "./a.log"\n');
  expect(codes(cell(s, "diagnose t against t"))).toEqual(["wrong-kind"]);
  expect(codes(cell(s, "diagnose x against x"))).toEqual(["wrong-kind"]);
  expect(codes(cell(s, "diagnose x"))).toEqual(["syntax"]);
});

test("diagnose stays usable as a name", () => {
  const s = memorySession();
  expect(codes(cell(s, "let diagnose = 3\nshow diagnose + 1"))).toEqual([]);
});
