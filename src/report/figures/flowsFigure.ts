import type { CollectiveEstimate, Estimate } from "../../engine/estimate/estimate.ts";
import type { Figure } from "../document/document.ts";
import { TIERS } from "../groups/commGroups.ts";
import { advanceWidth } from "../lettering/advances.ts";
import { cutToWidth } from "../lettering/cutToWidth.ts";
import { opName } from "../naming/opName.ts";
import { plain, printed, scaled } from "../numbers/number.ts";
import { commonUnit } from "../numbers/unit.ts";
import { linkColor } from "./theme/linkColors.ts";
import {
  baseLayout,
  FIGURE_WIDTH,
  INK,
  MUTED,
  meaningColor,
  plotlyText,
  tint,
  WIDER,
} from "./theme/theme.ts";

/** Margin beside the Sankey diagram, px. */
const EDGE = 16;
/** Letter size of the diagram's labels, px. */
const SIZE = 11;
/** Thickness of a diagram node's bar, px. */
const THICKNESS = 14;

interface Flow {
  readonly from: string;
  readonly to: string;
  readonly bytes: number;
  readonly seconds: number;
  readonly exposed: number;
  readonly tier: CollectiveEstimate["tier"];
}

/**
 * Sankey diagram of the bytes that one device sends in a step. Flows go from the groups that it sends in (`tp
 * of 8`), through the operations, to the links. Widths are payload bytes; hover shows the seconds and how
 * many of them are exposed.
 */
export function flowsFigure(estimate: Estimate, options: { title?: string } = {}): Figure {
  const title = options.title ?? "Bytes one device sends in a step, by group, operation and link";
  const sent = estimate.comm.filter((one) => one.bytes * one.count > 0);
  const flows = merged(sent.flatMap(flowsOf));
  const names = [...new Set(flows.flatMap(({ from, to }) => [from, to]))];
  const through = (name: string): number =>
    Math.max(
      flows.reduce((sum, { from, bytes }) => sum + (from === name ? bytes : 0), 0),
      flows.reduce((sum, { to, bytes }) => sum + (to === name ? bytes : 0), 0),
    );
  const total = sent.reduce((sum, one) => sum + one.bytes * one.count, 0);
  const unit = commonUnit(total, "B");
  const inUnit = (bytes: number): number => Number(scaled(bytes, "B", unit).toPrecision(6));
  const colors = new Map(sent.flatMap(colorsOf));
  const links = [...new Set(sent.map((one) => stations(one)[2]))];
  const atRight = Math.max(0, ...links.map((link) => advanceWidth(`${link}  999.9 GiB`, SIZE, false)));
  const middle = (FIGURE_WIDTH - 2 * EDGE) / 2 - WIDER * atRight - THICKNESS - 12;
  const labelOf = (name: string, size: string): string => {
    // Operations of one name in two groups are two nodes.
    const shown = name.includes(": ") ? name.slice(name.indexOf(": ") + 2) : name;
    const room = (middle - advanceWidth(size, SIZE, false)) / WIDER;
    return `${cutToWidth(shown, room, SIZE)}${size}`;
  };
  const height = 140 + 34 * Math.max(4, new Set(sent.map((one) => stations(one)[1])).size);
  return {
    kind: "figure",
    title,
    data: [
      {
        type: "sankey",
        arrangement: "snap",
        valueformat: ".4~g",
        valuesuffix: ` ${unit}`,
        textfont: { size: SIZE, color: INK, shadow: "none" },
        node: {
          label: names.map((name) => plotlyText(labelOf(name, `  ${printed(through(name), "B")}`))),
          color: names.map((name) => colors.get(name) ?? MUTED),
          pad: 14,
          thickness: THICKNESS,
          line: { width: 0 },
          hovertemplate: "%{label}<extra></extra>",
        },
        link: {
          source: flows.map(({ from }) => names.indexOf(from)),
          target: flows.map(({ to }) => names.indexOf(to)),
          value: flows.map(({ bytes }) => inUnit(bytes)),
          color: flows.map(({ tier }) => tint(linkColor(tier), 0.35)),
          customdata: flows.map(({ seconds, exposed }) =>
            plotlyText(`${printed(seconds, "s")}, ${printed(exposed, "s")} exposed`),
          ),
          hovertemplate: "%{source.label} → %{target.label}<br>%{customdata}<extra></extra>",
        },
      },
    ],
    layout: {
      ...baseLayout(title, height),
      margin: { l: EDGE, r: EDGE, t: 64, b: 24 },
      ...(flows.length > 0
        ? {}
        : {
            annotations: [
              {
                ...{ xref: "paper", x: 0.5, yref: "paper", y: 0.5, showarrow: false },
                text: "No communication: every parallel degree is 1",
                font: { size: 13, color: INK },
              },
            ],
          }),
    },
    text: {
      kind: "bars",
      unit,
      rows: [...sent]
        .sort((one, other) => other.bytes * other.count - one.bytes * one.count)
        .map((one) => textRow(one, unit)),
    },
  };
}

/**
 * Flows of bytes of one collective in the Sankey diagram: from its group to its operation, and from there to
 * its link.
 */
function flowsOf(one: CollectiveEstimate): readonly Flow[] {
  const about = {
    bytes: one.bytes * one.count,
    seconds: one.totalSeconds,
    exposed: one.exposedSeconds,
    tier: one.tier,
  };
  const [group, operation, link] = stations(one);
  return [
    { from: group, to: operation, ...about },
    { from: operation, to: link, ...about },
  ];
}

/**
 * Colour of each of the diagram's nodes that a collective's bytes pass: its group, its operation and its
 * link.
 */
function colorsOf(one: CollectiveEstimate): readonly (readonly [station: string, color: string])[] {
  const [group, operation, link] = stations(one);
  return [
    [group, meaningColor(one.dimension) ?? MUTED],
    [operation, MUTED],
    [link, linkColor(one.tier)],
  ];
}

function textRow(one: CollectiveEstimate, unit: string) {
  const [group, operation, link] = stations(one);
  const bytes = one.bytes * one.count;
  return {
    label: `${group}, ${operation}, ${link}`,
    value: scaled(bytes, "B", unit),
    text: `${printed(bytes, "B")}, ${printed(one.totalSeconds, "s")}`,
  };
}

/**
 * Diagram nodes that a collective's bytes pass. The operation's name starts with its group's, so that equal
 * operations of two groups stay apart.
 */
function stations(one: CollectiveEstimate): readonly [group: string, operation: string, link: string] {
  const link = one.tier === "both" ? "scale-up and scale-out" : TIERS[one.tier];
  return [
    `${one.dimension} of ${plain(one.groupSize)}`,
    `${one.dimension}: ${opName(one.op)} of ${one.what}`,
    link,
  ];
}

/** Flows merged where they have the same two ends and the same link. */
function merged(flows: readonly Flow[]): readonly Flow[] {
  const found = new Map<string, Flow>();
  for (const flow of flows) {
    const key = JSON.stringify([flow.from, flow.to, flow.tier]);
    const before = found.get(key);
    found.set(key, {
      ...flow,
      bytes: flow.bytes + (before?.bytes ?? 0),
      seconds: flow.seconds + (before?.seconds ?? 0),
      exposed: flow.exposed + (before?.exposed ?? 0),
    });
  }
  return [...found.values()];
}
