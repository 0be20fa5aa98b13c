import { type Block, type Cell, numberCell } from "../report/index.ts";
import { paragraph } from "./causeBlocks.ts";
import type { Gained } from "./compare.ts";
import { measuresWith } from "./measures.ts";
import { settingsText } from "./settings.ts";

/** Limit on the rows that the report shows of one new answer. */
const MOST = 12;

/**
 * Report blocks on answers that the first program lacks or that cannot be compared: a verdict for each, and a
 * table of their values.
 */
export function gainedBlocks(gained: readonly Gained[]): readonly Block[] {
  const points = gained.flatMap(({ answer, now }) =>
    now.points
      .slice(0, MOST)
      .map((point) => ({ point, name: point.key === "" ? answer.name : `${answer.name}: ${point.key}` })),
  );
  const measures = measuresWith(new Map(gained.flatMap(({ now }) => [...now.bases]))).filter(
    ({ name, follows }) => !follows && points.some(({ point }) => typeof point.numbers[name] === "number"),
  );
  const rows = points.map(({ point, name }): readonly Cell[] => [
    { text: name },
    ...measures.map((measure) => numberCell(point.numbers[measure.name], measure)),
  ]);
  if (rows.length === 0) return [];
  return [
    ...gained.map((one): Block => {
      const text = gainedText(one);
      if (one.how === "other rows") return paragraph(text);
      return { kind: "verdict", tone: fits(one) ? "good" : "warning", text };
    }),
    {
      kind: "table",
      columns: ["", ...measures.map(({ label }) => label)].map((title, i) => ({
        title,
        align: i === 0 ? "left" : "right",
      })),
      rows,
    },
  ];
}

/** True where at least one row of an answer certainly fits its devices. */
const fits = ({ now }: Gained): boolean => now.points.some((point) => point.fits === "yes");
const lackText = ({ now }: Gained): string =>
  now.points.some((point) => point.fits === "maybe")
    ? "; it may not fit its devices"
    : "; it does not fit its devices";

/**
 * Description of a new answer: `best: new, the best is tp = 2, dp = 8`, `base: has an answer now; before: …`.
 */
function gainedText(one: Gained): string {
  const { answer, also, now, how, why } = one;
  const [first, ...more] = now.points;
  const names = [answer.name, ...also].join(", ");
  const what = { new: "new", refused: "has an answer now", "other rows": "lists different rows" }[how];
  const plan =
    answer.form === "search" && first?.key === "" ? `, the best is ${settingsText(first.settings)}` : "";
  const rows = more.length >= MOST ? `, the first ${MOST} of its ${now.points.length} rows` : "";
  return `${names}: ${what}${plan}${rows}${fits(one) ? "" : lackText(one)}${why === null ? "" : `; before: ${why}`}`;
}
