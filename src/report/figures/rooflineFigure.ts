import type { Roofline, RooflinePoint } from "../../engine/answer/roofline/roofline.ts";
import { rooflineLabel, roofOver } from "../builders/step/rooflineTable.ts";
import type { Figure } from "../document/document.ts";
import { percent, plain, printed, scaled, share } from "../numbers/number.ts";
import { logTicks } from "./axis/logTicks.ts";
import {
  axis,
  BESIDE,
  baseLayout,
  INK,
  LEGEND_BELOW,
  legendText,
  MUTED,
  paletteColor,
  plotlyText,
} from "./theme/theme.ts";

/**
 * Roofline chart, log-log: achieved FLOP/s over FLOPs per byte moved (Williams, Waterman, Patterson, CACM 52(4), 2009).
 * Solid roofs are the data sheet's limits, dashed ones what kernels reach. The area of a kernel's mark is its share of
 * the time. `unit` is any unit of FLOP/s.
 */
export function rooflineFigure(
  roofline: Roofline,
  options: { readonly title?: string; readonly unit?: string } = {},
): Figure {
  const { compute, points } = roofline;
  const title = options.title ?? "Kernels under the device's roofline";
  const peak = Math.max(...compute.map((roof) => roof.peak));
  const scale = scaleOf(roofline, options.unit);
  const { unit, inUnit, left, right, low } = scale;
  const groups = grouped(points);
  const rows = Math.ceil((groups.length + 2) / 2);
  const base = baseLayout(title, 400 + 20 * rows);
  return {
    kind: "figure",
    title,
    data: [
      ...roofs(roofline, scale),
      ...groups.map((group) => marks(roofline, group, scale)),
      ...directionKey,
    ],
    layout: {
      ...base,
      margin: { ...(base.margin as object), r: 44 },
      showlegend: true,
      legend: { ...LEGEND_BELOW, itemsizing: "constant" },
      xaxis: axis("arithmetic intensity (FLOP/B)", {
        ...logTicks([left, right], 10),
        range: [exponent(left), exponent(right)],
      }),
      yaxis: axis(plotlyText(`achieved (${unit})`), {
        ...logTicks([inUnit(low), inUnit(peak)], 10),
        range: [exponent(inUnit(low)), exponent(inUnit(peak * 2.5))],
      }),
      annotations: roofLabels(roofline, scale),
    },
    caption:
      "Filled marks: forward; open marks: backward. A mark's area is its share of kernel time. Solid roofs: data sheet; dashed roofs: what kernels achieve.",
    text: {
      kind: "bars",
      unit,
      rows: points.slice(0, MOST_ROWS).map((point) => ({
        label: rooflineLabel(point),
        value: inUnit(point.rate),
        text: `${printed(point.rate, "FLOP/s", options.unit)} at ${plain(six(point.intensity))} FLOP/B, ${share(point.share)} of the time`,
      })),
      limit: {
        label: `${compute[0]?.dtype ?? ""} ${printed(peak, "FLOP/s", options.unit)}`,
        value: inUnit(peak),
      },
    },
  };
}

/** Scale of a roofline chart: its unit of rates, and the ends of its axes. */
interface Scale {
  readonly unit: string;
  /** Unit of rates that the user requested. undefined for none. */
  readonly asked: string | undefined;
  readonly inUnit: (rate: number) => number;
  /** Left end of the axis of intensity, FLOP/B. */
  readonly left: number;
  /** Right end of the axis of intensity, FLOP/B. */
  readonly right: number;
  /** Lower end of the axis of rates, FLOP/s. */
  readonly low: number;
}

function scaleOf({ memory, compute, points }: Roofline, asked: string | undefined): Scale {
  const unit = asked ?? "TFLOP/s";
  const xs = points.map((point) => point.intensity);
  const left = Math.min(1, ...xs) / 2.5;
  return {
    unit,
    asked,
    inUnit: (rate) => Number(scaled(rate, "FLOP/s", unit).toPrecision(6)),
    left,
    right: Math.max(...xs, ...compute.map((roof) => (4 * roof.peak) / memory.peak)) * 2.5,
    low: Math.min(...points.map((point) => point.rate), left * memory.peak) / 1.5,
  };
}

/** plotly.js traces of the roofs of each number format: the data sheet's limit, and what kernels reach. */
function roofs({ memory, compute }: Roofline, { left, right, inUnit }: Scale) {
  const roof = (slope: number, top: number, dash: string) => {
    const ridge = top / slope;
    return {
      type: "scatter",
      mode: "lines",
      x: [left, ridge, right].map(six),
      y: [left * slope, top, top].map(inUnit),
      line: { color: MUTED, width: dash === "solid" ? 2 : 1.5, dash },
      hoverinfo: "skip",
      showlegend: false,
    };
  };
  return compute.flatMap(({ peak, reached }) => [
    roof(memory.peak, peak, "solid"),
    roof(memory.reached, reached, "dash"),
  ]);
}

/**
 * plotly.js trace of a group's kernels. Forward and backward share a trace: a trace costs plotly.js as much as all its
 * points.
 */
function marks(roofline: Roofline, group: Group, { unit, inUnit }: Scale) {
  const own = [...group.points].sort((a, b) => Number(isBackward(a)) - Number(isBackward(b)));
  return {
    type: "scatter",
    mode: "markers",
    name: legendText(`${share(group.share)} ${group.label}`),
    x: own.map((point) => six(point.intensity)),
    y: own.map((point) => inUnit(point.rate)),
    text: own.map((point) => plotlyText(hover(roofline, point))),
    marker: {
      color: group.color,
      size: own.map((point) => six(6 + 28 * Math.sqrt(point.share))),
      sizemode: "diameter",
      symbol: own.map((point) => (isBackward(point) ? "circle-open" : "circle")),
      opacity: own.map((point) => (isBackward(point) ? 1 : 0.75)),
      line: { width: own.map((point) => (isBackward(point) ? 2 : 0)), color: group.color },
    },
    hovertemplate: `%{text}<br>%{x:.4g} FLOP/B, %{y:.4g} ${unit}<extra></extra>`,
  };
}

/** Legend entries that explain the marks of forward and backward. */
const directionKey = (["forward", "backward"] as const).map((pass) => ({
  type: "scatter",
  mode: "markers",
  name: pass,
  x: [null],
  y: [null],
  marker: {
    color: MUTED,
    size: 10,
    symbol: pass === "forward" ? "circle" : "circle-open",
    line: { width: 2 },
  },
  hoverinfo: "skip",
}));

/** Annotations with the number format beside each roof, and with the share of the data sheet that kernels reach. */
function roofLabels({ memory, compute }: Roofline, { inUnit, asked }: Scale) {
  return [
    ...compute.map(({ dtype, peak }) => ({
      ...LABEL,
      xref: "paper",
      x: 1,
      xanchor: "left",
      xshift: BESIDE,
      yref: "y",
      y: exponent(inUnit(peak)),
      text: dtype,
    })),
    {
      ...LABEL,
      xref: "paper",
      x: 0.99,
      xanchor: "right",
      yref: "paper",
      y: 0.03,
      yanchor: "bottom",
      align: "right",
      text: [
        ...compute.map(
          ({ dtype, peak, reached }) =>
            `${dtype} ${printed(peak, "FLOP/s", asked)}, ${percent(reached / peak)} reached`,
        ),
        `memory ${printed(memory.peak, "B/s")}, ${percent(memory.reached / memory.peak)} reached`,
      ].join("<br>"),
    },
  ];
}

/** Limit on the kernels that the chart in characters shows. */
const MOST_ROWS = 12;
/** Limit on the operators that have a colour of their own. */
const MOST_GROUPS = 6;

const LABEL = { showarrow: false, font: { size: 12, color: INK } } as const;

interface Group {
  readonly label: string;
  readonly color: string;
  readonly share: number;
  readonly points: readonly RooflinePoint[];
}

/**
 * Kernels grouped by operator, over forward, backward and all kinds of layers. Small operators form one group, and
 * kernels that only move bytes another.
 */
function grouped(points: readonly RooflinePoint[]): readonly Group[] {
  const products = new Map<string, RooflinePoint[]>();
  for (const point of points) {
    const name = point.dtype === null ? MOVERS : point.label;
    const known = products.get(name);
    if (known) known.push(point);
    else products.set(name, [point]);
  }
  const sum = (of: readonly RooflinePoint[]): number => of.reduce((total, point) => total + point.share, 0);
  const movers = products.get(MOVERS) ?? [];
  products.delete(MOVERS);
  const ordered = [...products].sort(([, a], [, b]) => sum(b) - sum(a));
  const own = ordered.length <= MOST_GROUPS + 1 ? ordered : ordered.slice(0, MOST_GROUPS);
  const others = ordered.slice(own.length).flatMap(([, of]) => of);
  return [
    ...own.map(([label, of], at) => ({ label, color: paletteColor(at), share: sum(of), points: of })),
    ...(others.length === 0
      ? []
      : [{ label: "other matmuls", color: paletteColor(6), share: sum(others), points: others }]),
    ...(movers.length === 0
      ? []
      : [{ label: MOVERS, color: paletteColor(7), share: sum(movers), points: movers }]),
  ];
}

const isBackward = ({ pass }: RooflinePoint): boolean => pass === "backward";

const MOVERS = "memory-bound kernels";

function hover(roofline: Roofline, point: RooflinePoint): string {
  const ofRoof = percent(point.rate / roofOver(roofline, point));
  return `${rooflineLabel(point)}: ${share(point.share)} of the time, ${ofRoof} of its roof`;
}

/** Place of a number on a logarithmic axis, in so few digits that every engine of JavaScript has the same. */
function exponent(value: number): number {
  return six(Math.log10(value));
}

/** Number rounded to six digits. The picture does not change, and notebook files stay small and change little. */
function six(value: number): number {
  return Number(value.toPrecision(6));
}
