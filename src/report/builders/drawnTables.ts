import type { Block, Table } from "../document/document.ts";
import { rangeText } from "../numbers/interval.ts";
import { counted, percent, printed } from "../numbers/number.ts";

/** A result of an uncertain scenario: quantiles of its draws. Numbers are in base units. */
export interface DrawnNumber {
  readonly path: string;
  readonly label: string;
  readonly unit: string;
  readonly p10: number;
  readonly p50: number;
  readonly p90: number;
  /** Ends of the interval that also has the engine's error; absent where nothing was measured. */
  readonly low?: number;
  readonly high?: number;
}

/** Uncertain inputs of a scenario, and what they make of its results. */
export interface DrawnSummary {
  /** Number of draws. */
  readonly draws: number;
  /** Share of the draws without an answer. */
  readonly absent: number;
  readonly inputs: readonly { readonly distribution: string; readonly fields: readonly string[] }[];
  readonly results: readonly DrawnNumber[];
}

/** Tables of an uncertain scenario: its results with their ranges, and its inputs. */
export function drawnTables({ draws, absent, inputs, results }: DrawnSummary): readonly Block[] {
  const out =
    absent === 0
      ? ""
      : ` ${percent(absent)} of them are left out: an input outside its field's range, or a scenario without an answer.`;
  const table: Table = {
    kind: "table",
    caption: "Uncertain inputs: median and middle 80% of the results",
    columns: ["result", "median", "from the inputs", "with the engine's error"].map((title, at) => ({
      title,
      align: at === 0 ? "left" : "right",
    })),
    rows: results.map((one) => [
      { text: one.label },
      { text: printed(one.p50, one.unit, one.unit === "1" ? "%" : undefined), value: one.p50 },
      { text: range(one, one.p10, one.p90) },
      { text: one.low === undefined || one.high === undefined ? "–" : range(one, one.low, one.high) },
    ]),
  };
  const sources: Table = {
    kind: "table",
    columns: [
      { title: "distribution", align: "left" },
      { title: "fields", align: "left" },
    ],
    rows: inputs.map(({ distribution, fields }) => [{ text: distribution }, { text: fields.join(", ") }]),
  };
  return [
    ...(results.length > 0 ? [table] : []),
    sources,
    { kind: "paragraph", text: `Quantiles of ${counted(draws, "draw")}.${out}` },
  ];
}

const range = ({ p50: value, unit }: DrawnNumber, low: number, high: number): string =>
  rangeText({ low, value, high, unit });
