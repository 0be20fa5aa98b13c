import type { Block, Cell, Document } from "../../report/index.ts";
import type { Numbers } from "../../session/index.ts";
import { inBase, print, withUnit } from "../../units/index.ts";
import type { Compared, Comparison } from "./compare.ts";
import { MEASURES } from "./measure.ts";

/** Changes below this part of a number are rounding. */
const NOTHING = 1e-9;

/** A comparison for people: what changed, and of each scenario what that did, by cause. */
export function comparisonDocument(of: Comparison): Document {
  const { changes, scenarios } = of;
  const count = changes.length === 1 ? "1 change" : `${changes.length} changes`;
  return {
    blocks: [
      { kind: "heading", level: 2, text: `${of.before} → ${of.after}: ${count}` },
      ...changes.map(({ label }, i): Block => ({ kind: "paragraph", text: `${i + 1}. ${label}` })),
      ...(of.asksOtherwise ? [paragraph("What it shows, plots or expects differs too.")] : []),
      ...(changes.length === 0 && !of.identical && !of.asksOtherwise
        ? [paragraph("Only comments or layout differ.")]
        : []),
      ...of.onlyBefore.map(({ name, why }) => verdict("bad", why ? `${name}: ${why}` : `${name}: gone`)),
      ...of.onlyAfter.map((name) => verdict("good", `${name}: new, or with an answer now`)),
      ...scenarios.flatMap((one) => scenarioBlocks(one, of)),
    ],
  };
}

const inWords = (value: number, base: string): string =>
  print({ ...inBase(value, base), ...(base === "1" ? { unit: "%" } : {}) });
const paragraph = (text: string): Block => ({ kind: "paragraph", text });
const verdict = (tone: "good" | "bad", text: string): Block => ({ kind: "verdict", tone, text });

function scenarioBlocks(one: Compared, { changes }: Comparison): readonly Block[] {
  const { name, before, after, attribution } = one;
  const shown = MEASURES.filter((measure) => {
    const [a, b] = [before.numbers[measure.name] ?? null, after.numbers[measure.name] ?? null];
    return a !== null || b !== null;
  });
  if (!attribution) return [paragraph(`${name}: the same numbers.`)];
  const rows = shown.map((measure): readonly Cell[] => {
    const [a, b] = [before.numbers[measure.name] ?? null, after.numbers[measure.name] ?? null];
    return [
      { text: measure.label },
      { text: a === null ? "–" : inWords(a, measure.base), ...(a === null ? {} : { value: a }) },
      { text: b === null ? "–" : inWords(b, measure.base), ...(b === null ? {} : { value: b }) },
      deltaCell(a === null || b === null ? null : b - a, a, measure.base),
    ];
  });
  const fits =
    before.fits === after.fits
      ? []
      : [after.fits ? verdict("good", "fits its devices now") : verdict("bad", "no longer fits its devices")];
  // What follows from the others is left to the table above.
  const caused = shown.filter(({ name }) => name !== "tokens_per_s" && name !== "mfu");
  const causes = attribution.shares.map(({ changes: places, numbers }): readonly Cell[] => [
    { text: places.map((place) => changes[place]?.label ?? "").join(" and ") },
    ...caused.map((measure) =>
      deltaCell(numbers[measure.name] ?? null, before.numbers[measure.name] ?? null, measure.base, false),
    ),
  ]);
  return [
    { kind: "heading", level: 3, text: name },
    ...fits,
    {
      kind: "table",
      columns: ["", "before", "after", "change"].map((title, i) => ({
        title,
        align: i === 0 ? "left" : "right",
      })),
      rows,
    },
    ...(changes.length < 2
      ? []
      : [
          {
            kind: "table" as const,
            caption: METHODS[attribution.method],
            columns: [
              { title: "by cause", align: "left" as const },
              ...caused.map(({ label }) => ({ title: label, align: "right" as const })),
            ],
            rows: causes.filter((cells) => cells.slice(1).some(({ text }) => text !== "·")),
          },
        ]),
  ];
}

const METHODS = {
  "every order":
    "The share of each change: the mean of what it does in every order of making them; what they do together is split between them.",
  "written order":
    "The share of each change when they are made in written order; what they do together falls to the later one.",
} as const;

/** `+1.2 GiB (+3.1%)`; a dot for nothing, a dash for what is not known. */
function deltaCell(delta: number | null, before: number | null, base: string, relative = true): Cell {
  if (delta === null) return { text: "–" };
  if (Math.abs(delta) <= NOTHING * Math.abs(before ?? 0)) return { text: "·", value: 0 };
  const sign = delta < 0 ? "−" : "+";
  // A ratio's change is in points, which are no percent of it.
  const text = base === "1" ? `${(100 * Math.abs(delta)).toFixed(2)} points` : inWords(Math.abs(delta), base);
  const part =
    relative && base !== "1" && before
      ? ` (${sign}${withUnit(((100 * Math.abs(delta)) / Math.abs(before)).toFixed(1), "%")})`
      : "";
  return { text: `${sign}${text}${part}`, value: delta };
}

/** For a caller that wants numbers: shares in base units. */
export function comparisonData(of: Comparison): unknown {
  const plain = (numbers: Numbers): Numbers => ({ ...numbers });
  return {
    before: of.before,
    after: of.after,
    changes: of.changes.map(({ key, label }) => ({ key, label })),
    scenarios: of.scenarios.map(({ name, before, after, attribution }) => ({
      name,
      before: { ...plain(before.numbers), fits: before.fits },
      after: { ...plain(after.numbers), fits: after.fits },
      method: attribution?.method ?? null,
      shares: (attribution?.shares ?? []).map(({ changes, numbers }) => ({
        changes: changes.map((place) => of.changes[place]?.key ?? ""),
        ...plain(numbers),
      })),
    })),
  };
}
