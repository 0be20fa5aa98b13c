import type { MeasuredRun } from "../../src/uncertainty/index.ts";
import type { RunKind, Sizes } from "../../src/uncertainty/runKind.ts";

export const kind: RunKind = {
  architecture: "hopper",
  framework: "megatron_core",
  scale: "several nodes",
  traits: ["pipeline"],
};
export const at: Sizes = {
  ...{ devices: 64, tp: 8, pp: 4, dp: 2, cp: 1, ep: 1 },
  ...{ params: 70e9, seq_len: 4_096 },
};

/** `n` runs of one kind with residuals from -spread to +spread. */
export function runs(n: number, spread: number, change: Partial<MeasuredRun> = {}): readonly MeasuredRun[] {
  return Array.from({ length: n }, (_, index) => {
    const time = n === 1 ? spread : spread * ((2 * index) / (n - 1) - 1);
    return {
      kind,
      sizes: at,
      source: "a paper",
      heldOut: false,
      time,
      guessed: time,
      memory: null,
      ...change,
    };
  });
}

/** One run each from `n` sources, of every stack and device. */
export const everything = (n: number, spread: number): readonly MeasuredRun[] =>
  runs(n, spread).map((run, index) => ({
    ...run,
    source: `source ${index}`,
    kind: { ...kind, architecture: index % 2 ? "ampere" : "hopper", framework: `stack_${index}` },
  }));
