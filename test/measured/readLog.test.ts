import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type MeasuredLog, readLog, type SteadyState, steadyState } from "../../src/measured/index.ts";

const sample = (name: string): string => readFileSync(join(import.meta.dirname, "samples", name), "utf8");

function read(text: string): MeasuredLog {
  const log = readLog(text);
  if ("problem" in log) throw new Error(log.problem);
  return log;
}

const steady = (text: string): SteadyState => steadyState(read(text));

/** Number of iterations in each state. */
const counts = ({ spells }: SteadyState): Readonly<Record<string, number>> =>
  Object.fromEntries(spells.map(({ state, count }) => [state, count]));

describe("real logs", () => {
  test("MLPerf: sequences become iterations, the first step is warm-up, an evaluation is found", () => {
    const log = read(sample("mlperf-llama31-405b.txt"));
    expect(log.framework).toBe("MLPerf");
    expect(log.iterations).toHaveLength(79);
    expect(log.iterations.at(-1)).toMatchObject({ number: 79, batch: 768 });
    expect(log.facts).toMatchObject({ batch: 768, seqLen: 8192 });
    const state = steadyState(log);
    expect(state.seconds?.median).toBeCloseTo(8.4, 1);
    expect(counts(state)).toEqual({ steady: 77, "warm-up": 1, evaluation: 1 });
    expect(log.iterations.findIndex((_, at) => state.states[at] === "evaluation")).toBe(60);
  });

  test("MLPerf: a throughput of each block of steps, where no step has a time", () => {
    const log = read(sample("mlperf-llama2-70b-lora.txt"));
    expect(log.facts.batch).toBe(8);
    expect(log.iterations.map(({ number }) => number)).toEqual([192, 240, 288, 336, 384]);
    expect(log.iterations[0]?.seconds).toBeCloseTo(8 / 2.734403782292613, 9);
    expect(steadyState(log).restarts).toBe(0);
  });

  test("DeepSpeed: durations from the times of lines, memory, evaluations between epochs", () => {
    const log = read(sample("deepspeed-opt-1.3b.log"));
    expect(log.framework).toBe("DeepSpeed");
    expect(log.facts.memoryAllocated).toBe(22.95 * 2 ** 30);
    const state = steadyState(log);
    expect(state.seconds?.median).toBeCloseTo(0.745, 2);
    expect(counts(state).evaluation).toBe(1);
    expect(state.states[0]).toBe("untimed");
  });

  test("DeepSpeed-Chat: latencies of steps", () => {
    const state = steady(sample("deepspeed-chat-step3.log"));
    expect(state.seconds?.median).toBeCloseTo(3.8, 1);
    expect(state.states[0]).toBe("warm-up");
  });

  test("Megatron-LM's recorded series", () => {
    const log = read(sample("megatron-mixtral-8x22b.json"));
    expect(log.iterations).toHaveLength(31);
    expect(log.facts.memoryAllocated).toBe(28_533_706_752);
    expect(steadyState(log).seconds?.median).toBeCloseTo(6.914, 3);
  });

  test("Megatron-DeepSpeed: a run that was started again six times", () => {
    const log = read(sample("megatron-deepspeed-bloom-176b.log"));
    expect(log.iterations[0]).toMatchObject({
      ...{ number: 94768, seconds: 215.82, batch: 2048, gradNorm: 0.128, loss: 1.943883 },
      flopsPerDevice: 145.31e12,
    });
    expect(log.iterations).toHaveLength(16);
    expect(steadyState(log).restarts).toBe(6);
  });

  test("Megatron-LM: milliseconds and the throughput of a GPU", () => {
    expect(read(sample("megatron-issue-756.log")).iterations).toEqual([
      {
        ...{
          number: 43,
          line: 1,
          seconds: 5.4449,
          loss: 1.825991,
          gradNorm: 1.426,
          batch: 128,
          consumed: 5504,
        },
        ...{ flopsPerDevice: 239.8e12, time: Date.UTC(2024, 3, 6, 2, 59, 36) / 1e3 },
      },
    ]);
  });

  test("MaxText: steps that were only dispatched are warm-up", () => {
    const state = steady(sample("maxtext-deepseek.log"));
    expect(state.seconds?.median).toBeCloseTo(5.668, 3);
    expect(state.states.slice(0, 3)).toEqual(["warm-up", "warm-up", "steady"]);
    const short = steady(sample("maxtext-maxtest.log"));
    expect(short.states).not.toContain("stall");
    expect(short.seconds?.median).toBeGreaterThan(11);
  });

  test("nanotron: suffixes, rates of all devices and of one", () => {
    const log = read(sample("nanotron.log"));
    expect(log.framework).toBe("nanotron");
    expect(log.iterations[0]).toMatchObject({
      ...{ number: 327281, seconds: 11.5, tokensPerSecond: 22_800, tokensPerSecondPerDevice: 11_400 },
      flopsPerDevice: 38.3e12,
    });
    expect(read(sample("nanotron-memory.log")).iterations[0]?.memory).toBe(547e6);
  });

  test("torchtitan: durations from the times of lines, one iteration for all ranks", () => {
    const log = read(sample("torchtitan-checkpoints.log"));
    expect(log.iterations[0]?.seconds).toBeUndefined();
    expect(log.iterations[1]?.seconds).toBeCloseTo(1.4648, 3);
    expect(log.facts.memoryReserved).toBeCloseTo(49.66 * 2 ** 30, 0);
    expect(log.happenings.map(({ kind }) => kind)).toContain("profiling");
    const ranks = read(sample("torchtitan-moe.log"));
    expect(ranks.iterations.map(({ number }) => number)).toEqual([4, 5]);
    expect(ranks.iterations[1]?.seconds).toBeCloseTo(1.637, 3);
  });

  test("Composer: one line a metric", () => {
    const log = read(sample("foundry-mpt-125m.log"));
    expect(log.framework).toBe("Composer");
    expect(log.iterations.map(({ loss }) => loss)).toEqual([10.9736, 10.9724, 10.9745, 10.6459]);
  });
});

/** Log of Megatron-LM with these step times, and lines that stand before an iteration. */
function megatron(seconds: readonly number[], before: Readonly<Record<number, string>> = {}): string {
  return seconds
    .map((time, at) => {
      const line = ` iteration ${at + 1}/ 1000 | elapsed time per iteration (ms): ${1e3 * time} | global batch size: 64 | lm loss: 2.5 |\n`;
      return `${before[at + 1] ? `${before[at + 1]}\n` : ""}${line}`;
    })
    .join("");
}

/** Step times around `middle` that do not repeat: a rounded sine. */
const around = (middle: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => middle * (1 + 0.004 * Math.sin(7 * at)));

describe("the steady state", () => {
  test("tells warm-up, evaluations, checkpoints, stalls and fast steps apart", () => {
    const times = [30, 8, ...around(5, 60)];
    const text = megatron(
      times.map((time, at) => (at === 20 ? 9 : at === 30 ? 7 : at === 40 ? 50 : at === 50 ? 0.1 : time)),
      {
        21: " validation loss at iteration 20 | lm loss value: 2.4 |",
        31: "  successfully saved checkpoint from iteration 30 to /ckpt",
      },
    );
    const state = steady(text);
    expect(counts(state)).toEqual({
      ...{ steady: 56, stall: 1, "warm-up": 2, evaluation: 1, checkpoint: 1, fast: 1 },
    });
    expect(state.seconds?.median).toBeCloseTo(5, 2);
    expect(state.spells.find((one) => one.state === "stall")?.beyond).toBeCloseTo(45, 1);
  });

  test("finds a change of the step time that lasts, and takes the longer level", () => {
    const state = steady(megatron([...around(5, 80), ...around(6, 40)]));
    expect(state.levels.map(({ from, to }) => [from, to])).toEqual([
      [1, 80],
      [81, 120],
    ]);
    expect(state.seconds?.median).toBeCloseTo(5, 2);
    expect(counts(state)).toEqual({ steady: 80, shifted: 40 });
  });

  test("does not take noise for a change", () => {
    let seed = 1;
    const noise = (): number => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    for (let round = 0; round < 50; round++) {
      const times = Array.from({ length: 200 }, () => 5 * (1 + 0.1 * (noise() + noise() - 1)));
      expect(steady(megatron(times)).levels).toHaveLength(1);
    }
  });

  test("a restart warms up again", () => {
    const first = megatron([20, ...around(5, 30)]);
    const again = megatron([25, ...around(5, 20)]).replace(
      /iteration (\d+)\//g,
      (_, n) => `iteration ${Number(n) + 20}/`,
    );
    const state = steady(first + again);
    expect(state.restarts).toBe(1);
    expect(counts(state)).toEqual({ steady: 50, "warm-up": 2 });
  });

  test("a ramp of the batch: only the batch of most iterations is steady", () => {
    const small = megatron(around(1, 10)).replaceAll("batch size: 64", "batch size: 16");
    const state = steady(
      small + megatron(around(5, 40)).replace(/iteration (\d+)\//g, (_, n) => `iteration ${Number(n) + 10}/`),
    );
    expect(state.seconds?.median).toBeCloseTo(5, 2);
    expect(counts(state)).toEqual({ steady: 40, "other batch": 10 });
  });
});

test("a text without iterations has a problem, and no text crashes", () => {
  for (const text of [
    "",
    "hello\n",
    "iteration x/ y | elapsed time per iteration (ms): | \n",
    ':::MLLOG {"key"\n',
    '{"log_history": [1',
  ])
    expect(readLog(text)).toHaveProperty("problem");
});
