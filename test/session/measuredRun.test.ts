import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { toText } from "../../src/report/index.ts";
import type { RunResult } from "../../src/session/index.ts";
import { runWithTwoFailures } from "../support/megatronLog.ts";
import { BASE, cell, codes, memorySession, shown } from "../support/memorySession.ts";

const samples = join(import.meta.dirname, "../measured/samples");
const sample = (name: string): string => readFileSync(join(samples, name), "utf8");

/** Log of Megatron-LM that prints its arguments, with the step time of GPT-3 on 64 GPUs. */
const MEGATRON = [
  "------------------------ arguments ------------------------",
  "  global_batch_size ............................... 64",
  "  hidden_size ..................................... 12288",
  "  micro_batch_size ................................ 1",
  "  max_position_embeddings ......................... 2048",
  "  num_attention_heads ............................. 96",
  "  num_layers ...................................... 96",
  "  num_layers_per_virtual_pipeline_stage ........... 4",
  "  pipeline_model_parallel_size .................... 8",
  "  seq_length ...................................... 2048",
  "  sequence_parallel ............................... True",
  "  tensor_model_parallel_size ...................... 8",
  "  world_size ...................................... 64",
  "  load ............................................ None",
  "  padded_vocab_size ............................... 51200",
  "  bf16 ............................................ True",
  "-------------------- end of arguments ---------------------",
  ...Array.from({ length: 30 }, (_, at) => {
    const milliseconds = at === 0 ? 40_000 : at === 15 ? 31_000 : 18_100 + (at % 3) * 10;
    return ` iteration ${at + 1}/ 1000 | consumed samples: ${64 * (at + 1)} | elapsed time per iteration (ms): ${milliseconds} | global batch size: 64 | lm loss: ${6 - 0.1 * at} | grad norm: 1.5 |`;
  }),
  " validation loss at iteration 30 | lm loss value: 2.4 |",
].join("\n");

const texts = ({ outputs }: RunResult): string => outputs.map(({ document }) => toText(document)).join("\n");

function session() {
  const s = memorySession({
    "train.log": MEGATRON,
    "mlperf.txt": sample("mlperf-llama31-405b.txt"),
    "mixtral.json": sample("megatron-mixtral-8x22b.json"),
    "noise.log": "hello\n",
  });
  expect(codes(cell(s, 'import run from "./train.log"\n'))).toEqual([]);
  return s;
}

describe("a measured run", () => {
  test("has numbers of its steady state, of its last iteration and of its arguments", () => {
    const s = session();
    expect(shown(s, "run.step_time")).toBeCloseTo(18.11, 6);
    expect(shown(s, "run.loss")).toBeCloseTo(3.1, 6);
    expect(shown(s, "run.devices")).toBe(64);
    expect(shown(s, "run.global_batch")).toBe(64);
    expect(shown(s, "run.tokens_per_s")).toBeCloseTo((64 * 2048) / 18.11, 3);
    expect(shown(s, "run.framework")).toBe("Megatron-LM");
    expect(shown(s, "length(run.iterations)")).toBe(30);
    expect(shown(s, "max(run.iterations.step_time)")).toBe(40);
  });

  test("is shown with the states of its iterations", () => {
    const text = texts(cell(session(), "show run"));
    expect(text).toContain("run: log of Megatron-LM, 30 logged iterations from 1 to 30");
    expect(text).toMatch(/steady +28 /);
    expect(text).toMatch(/warm-up +1 +40/);
    expect(text).toMatch(/stall +1 +31/);
  });

  test("has the plan and the model of its arguments", () => {
    const s = session();
    expect(shown(s, "run.plan.tp")).toBe(8);
    expect(shown(s, "run.plan.pp")).toBe(8);
    expect(shown(s, "run.model.layers")).toBe(96);
    expect(
      codes(
        cell(
          s,
          'import selene from "std/clusters"\nlet again = run.model on (selene with { nodes = 8 }) with run.plan',
        ),
      ),
    ).toEqual([]);
    expect(shown(s, "again.step_time")).toBeGreaterThan(1);
  });

  test("is a table of iterations for sweeps and plots", () => {
    const s = session();
    const { outputs, diagnostics } = cell(
      s,
      "sweep slow = run.iterations where step_time > 20 s\nshow slow { iteration, state }\nplot run\nplot run.iterations { x = iteration, y = loss }",
    );
    expect(diagnostics).toEqual([]);
    expect(outputs.map(({ kind }) => kind)).toEqual(["show", "plot", "plot"]);
    expect(texts({ outputs } as RunResult)).toMatch(/16 +stall/);
  });

  test("is read from files of JSON and of text", () => {
    const s = session();
    expect(codes(cell(s, 'import mixtral from "./mixtral.json"\nimport ml from "./mlperf.txt"\n'))).toEqual(
      [],
    );
    expect(shown(s, "mixtral.step_time")).toBeCloseTo(6.914, 3);
    expect(shown(s, "ml.seq_len")).toBe(8192);
  });

  test("mistakes are told: no iterations, a number that is not printed, a name that no run has", () => {
    const s = session();
    expect(codes(cell(s, 'import noise from "./noise.log"\nshow noise.step_time'))).toEqual([
      "unreadable-log",
    ]);
    const lacks = cell(s, "show run.mfu");
    expect(codes(lacks)).toEqual(["not-measured"]);
    const unknown = cell(s, "show run.step_tim");
    expect(codes(unknown)).toEqual(["unknown-field"]);
    expect(unknown.diagnostics[0]?.help).toContain("step_time");
  });

  test("completion offers its names", () => {
    const s = session();
    const { items } = s.complete("show run.st", "show run.st".length);
    expect(items.map(({ text }) => text)).toContain("step_time");
    const text = 'import run from "./train.log"\nshow run.ste';
    expect(
      memorySession()
        .complete(text, text.length)
        .items.map((one) => one.text),
    ).toContain("steady_share");
  });

  test("stays the same while its file does", () => {
    const s = session();
    cell(s, "show run.step_time", "[a]");
    cell(s, 'import run from "./train.log"\n', "[b]");
    expect(s.stale()).toEqual([]);
  });
});

describe("compare with a prediction", () => {
  test("numbers side by side, with the interval and a verdict", () => {
    const s = session();
    cell(s, BASE);
    const result = cell(s, "compare run, t");
    expect(codes(result)).toEqual([]);
    const data = result.outputs[0]?.data as {
      readonly beside: readonly {
        readonly name: string;
        readonly predicted: number;
        readonly interval: unknown;
      }[];
      readonly unlike: readonly unknown[];
    };
    expect(data.unlike).toEqual([]);
    const step = data.beside.find(({ name }) => name === "step_time");
    expect(step?.predicted).toBe(shown(s, "t.step_time"));
    expect(step?.interval).toEqual([shown(s, "t.step_time.low"), shown(s, "t.step_time.high")]);
    expect(texts(result)).toMatch(
      /The step time of 18\.11 s is (inside the predicted|above the|below the) interval/,
    );
  });

  test("says which settings of the run the scenario does not have", () => {
    const s = session();
    cell(s, BASE);
    const result = cell(s, "compare run, t with { plan.tp = 4, plan.global_batch = 128 sequences }");
    const data = result.outputs[0]?.data as { readonly unlike: readonly { readonly setting: string }[] };
    expect(data.unlike.map(({ setting }) => setting)).toEqual(["plan.tp", "plan.global_batch"]);
    expect(texts(result)).toContain("plan.tp is 8, not 4");
  });

  test("needs a scenario", () => {
    const s = session();
    expect(codes(cell(s, "compare run"))).toEqual(["wrong-kind"]);
    expect(codes(cell(s, "compare run, 3"))).toEqual(["wrong-kind"]);
  });
});

describe("a run that failed twice", () => {
  const FLEET = `
import run from "./failed.log"
import llama3_fleet from "std/fleets"
import llama3_8b from "std/models"
cluster ours = llama3_fleet with { nodes = 128, restart = 15 min, spares = 2 }
plan p {
  dp = fill
  zero = 1
  seq_len = 8Ki
  micro_batch = 1
  global_batch = 1_024 sequences
  tokens = 1T tokens
  checkpoint = sharded
}
let base = llama3_8b on ours with p
`;
  const open = () => {
    const s = memorySession({ "failed.log": runWithTwoFailures().lines.join("\n") });
    expect(codes(cell(s, FLEET))).toEqual([]);
    return s;
  };

  test("has its goodput, a ledger and what each failure lost", () => {
    const s = open();
    const clock = 590 * 20 + 80 * 20 + 3600 + 120 + 150 + 150;
    expect(shown(s, "run.goodput")).toBeCloseTo((590 * 20) / clock, 9);
    expect(shown(s, "length(run.failures)")).toBe(2);
    const text = texts(cell(s, "show run"));
    expect(text).toContain("run: wall-clock time");
    expect(text).toMatch(/250 +201 +50 +16\.67 +20/);
    const why = texts(cell(s, "explain run.goodput"));
    expect(why).toContain("training / wall-clock time");
    expect(why).toMatch(/lost work, repeated = 26\.67 min, 9\.2%/);
  });

  test("has its goodput beside the predicted one, part by part", () => {
    const s = open();
    const result = cell(s, "compare run, base");
    expect(codes(result)).toEqual([]);
    const [output] = result.outputs;
    const { wall } = (output?.data ?? {}) as {
      readonly wall: {
        readonly goodput: { readonly measured: number; readonly predicted: number };
        readonly predicted: { readonly parts: readonly { readonly value: number }[] };
      };
    };
    expect(wall.goodput.measured).toBeCloseTo(shown(s, "run.goodput") as number, 9);
    expect(wall.goodput.predicted).toBeCloseTo(shown(s, "base.goodput") as number, 6);
    expect(wall.predicted.parts.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(86_400, 3);
    const text = texts(result);
    expect(text).toMatch(
      /The goodput of run is 67\.\d%, 9\d(?:\.\d)?% predicted\. The largest difference is recovery/,
    );
    expect(text).toContain("A day of wall-clock time, by its use");
  });
});
