import type { Block, Cell } from "../../report/index.ts";
import { numberCell } from "./cells.ts";
import type { Gained } from "./compare.ts";
import { measuresWith } from "./measures.ts";
import { settingsText } from "./settings.ts";

/** What answers come to that had none before: those of one row in a table, a row each. */
export function gainedBlocks(gained: readonly Gained[]): readonly Block[] {
  const single = gained.filter(({ now }) => now.points.length === 1);
  const measures = measuresWith(new Map(single.flatMap(({ now }) => [...now.bases]))).filter(
    ({ name, follows }) =>
      !follows && single.some(({ now }) => typeof now.points[0]?.numbers[name] === "number"),
  );
  const rows = single.map(({ answer, also, now }): readonly Cell[] => [
    { text: [answer.name, ...also].join(", ") },
    ...measures.map((measure) => numberCell(now.points[0]?.numbers[measure.name], measure)),
  ]);
  return [
    ...gained.flatMap((one): readonly Block[] => [
      {
        kind: "verdict",
        tone: one.now.points.some(({ fits }) => fits) ? "good" : "warning",
        text: gainedText(one),
      },
    ]),
    ...(rows.length === 0
      ? []
      : [
          {
            kind: "table" as const,
            columns: ["", ...measures.map(({ label }) => label)].map((title, i) => ({
              title,
              align: i === 0 ? ("left" as const) : ("right" as const),
            })),
            rows,
          },
        ]),
  ];
}

/** `best: new: tp = 2, dp = 8`, `base: an answer now, before …` */
function gainedText({ answer, also, now, why }: Gained): string {
  const [first, ...more] = now.points;
  const names = [answer.name, ...also].join(", ");
  const what = why === null ? "new" : "has an answer now";
  const plan =
    answer.form === "search" && first && more.length === 0
      ? `, best with ${settingsText(first.settings)}`
      : "";
  const rows = more.length > 0 ? `, ${now.points.length} rows` : "";
  const fits = first && !now.points.some(({ fits }) => fits) ? "; it does not fit its devices" : "";
  return `${names}: ${what}${plan}${rows}${fits}${why === null ? "" : `; before: ${why}`}`;
}
