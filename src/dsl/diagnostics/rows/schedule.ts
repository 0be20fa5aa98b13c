import { withUnit } from "../../../units/index.ts";
import { ratio } from "./divisors.ts";
import { error, warning } from "./row.ts";

/** Catalogue of errors and warnings on pipeline schedules: the order of passes, and too few micro-batches. */
export const scheduleRows = {
  "order-unreadable": error<{ text: string; at: number; wanted: string }>(
    (p) =>
      `the schedule's order cannot be read at ${p.at >= p.text.length ? "its end" : `\`${p.text.slice(p.at, p.at + 12)}\``}: wanted ${p.wanted}`,
    { help: () => "an order is like `F*(p - r - 1) (F BW)*(m - p + r + 1) BW*(p - r - 1)`" },
  ),
  "orders-not-stages": error<{ orders: number; pp: number }>(
    (p) => `the schedule has ${p.orders} orders for pp = ${p.pp} stages`,
    { help: () => "write one order for all stages, or one for each" },
  ),
  "order-incomplete": error<{ stage: number; pass: string; times: number; wanted: number }>(
    (p) => `stage ${p.stage} runs ${p.pass} ${p.times} times in a step instead of ${p.wanted} times`,
    { help: () => "each chunk runs one forward and one backward pass per micro-batch, and each B needs a W" },
  ),
  "schedule-deadlock": error<{ waits: string }>((p) => `the schedule stops: ${p.waits}`, {
    help: () => "a stage runs its passes in the order written, each after the pass it depends on",
  }),
  "few-micro-batches": warning<{ num_micro_batches: number; pp: number; vpp?: number; schedule?: string }>(
    (p) => {
      // The bubble formula below does not hold for a schedule that is named. Bubbles of those schedules are simulated.
      if (p.schedule !== undefined)
        return `${p.num_micro_batches} micro-batches for ${p.pp} stages: even under \`${p.schedule}\`, stages idle at the start and the end of a step`;
      const bubble = (p.pp - 1) / (p.num_micro_batches * (p.vpp ?? 1));
      return `${p.num_micro_batches} micro-batches for ${p.pp} stages: the bubble is ${withUnit(ratio(bubble * 100, 1), "%")} of the compute`;
    },
    {
      label: (p) =>
        p.schedule !== undefined
          ? `pp = ${p.pp}`
          : (p.vpp ?? 1) > 1
            ? `(${p.pp} - 1) / (${p.num_micro_batches} * ${p.vpp})`
            : `(${p.pp} - 1) / ${p.num_micro_batches}`,
      help: () => "a larger global_batch, a smaller micro_batch or fewer stages make it smaller",
    },
  ),
  "vpp-without-interleaving": error<{ vpp: number; schedule: string; chunks: number }>(
    (p) =>
      `\`vpp = ${p.vpp}\` needs an interleaved schedule, and \`schedule = ${p.schedule}\` has ${p.chunks > 1 ? "two chunks" : "one chunk"} per stage`,
    { help: () => "set `schedule = interleaved_1f1b`, or `vpp = 1`" },
  ),
} as const;
