import type { Breakdown } from "../../engine/estimate/breakdown.ts";
import type { Figure } from "../document/document.ts";
import { lastName } from "../groups/memoryKinds.ts";
import { advanceWidth } from "../lettering/advances.ts";
import { cutToWidth } from "../lettering/cutToWidth.ts";
import { percent, printed, scaled } from "../numbers/number.ts";
import { commonUnit } from "../numbers/unit.ts";
import {
  baseLayout,
  FIGURE_WIDTH,
  meaningColor,
  paletteColor,
  plotlyText,
  SEAM,
  tint,
  WIDER,
} from "./theme/theme.ts";

export interface TreeOptions {
  readonly title: string;
  /** Unit to print values in. By default the one that suits the whole. */
  readonly unit?: string;
  /** Name of the whole in the picture. By default the breakdown's label. */
  readonly what?: string;
}

interface Sector {
  readonly id: string;
  readonly parent: string;
  readonly depth: number;
  readonly label: string;
  readonly value: number;
  /** Height of the sector in the chart's unit. A parent is as high as the sum of its rounded parts. */
  readonly drawn: number;
  readonly color: string;
}

/**
 * Icicle chart of a number and its parts: the whole at the left, its parts to the right, each as high as its
 * share. A click expands a part over the whole picture. Parts without room for a name show it on hover.
 */
export function treeFigure(whole: Breakdown, { title, what, unit: asked }: TreeOptions): Figure {
  const unit = asked ?? commonUnit(whole.value, whole.unit);
  const root = { ...whole, label: what ?? whole.label };
  const sectors = sectorsOf(root, (value) => scaled(value, whole.unit, unit));
  const amount = (value: number): string => printed(value, whole.unit, unit);
  const share = (value: number): string => percent(value / whole.value);
  const levels = 1 + Math.max(...sectors.map(({ depth }) => depth));
  const room = (FIGURE_WIDTH - 2 * EDGE) / levels - 10;
  const name = (label: string, size: string): string => {
    const beside = advanceWidth(`  ${size}`, SIZE, false);
    return plotlyText(`${cutToWidth(label, (room - beside) / WIDER, SIZE)}  ${size}`);
  };
  return {
    kind: "figure",
    title,
    data: [
      {
        type: "icicle",
        ids: sectors.map(({ id }) => id),
        parents: sectors.map(({ parent }) => parent),
        labels: sectors.map(({ label }) => plotlyText(label)),
        values: sectors.map(({ drawn }) => drawn),
        branchvalues: "total",
        sort: false,
        text: sectors.map(({ label, value }) => name(label, amount(value))),
        textinfo: "text",
        customdata: sectors.map(({ value }) => `${amount(value)} · ${share(value)}`),
        hovertemplate: "%{label}: %{customdata}<extra></extra>",
        textfont: { size: SIZE },
        marker: { colors: sectors.map(({ color }) => color), line: { color: SEAM, width: 1 } },
        leaf: { opacity: 1 },
        tiling: { orientation: "h", pad: 1 },
        pathbar: { visible: false },
        root: { color: SEAM },
      },
    ],
    layout: {
      ...baseLayout(title, 460),
      margin: { l: EDGE, r: EDGE, t: 56, b: EDGE },
      uniformtext: { minsize: 10, mode: "hide" },
    },
    text: {
      kind: "bars",
      unit,
      rows: sectors
        .filter(({ depth, value }) => depth > 0 && value >= LEAST * whole.value)
        .map(({ depth, label, value }) => ({
          label: `${"  ".repeat(depth - 1)}${label}`,
          value: scaled(value, whole.unit, unit),
          text: `${amount(value)} · ${share(value)}`,
        })),
    },
  };
}

/** Margin beside the icicle chart, px. */
const EDGE = 16;
/** Letter size of the icicle chart, px. */
const SIZE = 12;
/** Share of the whole below which a part is left out of the chart in characters. */
const LEAST = 0.005;
/** Limit on the drawn levels below the whole. */
const DEEPEST = 4;

/**
 * Sectors of the icicle chart, parents first. A parent's value is the sum of its parts' rounded values:
 * plotly.js rejects parts that add up to more than their parent.
 */
function sectorsOf(whole: Breakdown, inUnit: (value: number) => number): readonly Sector[] {
  const sectors = (
    tree: Breakdown,
    id: string,
    parent: string,
    depth: number,
    own: string | null,
  ): Sector[] => {
    const below =
      depth === DEEPEST
        ? []
        : tree.parts.flatMap((part, at) => {
            if (!(part.value > 0)) return [];
            const color = own ?? meaningColor(lastName(part.name)) ?? paletteColor(at);
            return sectors(part, `${id}.${at}`, id, depth + 1, color);
          });
    const drawn =
      below.length === 0
        ? round(inUnit(tree.value))
        : below.reduce((sum, one) => sum + (one.parent === id ? one.drawn : 0), 0);
    const color = own === null ? SEAM : depth === 1 ? own : tint(own, SHADES[Math.min(depth, 4) - 2] ?? 1);
    return [{ id, parent, depth, label: tree.label, value: tree.value, drawn, color }, ...below];
  };
  return sectors(whole, "0", "", 0, null);
}

/** Strength of a part's colour at the second, third and fourth level (1 is the full colour). */
const SHADES = [0.75, 0.55, 0.4] as const;

/** Number rounded to six digits. The picture does not change, and notebook files stay small. */
function round(value: number): number {
  return Number(value.toPrecision(6));
}
