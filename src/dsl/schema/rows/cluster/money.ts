import { ratio, seconds, wordList, words } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";

/** Schema of the field `rate` of a price: the price of one device for an hour. */

const rate: FieldRow = {
  name: "rate",
  doc: "Price of one device.",
  accepts: { numbers: ["$/GPU/s"] },
  unit: "$/GPU-hour",
  range: [0, null],
  plausible: { least: 0.01 / 3_600, most: 100 / 3_600, because: "device hours sell for $0.50 to $15" },
  example: "$2.50/GPU-hour",
};

const TCO =
  "Barroso, Hoelzle, Ranganathan, The Datacenter as a Computer, 3rd edition 2018, chapter 6 (doi:10.2200/S00874ED3V01Y201809CAC046)";

const share = (name: string, doc: string, value: string, source: string): FieldRow => ({
  name,
  doc,
  accepts: ratio,
  unit: "%",
  default: value,
  range: [0, 1],
  source,
  example: value,
});

const energyPrice = (name: string, doc: string, unit: string, example: string): FieldRow => ({
  name,
  doc,
  accepts: { numbers: ["$/J"] },
  unit,
  default: "$0/kWh",
  range: [0, null],
  plausible: { most: 2 / 3.6e6, because: "electricity sells for $0.03 to $0.40 a kWh" },
  example,
});

export const moneyTags: readonly RecordRow[] = [
  {
    name: "reserved",
    doc: "Devices reserved for a whole term and paid for whether or not they are used.",
    fields: [
      rate,
      {
        name: "term",
        doc: "Length of the reservation; a longer run pays for further terms.",
        accepts: seconds,
        unit: "years",
        default: "1 years",
        range: [1, null],
        example: "3 years",
      },
      {
        name: "rest",
        doc: "Whether other work uses the rest of the term after the run.",
        accepts: words([
          ["used", "other work uses the rest: the run pays for its own time only"],
          ["wasted", "nobody uses the rest: the run pays for the whole term"],
        ]),
        default: "used",
        example: "wasted",
      },
    ],
    positional: "rate",
  },
  {
    name: "owned",
    doc: "Owned devices: the run pays for its share of the cluster's `lifetime` and of its `usage`.",
    fields: [
      {
        name: "capex",
        doc: "Purchase price of a device, with its share of node, network, storage and building.",
        accepts: { numbers: ["$/GPU"] },
        unit: "$/GPU",
        range: [0, null],
        plausible: { least: 100, most: 1e6, because: "a device in its node sells for some $10,000" },
        example: "$40_000/GPU",
      },
      share("residual", "Residual value at the end of the lifetime, as a share of capex.", "0%", TCO),
      share("interest", "Yearly interest on the capital tied up.", "0%", TCO),
      share("upkeep", "Yearly cost of repairs and support, as a share of capex.", "5%", TCO),
      energyPrice(
        "hosting",
        "Price of the room and its power supply, per unit of power that the machines may draw.",
        "$/kW/month",
        "$150/kW/month",
      ),
      energyPrice("electricity", "Price of the energy that the site uses.", "$/kWh", "$0.08/kWh"),
    ],
    positional: "capex",
  },
];

export const moneyFields: readonly FieldRow[] = [
  {
    ...rate,
    name: "price",
    doc: "The price of a device: by the hour, reserved for a term, or bought. `capacity = spot(..)` has a price of its own.",
    accepts: {
      numbers: ["$/GPU/s"],
      tags: ["reserved", "owned"],
      words: wordList([["none", "no costs"]]),
    },
    default: "none",
  },
  {
    name: "storage_price",
    doc: "Price of keeping data and checkpoints.",
    accepts: { numbers: ["$/B/s"], words: wordList([["none", "not counted"]]) },
    unit: "$/GB/month",
    default: "none",
    range: [0, null],
    plausible: { most: 2 / 1e9 / 2_629_800, because: "storage costs $0.01 to $0.30 a GB and month" },
    example: "$0.023/GB/month",
  },
  {
    name: "transfer_price",
    doc: "Price of data transfer: the data set to the site, and the last checkpoint away from it.",
    accepts: { numbers: ["$/B"], words: wordList([["none", "not counted"]]) },
    unit: "$/GB",
    default: "none",
    range: [0, null],
    plausible: { most: 1 / 1e9, because: "clouds take $0.01 to $0.12 a GB" },
    example: "$0.05/GB",
  },
  {
    name: "staff",
    doc: "Cost rate of the people who run the training: their number times their pay.",
    accepts: { numbers: ["$/s"], words: wordList([["none", "not counted"]]) },
    unit: "$/years",
    default: "none",
    range: [0, null],
    example: "10 * $300_000/years",
  },
];
