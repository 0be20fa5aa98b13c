import { ratio } from "../../accepts.ts";
import type { FieldRow, RecordRow } from "../../row.ts";

const sigma = (doc: string): FieldRow => ({
  name: "sigma",
  doc,
  accepts: ratio,
  unit: "%",
  range: [0, 2],
  plausible: { most: 0.5, because: "healthy devices of a kind differ by a few percent" },
  example: "2%",
});

/** How the time of the same work differs between devices. */
export const jitterTags: readonly RecordRow[] = [
  {
    name: "normal",
    doc: "Each device's time for its part of a step is drawn from a normal distribution, anew for every step.",
    fields: [sigma("Standard deviation over the mean.")],
    positional: "sigma",
  },
  {
    name: "lognormal",
    doc: "The same with a longer tail of slow draws: the logarithm is normal.",
    fields: [sigma("Standard deviation of the logarithm.")],
    positional: "sigma",
  },
  {
    name: "slow_devices",
    doc: "A share of the devices, by chance, is slow for good: throttled, or with a part that fails. The others run as estimated.",
    fields: [
      {
        name: "share",
        doc: "Probability that a device is slow.",
        accepts: ratio,
        unit: "%",
        range: [0, 1],
        plausible: { most: 0.2, because: "more than that is the usual speed" },
        example: "0.1%",
      },
      {
        name: "slowdown",
        doc: "How much longer a slow device takes.",
        accepts: ratio,
        unit: "%",
        range: [0, 100],
        example: "20%",
      },
    ],
  },
  {
    name: "observed",
    doc: "Times of the same work as they were measured, a list of draws or a histogram; they stand for the estimate's mean.",
    fields: [
      {
        name: "times",
        doc: "Times, in any unit: only their ratios count.",
        accepts: { list: { numbers: ["1", "s"] } },
        example: "[1.00 s, 1.01 s, 1.08 s]",
      },
      {
        name: "counts",
        doc: "How often each was seen.",
        accepts: { list: ratio, words: [{ word: "none", doc: "each once" }] },
        default: "none",
        example: "[900, 95, 5]",
      },
    ],
    positional: "times",
  },
];

export const jitterField: FieldRow = {
  name: "jitter",
  doc: "How the time of the same work differs between devices: a synchronous step waits for the slowest of them.",
  accepts: {
    tags: jitterTags.map(({ name }) => name),
    words: [{ word: "none", doc: "all devices are alike" }],
  },
  default: "none",
  example: "lognormal(sigma = 2%)",
};
