import type { Program } from "../programs/program.ts";
import type { Row } from "../row.ts";

/**
 * A row's program as someone would write it who knows the published cells alone: the stack by its name and year, none of the facts that
 * a recipe, a campaign or a test's name tells, and the language's defaults for what the row does not say. The same text where the
 * program says nothing else.
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
