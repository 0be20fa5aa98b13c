import { expect, test } from "vitest";
import { toText } from "../../src/report/index.ts";
import { BASE, cell, codes, memorySession, shown } from "../support/memorySession.ts";

/** Usable memory of so many times the peak of `t`: too little by far, about as much, more than enough. */
const TIMES = [0.3, 0.6, 0.99, 1.03, 2, 4] as const;
const gib = (s: Session, times: number): string =>
  `${((shown(s, "t.memory.peak") as number) * times) / 2 ** 30} GiB`;
const sizesOf = (s: Session): string => `[${TIMES.map((times) => gib(s, times)).join(", ")}]`;
const swept = (): Session => {
  const s = session();
  expect(codes(cell(s, `sweep sizes = t for cluster.device.usable_memory in ${sizesOf(s)}`))).toEqual([]);
  return s;
};

function session(text = "") {
  const s = memorySession();
  expect(codes(cell(s, `${BASE}${text}`))).toEqual([]);
  return s;
}
type Session = ReturnType<typeof memorySession>;
const rows = (s: Session, columns: string) =>
  (shown(s, columns) as { rows: readonly (readonly unknown[])[] }).rows;
const texts = (s: Session, text: string) =>
  cell(s, text)
    .outputs.map(({ document }) => toText(document, { width: 1_000 }))
    .join("\n");

test("`memory.fits` says where the interval of the peak lies to the usable memory", () => {
  const s = swept();
  const found = rows(
    s,
    "sizes { memory.fits, memory.peak.low, memory.peak.high, memory.peak, memory.needed, memory.capacity }",
  ) as readonly (readonly [string, number, number, number, number, number])[];
  expect(new Set(found.map(([fits]) => fits))).toEqual(new Set(["no", "maybe", "yes"]));
  for (const [fits, low, high, peak, needed, capacity] of found) {
    expect(fits === "yes").toBe(Math.max(peak, high) <= capacity);
    expect(fits === "no").toBe(needed * Math.min(1, low / peak) > capacity);
  }
});

test("it is a word that holds as a condition where it is yes, beside true and false as well", () => {
  const s = swept();
  const of = (where: string): readonly unknown[] => {
    const text = `sweep some = t where ${where} for cluster.device.usable_memory in ${sizesOf(s)}`;
    expect(codes(cell(s, text))).toEqual([]);
    return rows(s, "some { memory.fits }").map(([fits]) => fits);
  };
  expect(of("memory.fits")).toEqual(of("memory.fits == yes"));
  expect(of("fits == true")).toEqual(of("memory.fits == yes"));
  expect(of("not memory.fits")).toEqual(of("memory.fits != yes"));
  expect(of("memory.fits == false")).toEqual(of("memory.fits != yes"));
  expect(of("memory.fits != no")).toEqual(of("memory.fits in [yes, maybe]"));
  expect(new Set(of("memory.fits in [yes, maybe]"))).toEqual(new Set(["yes", "maybe"]));
});

test("a long table, whose estimates are compiled, says the same as scenarios by themselves", () => {
  const s = swept();
  const launches = Array.from({ length: 40 }, (_, i) => `${i + 1} us`).join(", ");
  cell(
    s,
    `sweep many = t for cluster.device.usable_memory in ${sizesOf(s)} for cluster.device.launch in [${launches}]`,
  );
  const all = rows(s, "many { memory.fits, fits }");
  expect(all).toHaveLength(40 * TIMES.length);
  const alone = rows(s, "sizes { memory.fits }").map(([fits]) => fits);
  expect(all.map(([fits]) => fits)).toEqual(alone.flatMap((fits) => Array(40).fill(fits)));
  expect(all.every(([fits, same]) => fits === same)).toBe(true);
});

test("rows that do not fit are marked where the column was asked for, too, and data keeps the words", () => {
  const s = swept();
  const marks = texts(s, "show sizes { cluster.device.usable_memory, memory.fits }");
  expect(marks.match(/✗ no/g)).toHaveLength(
    rows(s, "sizes { memory.fits }").filter(([fits]) => fits === "no").length,
  );
  expect(marks).toContain("maybe");
  expect(marks).not.toMatch(/ fits$/m);
  expect(texts(s, "sweep own = sizes derive fits = plan.tp\nshow own { fits }")).not.toContain("✗");
});

test("the verdict, the data and the table's caption say the same", () => {
  const s = swept();
  expect(texts(s, "show sizes { memory.fits }")).toMatch(
    /rows? runs? out of memory, \d of 6 rows may not fit/,
  );
  for (const [times, fits, verdict] of [
    [0.3, "no", /does not fit:/],
    [1.03, "maybe", /may not fit:/],
    [4, "yes", /fits:/],
  ] as const) {
    const one = `(t with { cluster.device.usable_memory = ${gib(s, times)} })`;
    expect(shown(s, `${one}.memory.fits`)).toBe(fits);
    expect(texts(s, `show ${one}`)).toMatch(verdict);
    const data = shown(s, one) as { estimate: { memory: { fits: string } }; uncertainty: { fits: string } };
    expect([data.estimate.memory.fits, data.uncertainty.fits]).toEqual([fits, fits]);
  }
});

const SEARCH =
  "for plan in all for plan.tp in [4, 8] for plan.cp in [1] for plan.offload in [none] minimize step_time keep 5";
const OWN = "let u = t with { plan.vpp = 1, plan.schedule = 1f1b }\n";
interface Skipped {
  readonly skipped: readonly { readonly reason: string; readonly count: number; readonly example: string }[];
}
const aside = (s: Session, name: string) =>
  (shown(s, `${name}.skipped`) as Skipped).skipped.find(({ reason }) => reason === "may not fit");

test("a search keeps plans that fit for sure, says how many it set aside, and takes them when asked", () => {
  const s = session(`${OWN}search sure = u ${SEARCH}
search either = u where memory.fits != no ${SEARCH}
search margin = u where memory.peak <= 0.95 * memory.capacity ${SEARCH}`);
  const fits = (name: string) => rows(s, `${name} { memory.fits }`).map(([one]) => one);
  expect(new Set(fits("sure"))).toEqual(new Set(["yes"]));
  expect(fits("either")).toContain("maybe");
  expect(fits("margin")).toContain("maybe");
  expect(texts(s, "show sure { step_time }")).toContain(
    `${aside(s, "sure")?.count} excluded because they may not fit`,
  );
  expect([aside(s, "either"), aside(s, "margin")]).toEqual([undefined, undefined]);
  const [step] = [rows(s, "sure { step_time }"), rows(s, "either { step_time }")].map(
    ([first]) => first?.[0],
  );
  expect(rows(s, "either { step_time }")[0]?.[0]).toBeLessThanOrEqual(Number(step));
});

test("where none fits for sure the best that may is named, and is no answer", () => {
  const s = session(OWN);
  cell(s, `search least = u ${SEARCH.replace("step_time keep 5", "memory.peak keep 1")}`);
  const least = (rows(s, "least { memory.peak }")[0]?.[0] as number) / 2 ** 30;
  const tight = `u with { cluster.device.usable_memory = ${1.01 * least} GiB }`;
  const result = cell(s, `search nothing = ${tight} ${SEARCH}`);
  expect(codes(result)).toEqual(["empty-sweep"]);
  expect(rows(s, "nothing { step_time }")).toEqual([]);
  expect(aside(s, "nothing")?.example).toMatch(
    /^the best plan that may fit: tp \d.* per step, [\d.]+ GiB \(up to [\d.]+ GiB\) of [\d.]+ GiB$/,
  );
  expect(codes(cell(s, `search some = ${tight} where memory.fits != no ${SEARCH}`))).toEqual([]);
  const [step] = rows(s, "some { step_time }")[0] ?? [];
  expect(aside(s, "nothing")?.example).toContain(`${Number(step).toPrecision(4)} s`);
});

test("an expectation of it shows the answer, and large counts in millions and more", () => {
  const s = swept();
  expect(texts(s, "expect t.memory.fits != maybe")).toMatch(/memory\.fits != maybe +(yes|no)/);
  expect(texts(s, "expect t.params ~= 175B params")).toMatch(/174\.6B params +175B params/);
});
