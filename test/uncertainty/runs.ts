import type { MeasuredRun } from "../../src/uncertainty/index.ts";
import type { RunKind, Sizes } from "../../src/uncertainty/runKind.ts";

export const kind: RunKind = {
  architecture: "hopper",
  framework: "megatron_core",
  traits: ["pipeline"],
};
export const at: Sizes = {
  ...{ devices: 64, tp: 8, pp: 4, dp: 2, cp: 1, ep: 1 },
  ...{ params: 70e9, seq_len: 4_096 },
};

/** A run that was missed by as much whoever writes it. */
export function missedBy(time: number, change: Partial<MeasuredRun> = {}): MeasuredRun {
  const missed = { time, memory: null };
  return {
    ...{ id: `run of ${time}`, kind, sizes: at, source: "a paper", heldOut: false, byHand: false },
    ...{ missed, byTable: missed, guessed: time, unnamed: time },
    ...change,
  };
}

/** `n` runs of one kind with residuals from -spread to +spread. */
export function runs(n: number, spread: number, change: Partial<MeasuredRun> = {}): readonly MeasuredRun[] {
  return Array.from({ length: n }, (_, index) =>
    missedBy(n === 1 ? spread : spread * ((2 * index) / (n - 1) - 1), change),
  );
}

/** The same of peak memory alone. */
export const peaks = (n: number, spread: number, change: Partial<MeasuredRun> = {}): readonly MeasuredRun[] =>
  runs(n, spread).map((run) => {
    const missed = { time: null, memory: run.missed.time };
    return { ...run, missed, byTable: missed, guessed: null, unnamed: null, ...change };
  });

/** One run each from `n` sources, of every stack and device. */
export const everything = (n: number, spread: number): readonly MeasuredRun[] =>
  runs(n, spread).map((run, index) => ({
    ...run,
    source: `source ${index}`,
    kind: { ...kind, architecture: index % 2 ? "ampere" : "hopper", framework: `stack_${index}` },
  }));
