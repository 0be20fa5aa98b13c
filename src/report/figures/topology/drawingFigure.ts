import type { PeerGroup } from "../../../engine/trainingStep/fabric/peerGroups.ts";
import type { Figure } from "../../document/document.ts";
import { advanceWidth } from "../../lettering/advances.ts";
import { hoverMarks, LETTERS, labelWords, type Point, pixelLayout, tenth } from "../drawing/pixels.ts";
import { GRID, IDLE, MUTED, paletteColor } from "../theme/theme.ts";
import type { DeviceMark, Drawing, LinkKind } from "./drawing.ts";
import { RING, type Role, rolesOf } from "./roles.ts";

type Trace = Figure["data"][number];

const KEYS = 34;
const COLORS: Readonly<Record<LinkKind, { readonly color: string; readonly dash: string }>> = {
  up: { color: paletteColor(2), dash: "solid" },
  out: { color: MUTED, dash: "solid" },
  bridge: { color: paletteColor(5), dash: "solid" },
  wrap: { color: paletteColor(5), dash: "4px,2px" },
  zoom: { color: MUTED, dash: "2px,3px" },
};

/** Names of links, as tables have them. The lines have no legend: a page finds by the name what else is about such a link. */
const NAMES: Readonly<Partial<Record<LinkKind, { readonly name: string }>>> = {
  up: { name: "scale-up" },
  bridge: { name: "scale-up" },
  wrap: { name: "scale-up" },
  out: { name: "scale-out" },
};

/**
 * Figure made from a cluster's drawing. Its coordinates are px, so that the interactive and the static
 * picture are equal.
 */
export function drawingFigure(
  { drawing, height: drawn }: { readonly drawing: Drawing; readonly height: number },
  title: string,
  groups: readonly PeerGroup[] | null,
): Omit<Figure, "text"> {
  const roleOf = rolesOf(groups);
  const height = drawn + (groups === null ? 0 : KEYS);
  const keys = groups === null ? [] : keysOf(drawing, roleOf, drawn + KEYS / 2);
  return {
    kind: "figure",
    title,
    data: [
      ...links(drawing),
      ...hovers(drawing),
      ...devices(drawing, roleOf, groups !== null),
      ...keys.map((key) => ({ ...marks(key.role, 12, [key]), hoverinfo: "skip" })),
    ],
    layout: {
      ...pixelLayout(title, height),
      shapes: drawing.boxes.map(({ x, y, width, height: high, solid }) => ({
        ...{ type: "rect", x0: x, x1: x + width, y0: y, y1: y + high, layer: "below" },
        fillcolor: solid ? GRID : "rgba(0,0,0,0)",
        line: { color: solid ? MUTED : IDLE, width: 1 },
      })),
      annotations: [
        // A box has its words in lines, as plotly.js markup.
        ...drawing.boxes.flatMap(({ x, y, width, height: high, text }) =>
          text === undefined
            ? []
            : [{ ...labelWords({ x: x + width / 2, y: y + high / 2, text, anchor: "center" }), text }],
        ),
        ...drawing.labels.map(labelWords),
        ...keys.map(({ x, y, role }) => labelWords({ x: x + 12, y, text: role.name })),
      ],
    },
  };
}

/** plotly.js traces of links: one per kind and width, because a trace has one line style. */
function links({ links: all }: Drawing): readonly Trace[] {
  return (["zoom", "out", "up", "bridge", "wrap"] as const).flatMap((kind) =>
    [false, true].flatMap((wide): readonly Trace[] => {
      const own = all.filter((one) => one.kind === kind && (one.wide ?? false) === wide);
      if (own.length === 0) return [];
      return [
        {
          ...{ type: "scatter", mode: "lines", hoverinfo: "skip", showlegend: false },
          x: own.flatMap(({ from, to }) => [tenth(from.x), tenth(to.x), null]),
          y: own.flatMap(({ from, to }) => [tenth(from.y), tenth(to.y), null]),
          ...NAMES[kind],
          line: { ...COLORS[kind], width: wide ? 2.5 : 1.2 },
        },
      ];
    }),
  );
}

function hovers({ boxes }: Drawing): readonly Trace[] {
  const marks = boxes.flatMap(({ x, y, width, height, hover }) =>
    hover === undefined ? [] : [{ x: x + width / 2, y: y + height - 8, text: hover }],
  );
  return marks.length === 0 ? [] : [hoverMarks(marks)];
}

/** plotly.js traces of devices: one per role and size, because all devices of a trace share one style. */
function devices(
  { devices: all }: Drawing,
  roleOf: (device: number) => Role,
  named: boolean,
): readonly Trace[] {
  const found = new Map<string, { readonly role: Role; readonly own: DeviceMark[] }>();
  for (const mark of all) {
    const role = roleOf(mark.device);
    const key = `${role.name} ${mark.size.toFixed(1)} ${mark.numbered ?? false}`;
    const group = found.get(key) ?? { role, own: [] };
    found.set(key, group);
    group.own.push(mark);
  }
  return [...found.values()].map(
    ({ role, own }): Trace => ({
      ...marks(role, own[0]?.size ?? 0, own),
      mode: own[0]?.numbered ? "markers+text" : "markers",
      text: own.map(({ device }) => `${device}`),
      textfont: { size: 10, color: role.ink },
      hovertemplate: `device %{text}${named ? `: ${role.name}` : ""}<extra></extra>`,
    }),
  );
}

function marks(role: Role, size: number, places: readonly Point[]): Trace {
  return {
    ...{ type: "scatter", mode: "markers", name: role.name, showlegend: false },
    x: places.map(({ x }) => tenth(x)),
    y: places.map(({ y }) => tenth(y)),
    marker: {
      ...{ symbol: "square", size: tenth(size), color: role.color },
      line: { width: role.ring ? 2.5 : 0, color: RING },
    },
  };
}

const ORDER = ["device 0", "tp", "cp", "dp", "pp"];

interface Key extends Point {
  readonly role: Role;
}

/** Legend of the devices' roles, in a row below the drawing. */
function keysOf({ devices: all }: Drawing, roleOf: (device: number) => Role, y: number): readonly Key[] {
  const roles = new Map(all.map(({ device }) => roleOf(device)).map((role) => [role.name, role]));
  const place = ({ name }: Role): number => {
    const at = ORDER.indexOf(name.split(" and ")[0] ?? name);
    return name === "others" ? ORDER.length + 1 : at < 0 ? ORDER.length : at;
  };
  let x = 10;
  return [...roles.values()]
    .sort((one, other) => place(one) - place(other))
    .map((role): Key => {
      const key = { x, y, role };
      x += advanceWidth(role.name, LETTERS, false) + 44;
      return key;
    });
}
