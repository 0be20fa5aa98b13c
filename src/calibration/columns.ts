import { requiredColumns } from "../validation/programs/program.ts";
import { metrics } from "../validation/scoreboard/measure.ts";

/** Columns that a table of measured runs lacks, in words. Empty when its rows can be read. */
export function missingColumns(columns: readonly string[]): readonly string[] {
  const has = (column: string) => columns.some((name) => name.toLowerCase() === column);
  // A table of what was measured alone has rows of many kinds, so each row says by itself what it lacks.
  if (has("gpu") && (has("collective") || (has("kind") && has("dtype")))) return [];
  const missing = ["gpu", ...requiredColumns]
    .filter((column) => !has(column))
    .map((column) => `\`${column}\``);
  if (!has("n_gpus") && !has("dp")) missing.push("`n_gpus` or `dp`");
  if (![...metrics, "peak_mem_gb"].some(has))
    missing.push(
      `something measured: ${metrics.map((column) => `\`${column}\``).join(", ")} or \`peak_mem_gb\``,
    );
  return missing;
}
