import type { Program } from "../programs/program.ts";
import type { Row } from "../rows/row.ts";

/**
 * Program of a row as someone would write it from the published cells alone. The stack has its name and year.
 * Facts from recipes, campaigns or test names are dropped, and the language's defaults apply. The text is
 * unchanged where it contains no such fact.
 */
export function plainProgram(row: Row, { text, assumed }: Program): string {
  const silent = (cell: string): boolean => row.text(cell) === undefined;
  const byRecipe = assumed.some((sentence) => /^recompute = .*recipe/.test(sentence));
  const unknown = new Set([
    ...["dispatch", "micro_batch_group", "prefetch"],
    ...(silent("overlap") ? ["overlap"] : []),
    ...(silent("flash_attn") ? ["flash_attention"] : []),
    ...(byRecipe ? ["recompute"] : []),
  ]);
  return text
    .split("\n")
    .filter((line) => !unknown.has(/^ {2}(\w+) = /.exec(line)?.[1] ?? ""))
    .map((line) =>
      line.replace(/^( {2}framework = \w+)\((\d+)?.*\)$/, (_, name: string, year?: string) =>
        year === undefined ? name : `${name}(${year})`,
      ),
    )
    .join("\n");
}
