import { ratio } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";

const sigma = (doc: string): FieldRow => ({
  name: "sigma",
  doc,
  accepts: ratio,
  unit: "%",
  range: [0, 2],
  plausible: { most: 0.5, because: "healthy devices of a kind differ by a few percent" },
  example: "2%",
});

/** Schema of the tags for jitter: how step times vary between devices. */
export const jitterTags: readonly RecordRow[] = [
  {
    name: "normal",
    doc: "In every step each device's time is drawn from a normal distribution.",
    fields: [sigma("Standard deviation divided by the mean.")],
    positional: "sigma",
  },
  {
    name: "lognormal",
    doc: "In every step each device's time is drawn from a lognormal distribution, which has a longer tail of slow devices.",
    fields: [sigma("Standard deviation of the logarithm.")],
    positional: "sigma",
  },
  {
    name: "slow_devices",
    doc: "A random share of the devices is permanently slow: throttled, or with a failing part. The others run as estimated.",
    fields: [
      {
        name: "share",
        doc: "Probability that a device is slow.",
        accepts: ratio,
        unit: "%",
        range: [0, 1],
        plausible: { most: 0.2, because: "if more devices are slow, that speed is the usual one" },
        example: "0.1%",
      },
      {
        name: "slowdown",
        doc: "The extra time of a slow device: 20% means that it takes 1.2 times as long.",
        accepts: ratio,
        unit: "%",
        range: [0, 100],
        example: "20%",
      },
    ],
  },
  {
    name: "observed",
    doc: "Measured times of the same work, as a list or a histogram. Their mean corresponds to the estimate.",
    fields: [
      {
        name: "times",
        doc: "Measured times, in any unit: only their ratios matter.",
        accepts: { list: { numbers: ["1", "s"] } },
        example: "[1.00 s, 1.01 s, 1.08 s]",
      },
      {
        name: "counts",
        doc: "How often each time was seen.",
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
