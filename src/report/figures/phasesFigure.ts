import type { RunOfPhases } from "../../engine/trainingRun/phases/phases.ts";
import type { Figure } from "../document/document.ts";
import { plain, printed, scaled } from "../numbers/number.ts";
import { commonUnit } from "../numbers/unit.ts";
import { nameWords } from "./labels/nameWords.ts";
import { axis, baseLayout, LEGEND_BELOW, paletteColor, plotlyText, SEAM } from "./theme/theme.ts";

const HEIGHT = 380;

/** Timeline of a run: a block for each phase, as wide as its time and as high as its devices. Its area is device time. */
export function phasesFigure(
  name: string,
  run: RunOfPhases,
  options: { readonly title?: string; readonly unit?: string } = {},
): Figure {
  const unit = options.unit ?? commonUnit(run.time.value, "s");
  const inUnit = (time: number): number => Number(scaled(time, "s", unit).toPrecision(7));
  const title =
    options.title ??
    `${nameWords(name)}: ${printed(run.time.value, "s")}, ${printed(run.deviceTime.value, "GPU*s", "GPU-hours")}`;
  let at = 0;
  const blocks = run.phases.map((phase) => {
    const start = at;
    at += phase.time;
    return { phase, start, end: at, devices: phase.devices * phase.copies };
  });
  return {
    kind: "figure",
    title,
    data: blocks.map(({ phase, start, end, devices }, i) => ({
      type: "bar",
      x: [inUnit((start + end) / 2)],
      y: [devices],
      width: [inUnit(end - start)],
      name: plotlyText(phase.name),
      marker: { color: paletteColor(i), line: { width: 1, color: SEAM } },
      customdata: [`${phase.name}: ${printed(phase.time, "s")} on ${plain(devices)} devices`],
      hovertemplate: "%{customdata}<extra></extra>",
      showlegend: true,
    })),
    layout: {
      ...baseLayout(title, HEIGHT),
      barmode: "overlay",
      xaxis: axis(`time (${unit})`, { range: [0, inUnit(run.time.value)], zeroline: false }),
      yaxis: axis("devices", { rangemode: "tozero" }),
      legend: LEGEND_BELOW,
    },
    text: {
      kind: "gantt",
      unit,
      spans: [{ start: 0, end: inUnit(run.time.value) }],
      rows: blocks.map(({ phase, start, end }) => ({
        label: phase.name,
        cells: [{ start: inUnit(start), end: inUnit(end), label: "", tone: phase.name }],
      })),
    },
  };
}
