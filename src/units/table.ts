/**
 * Row of the unit table, which lists all units. Users can write no other units, and definitions cannot add any. This
 * table is used at run time because loading mathjs' Unit takes about 75 ms, a fifth of the kernel's start. mathjs stays
 * the authority: `reference.ts` builds the same units in a separate mathjs instance, and a test compares factor and
 * dimension of every spelling, alone and in compounds.
 */
export interface UnitRow {
  readonly spelling: string;
  /** Number of base units (B, s, FLOP, token, sequence, param, GPU, $, J, g) in one of this unit. */
  readonly factor: number;
  /** Key of the unit's dimension: "B/s". */
  readonly dimension: string;
  readonly doc: string;
  /** Spelling that dtp prints instead of this one; absent where this spelling is canonical. */
  readonly canonical?: string;
  /** True for a unit of things that are counted, which a scale suffix may precede: `16Mi tokens`, `405B params`. */
  readonly counted?: true;
  /** True for a plural or alternative spelling, which is valid but not offered by completion. */
  readonly quiet?: true;
}

const decimal: readonly (readonly [string, number, string])[] = [
  ["M", 1e6, "10^6"],
  ["G", 1e9, "10^9"],
  ["T", 1e12, "10^12"],
  ["P", 1e15, "10^15"],
];
const binary: readonly (readonly [string, number, string])[] = [
  ["Ki", 2 ** 10, "2^10"],
  ["Mi", 2 ** 20, "2^20"],
  ["Gi", 2 ** 30, "2^30"],
  ["Ti", 2 ** 40, "2^40"],
  ["Pi", 2 ** 50, "2^50"],
];

const data: readonly UnitRow[] = [
  { spelling: "B", factor: 1, dimension: "B", doc: "byte" },
  { spelling: "byte", factor: 1, dimension: "B", doc: "byte", quiet: true },
  { spelling: "bytes", factor: 1, dimension: "B", doc: "bytes" },
  { spelling: "kB", factor: 1e3, dimension: "B", doc: "10^3 bytes" },
  { spelling: "KB", factor: 1e3, dimension: "B", doc: "10^3 bytes", canonical: "kB", quiet: true },
  ...decimal.map(([p, f, doc]) => ({ spelling: `${p}B`, factor: f, dimension: "B", doc: `${doc} bytes` })),
  ...binary.map(([p, f, doc]) => ({ spelling: `${p}B`, factor: f, dimension: "B", doc: `${doc} bytes` })),
  { spelling: "b", factor: 1 / 8, dimension: "B", doc: "bit, 1/8 byte" },
  { spelling: "bit", factor: 1 / 8, dimension: "B", doc: "bit, 1/8 byte", quiet: true },
  { spelling: "bits", factor: 1 / 8, dimension: "B", doc: "bits, 1/8 byte each" },
  { spelling: "kb", factor: 1e3 / 8, dimension: "B", doc: "10^3 bits" },
  ...decimal.map(([p, f, doc]) => ({ spelling: `${p}b`, factor: f / 8, dimension: "B", doc: `${doc} bits` })),
  ...binary.map(([p, f, doc]) => ({ spelling: `${p}b`, factor: f / 8, dimension: "B", doc: `${doc} bits` })),
];

/** Number of seconds in a Julian year of 365.25 days; a month is a twelfth of it. */
const YEAR = 365.25 * 86_400;
const times: readonly (readonly [readonly string[], number, string])[] = [
  [["ns"], 1e-9, "nanosecond"],
  [["us"], 1e-6, "microsecond"],
  [["ms"], 1e-3, "millisecond"],
  [["s"], 1, "second"],
  [["min"], 60, "minute"],
  [["h", "hours", "hour"], 3_600, "hour"],
  [["days", "day"], 86_400, "day of 24 hours"],
  [["weeks", "week"], 7 * 86_400, "week"],
  [["months", "month"], YEAR / 12, "a twelfth of a year"],
  [["years", "year"], YEAR, "year of 365.25 days"],
];
const time: readonly UnitRow[] = times.flatMap(([spellings, factor, doc]) =>
  spellings.map((spelling) => ({
    spelling,
    factor,
    dimension: "s",
    doc,
    ...(spelling === "hour" || /^(day|week|month|year)$/.test(spelling) ? { quiet: true as const } : {}),
  })),
);

const operationScales: readonly (readonly [string, number, string])[] = [
  ["", 1, "one floating-point operation"],
  ["K", 1e3, "10^3 floating-point operations"],
  ["M", 1e6, "10^6 floating-point operations"],
  ["G", 1e9, "10^9 floating-point operations"],
  ["T", 1e12, "10^12 floating-point operations"],
  ["P", 1e15, "10^15 floating-point operations"],
  ["E", 1e18, "10^18 floating-point operations"],
  ["Z", 1e21, "10^21 floating-point operations"],
  ["Y", 1e24, "10^24 floating-point operations"],
];
const operations: readonly UnitRow[] = operationScales.flatMap(([p, factor, doc]) => [
  { spelling: `${p}FLOP`, factor, dimension: "FLOP", doc },
  {
    spelling: `${p}FLOPS`,
    factor,
    dimension: "FLOP/s",
    doc: `${doc} per second`,
    canonical: `${p}FLOP/s`,
    quiet: true as const,
  },
]);

const countedNames: readonly (readonly [string, string, string])[] = [
  ["tokens", "token", "tokens"],
  ["token", "token", "one token"],
  ["sequences", "sequence", "sequences of seq_len tokens"],
  ["sequence", "sequence", "one sequence"],
  ["requests", "sequence", "requests to a server: a prompt and its output each"],
  ["request", "sequence", "one request"],
  ["params", "param", "parameters"],
  ["param", "param", "one parameter"],
  ["GPUs", "GPU", "devices"],
  ["GPU", "GPU", "one device"],
  ["TPUs", "GPU", "devices"],
  ["TPU", "GPU", "one device"],
  ["devices", "GPU", "devices"],
  ["device", "GPU", "one device"],
  ["chips", "GPU", "devices"],
  ["chip", "GPU", "one device"],
];
const counted: readonly UnitRow[] = countedNames.map(([spelling, base, doc]) => ({
  spelling,
  factor: 1,
  dimension: base,
  doc,
  counted: true as const,
  ...(spelling.endsWith("s") ? {} : { quiet: true as const }),
}));

const others: readonly UnitRow[] = [
  {
    spelling: "$",
    factor: 1,
    dimension: "$",
    doc: "US dollar, before the number or after it",
    counted: true,
  },
  {
    spelling: "USD",
    factor: 1,
    dimension: "$",
    doc: "US dollar",
    canonical: "$",
    quiet: true,
    counted: true,
  },
  { spelling: "J", factor: 1, dimension: "J", doc: "joule" },
  { spelling: "kJ", factor: 1e3, dimension: "J", doc: "10^3 joules" },
  { spelling: "MJ", factor: 1e6, dimension: "J", doc: "10^6 joules" },
  { spelling: "GJ", factor: 1e9, dimension: "J", doc: "10^9 joules" },
  { spelling: "Wh", factor: 3.6e3, dimension: "J", doc: "watt-hour" },
  { spelling: "kWh", factor: 3.6e6, dimension: "J", doc: "kilowatt-hour" },
  { spelling: "MWh", factor: 3.6e9, dimension: "J", doc: "megawatt-hour" },
  { spelling: "GWh", factor: 3.6e12, dimension: "J", doc: "gigawatt-hour" },
  { spelling: "W", factor: 1, dimension: "J/s", doc: "watt" },
  { spelling: "kW", factor: 1e3, dimension: "J/s", doc: "kilowatt" },
  { spelling: "MW", factor: 1e6, dimension: "J/s", doc: "megawatt" },
  { spelling: "GW", factor: 1e9, dimension: "J/s", doc: "gigawatt" },
  { spelling: "g", factor: 1, dimension: "g", doc: "gram (of CO2)" },
  { spelling: "kg", factor: 1e3, dimension: "g", doc: "kilogram (of CO2)" },
  { spelling: "t", factor: 1e6, dimension: "g", doc: "tonne (of CO2)" },
  { spelling: "%", factor: 1e-2, dimension: "1", doc: "hundredth" },
];

export const unitTable: readonly UnitRow[] = [...data, ...time, ...operations, ...counted, ...others];

/** Compound units that completion offers. Any other compound of the table's units with `/` is valid too. */
export const commonCompounds: readonly (readonly [string, string])[] = [
  ["GB/s", "10^9 bytes per second"],
  ["TB/s", "10^12 bytes per second"],
  ["GiB/s", "2^30 bytes per second"],
  ["Gb/s", "10^9 bits per second, the unit of NIC data sheets"],
  ["TFLOP/s", "10^12 floating-point operations per second"],
  ["PFLOP/s", "10^15 floating-point operations per second"],
  ["tokens/s", "tokens per second"],
  ["requests/s", "requests to a server per second"],
  ["B/param", "bytes per parameter"],
  ["GPU-hours", "devices times hours"],
  ["GPU-days", "devices times days"],
  ["GPU-years", "devices times years"],
  ["$/GPU-hour", "US dollars per device and hour"],
  ["g/kWh", "grams (of CO2) per kilowatt-hour"],
];
