import { error } from "./row.ts";

/** Catalogue of errors on the phases of a run. */
export const phaseRows = {
  "phase-without-tokens": error<{ phase: string }>(
    (p) => `the phase ${p.phase} has no \`tokens\`, so it has no end`,
    { help: () => '`phase("decay", tokens = 100B tokens)`, or `tokens` in the plan of the run\'s scenario' },
  ),
  "uneven-ramp": error<{ from: number; by: number; to: number }>(
    (p) => `a batch cannot grow from ${p.from} to ${p.to} sequences by ${p.by} sequences at a time`,
    {
      help: () => "`by` must divide the difference of `global_batch` and `from`, at most 1,000 times",
    },
  ),
  "ramp-too-long": error<{ over: number; tokens: number }>(
    (p) => `the batch grows over ${p.over} tokens, and the phase has ${p.tokens}`,
    { help: () => "`over` is at most the phase's `tokens`" },
  ),
} as const;
