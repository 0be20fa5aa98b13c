import { diagnostic } from "../../dsl/diagnostics/index.ts";
import { type MeasuredTable, type Poison, poison } from "../../dsl/evaluate/index.ts";
import { type Figure, tornadoFigure } from "../../report/index.ts";

/**
 * Tornado figure of a sensitivity table: the change of one result when each input is halved or doubled. The result is
 * the step time, or the plot's `y`.
 */
export function tornadoPlot(table: MeasuredTable, what: string, title: string | undefined): Figure | Poison {
  if (!table.columns.includes(`${what}_doubled`))
    return poison(diagnostic("nothing-to-plot", { what: `\`${what}\`` }, undefined));
  const numberAt = (row: MeasuredTable["rows"][number], name: string): number | null => {
    const value = row.columns.get(name);
    return value?.kind === "quantity" ? value.value : null;
  };
  const swings = table.rows.map((row) => {
    const input = row.columns.get("input");
    return {
      label: input?.kind === "text" ? input.value : "",
      halved: numberAt(row, `${what}_halved`),
      doubled: numberAt(row, `${what}_doubled`),
    };
  });
  return tornadoFigure(swings, { what, ...(title === undefined ? {} : { title }) });
}
