import { inBase, print } from "../../../units/index.ts";
import { error } from "./row.ts";

const tokens = (count: number): string => print(inBase(count, "token"));

/** Catalogue of errors on the phases of a run. */
export const phaseRows = {
  "phase-without-tokens": error<{ phase: string }>(
    (p) => `the phase ${p.phase} has neither \`tokens\` nor \`iterations\` of its \`rl\`, so it has no end`,
    { help: () => '`phase("decay", tokens = 100B tokens)`, or `tokens` in the plan of the run\'s scenario' },
  ),
  "uneven-ramp": error<{ from: number; by: number; to: number }>(
    (p) => `a batch cannot grow from ${p.from} to ${p.to} sequences by ${p.by} sequences at a time`,
    {
      help: () =>
        "the difference between `from` and `global_batch` must be a multiple of `by`, of at most 1,000 steps",
    },
  ),
  "ramp-too-long": error<{ over: number; tokens: number }>(
    (p) => `the batch grows over ${tokens(p.over)}, and the phase has ${tokens(p.tokens)}`,
    { help: () => "`over` is at most the phase's `tokens`" },
  ),
} as const;
