import type { Spell } from "../../measured/index.ts";
import { counted, percent, printed } from "../../report/index.ts";
import type { Cause, Findings, Sign } from "./cause.ts";

/** Share of the logged time from which an interruption is worth a line. */
const SHARE = 0.01;
/** Spread of steady step times, (p90 − p10) / median, from which they vary much. */
const SPREAD = 0.1;
/** Share of a device's usable memory from which the allocator runs short. */
const FULL = 0.97;
/** Fewest steady iterations that give a step time. */
const FEW = 20;

/** Causes that a log shows, and some that a trace shows too. */
export const logCauses: readonly Cause[] = [
  {
    id: "other-settings",
    title: "The run has other settings than the scenario",
    of: "both",
    sign({ compared: { unlike } }) {
      if (unlike.length === 0) return null;
      const list = unlike.map(
        (one) => `${one.setting} is ${one.measured} in the run and ${one.predicted} in the scenario`,
      );
      return { evidence: `${list.join("; ")}.`, seconds: null };
    },
    test: "Give the scenario the settings of the run (`base with { .. }`) and diagnose again.",
  },
  {
    id: "few-iterations",
    title: "The log is too short for a step time",
    of: "log",
    sign: ({ run: { log, steady, trace } }) =>
      trace || log.iterations.length === 0 || steady.steadyCount >= FEW
        ? null
        : { evidence: `Only ${counted(steady.steadyCount, "iteration")} are steady.`, seconds: null },
    test: "Log every iteration of at least 50.",
  },
  {
    id: "level-shift",
    title: "The step became slower for good during the run",
    of: "log",
    sign: levelShift,
    test: "Run a matmul benchmark on each device of the run, and read clocks and temperatures (`nvidia-smi -q -d CLOCK,PERFORMANCE`): one slow device slows all. Look into the log for what changed at that iteration.",
  },
  {
    id: "stalls",
    title: "Single iterations stall without an event in the log",
    of: "log",
    sign: (found) => interruption(found, "stall", stallsInWords(found)),
    test: "Record the iterations' numbers: equal distances point to a periodic task (Python's garbage collection, a shard of data, an unlogged checkpoint); turn it off and compare. Irregular ones point to storage or network: run with synthetic data.",
  },
  {
    id: "evaluations",
    title: "Evaluations take a share of the run",
    of: "log",
    sign: (found) => interruption(found, "evaluation", ""),
    test: "Evaluate less often: the median step time stays, the mean falls.",
  },
  {
    id: "checkpoints",
    title: "Checkpoints block the run",
    of: "log",
    sign: (found) => interruption(found, "checkpoint", ""),
    test: "Save asynchronously, or less often, and compare the mean step time. `plan.checkpoint` predicts what a save costs.",
  },
  {
    id: "restarts",
    title: "The run was started again",
    of: "log",
    sign({ run: { steady } }) {
      if (steady.restarts === 0) return null;
      const warmUp = steady.spells.find(({ state }) => state === "warm-up");
      const lost = warmUp ? ` Warm-ups took ${printed(warmUp.seconds, "s")} in the log.` : "";
      return { evidence: `The log has ${counted(steady.restarts, "restart")}.${lost}`, seconds: null };
    },
    test: "Read why each start ended. `cluster.failures` predicts how many to expect.",
  },
  {
    id: "varying-steps",
    title: "Steady steps vary much",
    of: "log",
    sign({ run: { steady } }) {
      const { seconds } = steady;
      if (!seconds || steady.steadyCount < FEW) return null;
      const spread = (seconds.p90 - seconds.p10) / seconds.median;
      if (spread < SPREAD) return null;
      const ends = `${printed(seconds.p10, "s")} to ${printed(seconds.p90, "s")}`;
      return {
        evidence: `The middle 80% of steady iterations take ${ends}, ${percent(spread)} of the median.`,
        seconds: seconds.median - seconds.p10,
      };
    },
    test: "Log the shortest and the longest time over ranks. If one rank is always last, exchange its node; if the last rank changes, look for shared links (repeat while other jobs are quiet), experts with uneven loads, or documents of uneven lengths.",
  },
  {
    id: "memory-full",
    title: "Memory is nearly full, so the allocator frees and asks again",
    of: "both",
    sign(found) {
      const { memoryReserved: reserved } = found.run.log.facts;
      const { capacity } = found.estimate.memory;
      if (reserved === undefined || reserved < FULL * capacity) return null;
      const evidence = `${printed(reserved, "B")} of ${printed(capacity, "B")} usable memory are reserved.`;
      return { evidence, seconds: null };
    },
    test: 'Read `torch.cuda.memory_stats()["num_alloc_retries"]`: it must stay 0. Try `PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True`.',
  },
  {
    id: "memory-above",
    title: "The run takes more memory than predicted",
    of: "both",
    sign({ compared: { beside } }) {
      const memory = beside.find(({ name }) => name === "memory");
      if (!memory?.interval || memory.measured <= memory.interval[1]) return null;
      const evidence = `${printed(memory.measured, "B")} are above the interval, which ends at ${printed(memory.interval[1], "B")}.`;
      return { evidence, seconds: null };
    },
    test: "Check that activation checkpointing and the sharding of the optimizer are on; a memory snapshot of PyTorch names the tensors.",
  },
  {
    id: "slow-throughout",
    title: "Every step is slower than predicted",
    of: "log",
    sign(found) {
      const step = found.compared.beside.find(({ name }) => name === "step_time");
      if (found.run.trace || !step?.interval || step.measured <= step.interval[1]) return null;
      return {
        evidence: `The median of steady iterations, ${printed(step.measured, "s")}, is above the interval, which ends at ${printed(step.interval[1], "s")}. A log does not say which part is slow.`,
        seconds: step.measured - step.predicted,
      };
    },
    test: "Profile three steps of one rank with `torch.profiler`, import the trace `t`, and `diagnose t against` the scenario.",
  },
  {
    id: "fast-throughout",
    title: "Every step is faster than predicted",
    of: "log",
    sign(found) {
      const step = found.compared.beside.find(({ name }) => name === "step_time");
      if (found.run.trace || !step?.interval || step.measured >= step.interval[0]) return null;
      return {
        evidence: `The median of steady iterations, ${printed(step.measured, "s")}, is below the interval, which begins at ${printed(step.interval[0], "s")}.`,
        seconds: null,
      };
    },
    test: "Look for what the run does and the scenario leaves out: a narrower `precision`, `overlap`, less recomputation, fused kernels, a newer `framework`. A run that skips work is fast too: compare its loss.",
  },
];

function levelShift({ run: { steady } }: Findings): Sign | null {
  const [first, ...others] = steady.levels;
  const slower = others.filter(({ seconds }) => first && seconds > first.seconds);
  if (!first || slower.length === 0) return null;
  const list = slower.map(
    ({ from, to, seconds }) =>
      `from iteration ${from} to ${to} ${printed(seconds, "s")} (${percent(seconds / first.seconds - 1)} more)`,
  );
  return {
    evidence: `The step takes ${printed(first.seconds, "s")} up to iteration ${first.to}, and ${list.join(", ")}.`,
    seconds: Math.max(...slower.map(({ seconds }) => seconds)) - first.seconds,
  };
}

/** Sign of iterations in a state that take a share of the logged time beyond steady ones. */
function interruption({ run: { steady } }: Findings, state: Spell["state"], more: string): Sign | null {
  const spell = steady.spells.find((one) => one.state === state);
  const whole = steady.spells.reduce((sum, { seconds }) => sum + seconds, 0);
  if (!spell || whole === 0 || spell.beyond < SHARE * whole) return null;
  const share = percent(spell.beyond / whole);
  return {
    evidence: `${counted(spell.count, "iteration")}, ${printed(spell.beyond, "s")} longer in all than steady ones, which is ${share} of the logged time.${more} The median step time does not contain it.`,
    seconds: null,
  };
}

/** Sentence on the distances between stalls, where they are equal. */
function stallsInWords({ run: { log, steady } }: Findings): string {
  const numbers = log.iterations.flatMap(({ number }, at) => (steady.states[at] === "stall" ? [number] : []));
  const gaps = numbers.slice(1).map((number, at) => number - (numbers[at] ?? 0));
  const [first] = gaps;
  if (first === undefined || gaps.length < 2 || gaps.some((gap) => gap !== first)) return "";
  return ` They come every ${first} iterations.`;
}
