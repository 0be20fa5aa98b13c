import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readCsv } from "../../src/dsl/csv/readCsv.ts";
import type { Figure } from "../../src/report/document/document.ts";
import {
  axis,
  baseLayout,
  INK,
  LEGEND_BELOW,
  LIMIT_LINE,
  MUTED,
  PALETTE,
  plotlyText,
} from "../../src/report/figures/theme/theme.ts";
import { figureSvg, loadFigures } from "../../src/report/index.ts";

const TITLE = "Step time: predicted against measured";

/** Sources with a colour of their own; the others share a grey. */
const NAMED = PALETTE.length - 1;

/** Measured run as the scoreboard compares it, times in s. */
interface Run {
  readonly id: string;
  readonly source: string;
  readonly device: string;
  readonly framework: string;
  readonly devices: string;
  readonly part: string;
  readonly measured: number;
  readonly predicted: number;
}

/** Scoreboard's figure as the site holds it: what plotly.js draws, and a static picture. */
export interface ScoreboardFigure {
  readonly json: string;
  readonly svg: string;
  /** Sentence about what is drawn. */
  readonly caption: string;
}

/**
 * Step time predicted against step time measured, a point per run, coloured by source; a point's label names its row.
 * Reads `notebooks/studies/measured-runs.csv`, which `npm run validate -- --write` makes.
 *
 * @param root the repository's folder
 */
export async function scoreboardFigure(root: string): Promise<ScoreboardFigure> {
  const runs = readRuns(readFileSync(join(root, "notebooks/studies/measured-runs.csv"), "utf8"));
  const caption = `${runs.length.toLocaleString("en")} runs of ${new Set(runs.map(({ source }) => source)).size} sources; of a source with more than 300 runs every fourth is drawn. The runs of nanotron are predicted from their plans alone, without the state of their hosts. On the dashed line a prediction is exact.`;
  const figure = figureOf(runs, caption);
  await loadFigures(undefined, [figure]);
  const svg = figureSvg(figure);
  if (svg === null) throw new Error("the scoreboard's figure could not be drawn");
  return { json: JSON.stringify({ data: figure.data, layout: figure.layout }), svg, caption };
}

function readRuns(text: string): readonly Run[] {
  const [head, ...rows] = readCsv(text).records;
  const columns = head?.cells.map((cell) => cell.text) ?? [];
  const column = (name: string): number => {
    const at = columns.indexOf(name);
    if (at < 0) throw new Error(`measured-runs.csv has no column ${name}`);
    return at;
  };
  const [id, source, device, framework, devices, part, measured, predicted] = [
    ...["id", "source", "device", "framework", "devices", "part", "measured [s]", "predicted [s]"],
  ].map(column) as [number, number, number, number, number, number, number, number];
  return rows.flatMap(({ cells }) => {
    const at = (one: number): string => cells[one]?.text ?? "";
    if (at(measured) === "" || at(predicted) === "") return [];
    return [
      {
        ...{ id: at(id), source: at(source), device: at(device), framework: at(framework) },
        ...{ devices: at(devices), part: at(part) },
        ...{ measured: Number(at(measured)), predicted: Number(at(predicted)) },
      },
    ];
  });
}

function figureOf(runs: readonly Run[], caption: string): Figure {
  const families = new Map<string, Run[]>();
  for (const run of runs) {
    const name = familyOf(run.source);
    families.set(name, [...(families.get(name) ?? []), run]);
  }
  const sources = [...families].sort(([, one], [, other]) => other.length - one.length);
  const times = runs.flatMap(({ measured, predicted }) => [measured, predicted]);
  const ends = [Math.min(...times) / 1.3, Math.max(...times) * 1.3];
  const range = ends.map((end) => Math.log10(end));
  const base = baseLayout(TITLE, 620);
  const time = (title: string) =>
    axis(title, { type: "log", range, dtick: 1, tickformat: "~g", exponentformat: "none", minexponent: 9 });
  return {
    kind: "figure",
    title: TITLE,
    caption,
    data: [
      {
        ...{ type: "scatter", mode: "lines", name: "exact", x: ends, y: ends, hoverinfo: "skip" },
        line: { ...LIMIT_LINE, color: INK },
      },
      ...sources.map(([source, own], at) => traceOf(source, own, at)),
    ],
    layout: {
      ...base,
      margin: { ...(base.margin as object), b: 130 },
      xaxis: time("measured, s"),
      yaxis: time("predicted, s"),
      legend: { ...LEGEND_BELOW, itemsizing: "constant" },
    },
    text: { kind: "bars", unit: "", rows: [] },
  };
}

/** Source without its edition: rounds of MLPerf and releases of a container are one. */
const familyOf = (source: string): string =>
  source
    .replace(/ \(.*$/, "")
    .replace(/ v\d.*$/, "")
    .replace(/ (?:ground truth|CI golden values)$/, "");

function traceOf(source: string, runs: readonly Run[], at: number): Readonly<Record<string, unknown>> {
  const named = at < NAMED;
  const error = ({ measured, predicted }: Run): string => {
    const percent = 100 * (predicted / measured - 1);
    return `${percent < 0 ? "−" : "+"}${Math.abs(percent).toFixed(1)}%`;
  };
  return {
    ...{ type: "scatter", mode: "markers", name: plotlyText(named ? source : "other sources") },
    ...{ legendgroup: named ? source : "others", showlegend: at <= NAMED },
    x: runs.map(({ measured }) => measured),
    y: runs.map(({ predicted }) => predicted),
    text: runs.map((run) =>
      [
        `<b>${plotlyText(run.id)}</b>`,
        plotlyText(run.source),
        plotlyText(`${run.devices} × ${run.device}, ${run.framework}, ${run.part}`),
        `measured ${run.measured} s, predicted ${run.predicted} s (${error(run)})`,
      ].join("<br>"),
    ),
    hovertemplate: "%{text}<extra></extra>",
    marker: { size: 5, opacity: 0.75, color: named ? PALETTE[at] : MUTED, line: { width: 0 } },
  };
}
