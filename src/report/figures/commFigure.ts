import type { CollectiveEstimate, Estimate } from "../../engine/estimate/estimate.ts";
import type { Figure } from "../document/document.ts";
import { TIERS } from "../groups/commGroups.ts";
import { advanceWidth } from "../lettering/advances.ts";
import { opName } from "../naming/opName.ts";
import { plain, printed, scaled } from "../numbers/number.ts";
import { commonUnit } from "../numbers/unit.ts";
import { barLabels } from "./labels/barLabels.ts";
import { linkColor } from "./theme/linkColors.ts";
import {
  axis,
  baseLayout,
  IDLE,
  INK,
  LEGEND_BELOW,
  MUTED,
  plotlyText,
  roomFor,
  tint,
} from "./theme/theme.ts";

type Tier = CollectiveEstimate["tier"];

interface Row {
  readonly label: string;
  /** Link that the collective uses. null for the sum of many small collectives. */
  readonly tier: Tier | null;
  readonly total: number;
  readonly exposed: number;
  /** Description of how the collective runs: bytes per step, algorithm, group. */
  readonly how: string;
}

/** Opacity of the part of a bar that overlaps computation. Its hue is the link's. */
export const OVERLAPPED = 0.35;
const HOW_SIZE = 11;
/** Limit on the rows of the communication figure; shorter collectives join "others". */
const MOST_ROWS = 14;
/** Share of all communication time below which a collective joins "others". */
const LEAST_SHARE = 0.003;

/**
 * Bar chart of the collectives of a step, longest first, coloured by link. Exposed time is dark, overlapped
 * time pale.
 */
export function commFigure(estimate: Estimate, options: { title?: string } = {}): Figure {
  const title = options.title ?? "Communication in one step, per device";
  const rows = rowsOf(estimate.comm);
  const longest = Math.max(0, ...rows.map((row) => row.total));
  const unit = commonUnit(longest, "s");
  const inUnit = (seconds: number): number => Number(scaled(seconds, "s", unit).toPrecision(6));
  const room = roomFor(
    rows.map((row) => ({ end: row.total, textWidth: advanceWidth(row.how, HOW_SIZE, false) })),
    rows.map((row) => row.label),
  );
  const tiers = ([...Object.keys(TIERS), null] as (Tier | null)[]).filter((tier) =>
    rows.some((row) => row.tier === tier),
  );
  const bar = (tier: Tier | null, name: string, color: string, seconds: (row: Row) => number) => ({
    type: "bar",
    orientation: "h",
    name: `${tier === null ? "others" : TIERS[tier]}, ${name}`,
    y: rows.map((row) => plotlyText(row.label)),
    x: rows.map((row) => (row.tier === tier ? inUnit(seconds(row)) : 0)),
    marker: { color, line: { width: 0 } },
    hovertemplate: `%{y}: %{x:.4g} ${unit}<extra>${name}</extra>`,
  });
  const colorOf = (tier: Tier | null): string => (tier === null ? MUTED : linkColor(tier));
  return {
    kind: "figure",
    title,
    data: [
      ...tiers.flatMap((tier) => {
        const color = colorOf(tier);
        const some = rows.some((row) => row.tier === tier && overlapped(row) > 0);
        return [
          bar(tier, "exposed", color, (row) => row.exposed),
          ...(some
            ? [bar(tier, "overlapped", tier === null ? IDLE : tint(color, OVERLAPPED), overlapped)]
            : []),
        ];
      }),
      ...(rows.length === 0
        ? []
        : [
            barLabels(
              rows.map(({ label, total, how }) => ({ x: inUnit(total), y: label, text: how, side: "right" })),
              { size: HOW_SIZE, color: MUTED },
            ),
          ]),
    ],
    layout: {
      ...baseLayout(title, 150 + 28 * Math.max(rows.length, 2)),
      barmode: "stack",
      showlegend: rows.length > 0,
      legend: LEGEND_BELOW,
      bargap: 0.35,
      xaxis: axis(`time per step (${unit})`, {
        range: [0, inUnit(room)],
        ...(rows.length === 0 ? { visible: false } : {}),
      }),
      yaxis: axis("", {
        type: "category",
        autorange: "reversed",
        showgrid: false,
        ticks: "",
        ...(rows.length === 0 ? { visible: false } : {}),
      }),
      ...(rows.length === 0
        ? { annotations: [nothing("No communication: every parallel degree is 1")] }
        : {}),
    },
    text: {
      kind: "bars",
      unit,
      rows: rows.map((row) => textRow(row, unit)),
    },
  };
}

/** Time of a collective that overlaps computation, in seconds. */
const overlapped = (row: Row): number => Math.max(0, row.total - row.exposed);

const textRow = (row: Row, unit: string) => ({
  label: row.label,
  value: scaled(row.total, "s", unit),
  text: `${printed(row.total, "s")}, ${printed(row.exposed, "s")} exposed`,
  parts: [
    { label: "exposed", value: scaled(row.exposed, "s", unit) },
    { label: "overlapped", value: scaled(overlapped(row), "s", unit) },
  ],
});

function nothing(text: string): Readonly<Record<string, unknown>> {
  return {
    xref: "paper",
    x: 0.5,
    yref: "paper",
    y: 0.5,
    showarrow: false,
    text,
    font: { size: 13, color: INK },
  };
}

function rowsOf(comm: readonly CollectiveEstimate[]): readonly Row[] {
  const sorted = [...comm]
    .filter((one) => one.totalSeconds > 0)
    .sort((one, other) => other.totalSeconds - one.totalSeconds);
  const all = sorted.reduce((sum, one) => sum + one.totalSeconds, 0);
  const shown = sorted.filter((one, at) => at < MOST_ROWS && one.totalSeconds >= LEAST_SHARE * all);
  const others = sorted.slice(shown.length);
  // Merging a single small collective into "others" would save no row.
  const own = others.length <= 1 ? sorted : shown;
  const labels = unique(own.map(labelOf));
  const rows = own.map(
    (one, at): Row => ({
      label: labels[at] ?? "",
      tier: one.tier,
      total: one.totalSeconds,
      exposed: one.exposedSeconds,
      how: `${printed(one.bytes * one.count, "B")} · ${algorithmText(one)} of ${plain(one.groupSize)}`,
    }),
  );
  return own === sorted ? rows : [...rows, sumOf(others)];
}

function sumOf(others: readonly CollectiveEstimate[]): Row {
  const sum = (of: (one: CollectiveEstimate) => number) => others.reduce((total, one) => total + of(one), 0);
  return {
    label: `${others.length} shorter ones`,
    tier: null,
    total: sum((one) => one.totalSeconds),
    exposed: sum((one) => one.exposedSeconds),
    how: printed(
      sum((one) => one.bytes * one.count),
      "B",
    ),
  };
}

function labelOf(one: CollectiveEstimate): string {
  return `${one.dimension} ${opName(one.op)} of ${one.what}`;
}

/** Name of a collective's algorithm without NCCL's protocol (LL, LL128, Simple), which the table shows. */
function algorithmText({ algorithm }: CollectiveEstimate): string {
  return algorithm.replaceAll("_", " ").replace(/ (LL|LL128|Simple)$/, "");
}

/** Labels with a suffix where two are equal: a category axis would merge their rows. */
function unique(labels: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return labels.map((label) => {
    const count = (seen.get(label) ?? 0) + 1;
    seen.set(label, count);
    return count === 1 ? label : `${label} (${count})`;
  });
}
