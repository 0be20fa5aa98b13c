import {
  byPlace,
  type Context,
  type DataRow,
  drawnFields,
  NONE,
  type ScenarioValue,
  type Value,
} from "../../dsl/evaluate/index.ts";
import { inBase } from "../../units/index.ts";
import { drawnScenario } from "../answers/drawnAnswers.ts";
import { varianceShares } from "./varianceShares.ts";

/** Result whose variance is shared out, with the name of its columns. */
interface Measure {
  readonly name: string;
  readonly path: string;
}

/**
 * Rows of a sensitivity table with the Sobol indices of the scenario's uncertain inputs: `step_time_first` is the share of the
 * variance that is gone once the input is known, `step_time_total` the share that is left once all others are. Rows of uncertain
 * inputs come first; an input that has no row gets one. A result that the inputs do not move gets no columns.
 */
export function withVariance(
  context: Context,
  scenario: ScenarioValue,
  rows: readonly DataRow[],
  measures: readonly Measure[],
): { readonly rows: readonly DataRow[]; readonly columns: readonly string[] } {
  const uncertain = drawnScenario(context, scenario);
  const found = uncertain && drawnFields(context, scenario);
  if (!uncertain || !found) return { rows, columns: [] };
  const moved = measures.flatMap(({ name, path }) => {
    const draws = uncertain.draws(path);
    const shares = draws ? varianceShares(draws) : [];
    return shares.length === 0 ? [] : [{ name, shares }];
  });
  const columns = moved.flatMap(({ name }) => [`${name}_first`, `${name}_total`]);
  const ranked = [...found.inputs].sort(byPlace).map((input) => {
    const of = moved.map(({ shares }) => shares.find((one) => one.input === input));
    const fields = found.fields.filter(({ draws }) => draws.inputs.has(input));
    const label = fields.map(({ path }) => path.join(".")).join(", ");
    const own = rows.find(({ columns }) => textIn(columns.get("input")) === label);
    const cells = new Map<string, Value>([
      ...(own?.columns ?? [
        ["input", { kind: "text", value: label }],
        ["now", { kind: "text", value: input.text }],
      ]),
      ...of.flatMap((share, at): [string, Value][] => [
        [`${moved[at]?.name}_first`, percent(share?.first ?? 0)],
        [`${moved[at]?.name}_total`, percent(share?.total ?? 0)],
      ]),
    ]);
    const row: DataRow = { columns: cells, scenario: null, problem: null };
    return { row, own, size: Math.max(0, ...of.map((share) => share?.total ?? 0)) };
  });
  ranked.sort((a, b) => b.size - a.size);
  const taken = new Set(ranked.map(({ own }) => own));
  const others = rows.filter((row) => !taken.has(row)).map((row) => blank(row, columns));
  return { rows: [...ranked.map(({ row }) => row), ...others], columns };
}

const percent = (value: number): Value => ({ ...inBase(value, "1"), unit: "%" });
const textIn = (value: Value | undefined): string | null => (value?.kind === "text" ? value.value : null);
const blank = (row: DataRow, names: readonly string[]): DataRow => ({
  ...row,
  columns: new Map([...row.columns, ...names.map((name): [string, Value] => [name, NONE])]),
});
