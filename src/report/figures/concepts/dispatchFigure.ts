import type { CollectiveEstimate, Estimate } from "../../../engine/estimate/estimate.ts";
import type { Scenario } from "../../../engine/scenario/scenario.ts";
import type { Dispatch, RankLoad } from "../../../engine/trainingStep/experts/expertDispatch.ts";
import type { Figure } from "../../document/document.ts";
import { percent, plain, printed } from "../../numbers/number.ts";
import { DRAWING_WIDTH, type Label } from "../drawing/pixels.ts";
import { linkColor } from "../theme/linkColors.ts";
import { meaningColor } from "../theme/theme.ts";
import { type Arrow, type Cell, drawnPlaces, fitting, type Sketch, sketchFigure } from "./sketch.ts";

/** Largest number of ranks that are drawn. */
const MOST = 8;
const ROW = 34;
const TOP = 34;
const SOURCE = { x: 0, width: 104, height: 44 };
const RANK = { x: 200, width: 66, height: 24 };
const BARS = { x: 426, width: 150 };

/**
 * Picture of a layer's tokens on their way to the experts: arrows from one rank of an expert-parallel group to all, as
 * wide as their share of the copies, and each rank's load under the plan's balance and capacity.
 */
export function dispatchFigure(
  { model, plan, cluster }: Scenario,
  { comm, experts }: Estimate,
  { ranks, inOrder }: Dispatch,
  options: { readonly title?: string; readonly unit?: string } = {},
): Figure {
  const shown = drawnPlaces(ranks.length, MOST);
  const domain = cluster.scaleUp.domain / plan.etp;
  const mlp = model.mlp.kind === "moe" ? model.mlp : null;
  return sketchFigure(drawn(ranks, shown, domain), {
    title:
      options.title ??
      `Tokens to ${plain(mlp?.experts ?? 0)} experts on ${plain(ranks.length)} ranks: ${plain(mlp?.topK ?? 0)} copies of each token`,
    caption: [
      "Arrows are as wide as the share of rank 0's copies; blue stays in the scale-up domain, red leaves it.",
      ...balanceWords(inOrder, experts),
      ...limitWords(plan, experts),
      ...(mlp && mlp.topGroups < mlp.groups
        ? [`A token's experts come from at most ${plain(mlp.topGroups)} of ${plain(mlp.groups)} groups.`]
        : []),
      ...bytesWords(comm, options.unit),
    ].join(" "),
    height: TOP + shown.length * ROW + 6,
    text: {
      kind: "bars",
      unit: "%",
      rows: shown.flatMap((rank) => {
        const load = rank === null ? undefined : ranks[rank];
        return load
          ? [
              {
                label: `rank ${plain(rank ?? 0)}, ${expertsText(load.experts)}`,
                value: 100 * load.taken,
                text: percent(load.taken),
              },
            ]
          : [];
      }),
    },
  });
}

/** Sketch of the sending rank, and of the ranks that receive. `domain` is the number of ranks in a scale-up domain. */
function drawn(ranks: readonly RankLoad[], shown: readonly (number | null)[], domain: number): Sketch {
  const most = Math.max(...ranks.map(({ routed }) => routed));
  const middle = TOP + (shown.length * ROW) / 2 - 5;
  const cells: Cell[] = [
    { ...SOURCE, y: middle - SOURCE.height / 2, color: meaningColor("ep") ?? "", text: "rank 0 sends" },
  ];
  const arrows: Arrow[] = [];
  const labels: Label[] = [
    { x: RANK.x, y: 10, text: "Rank and its experts", bold: true },
    { x: BARS.x, y: 10, text: "Share of the copies", bold: true },
  ];
  for (const [row, rank] of shown.entries()) {
    const y = TOP + row * ROW;
    const load = rank === null ? undefined : ranks[rank];
    if (rank === null || !load) {
      labels.push({ x: RANK.x + RANK.width / 2, y: y + 12, text: "…", anchor: "center" });
      continue;
    }
    const color = linkColor(rank < domain ? "scale_up" : "scale_out");
    cells.push({ ...RANK, y, text: `rank ${plain(rank)}`, color }, ...loadBar(load, most, y, rank));
    arrows.push({
      from: { x: SOURCE.x + SOURCE.width + 2, y: middle },
      to: { x: RANK.x - 3, y: y + RANK.height / 2 },
      color,
      width: 1 + 4 * (load.taken / most),
    });
    labels.push(
      { x: RANK.x + RANK.width + 8, y: y + 12, text: expertsText(load.experts) },
      {
        ...{ x: BARS.x + BARS.width + 8, y: y + 12 },
        text: fitting(DRAWING_WIDTH - BARS.x - BARS.width, percent(load.taken)),
      },
    );
  }
  return { cells, arrows, labels };
}

/** Bar of the copies that a rank takes, in a frame of those that the router sends to it. */
function loadBar({ routed, taken }: RankLoad, most: number, y: number, rank: number): readonly Cell[] {
  const hover = `rank ${rank}: ${percent(routed)} of the copies routed, ${percent(taken)} taken`;
  const frame = { x: BARS.x, y: y + 3, height: 18 };
  const color = meaningColor("ep") ?? "";
  const bar: Cell = { ...frame, width: (BARS.width * taken) / most, color, hover };
  return taken < routed ? [{ ...frame, width: (BARS.width * routed) / most }, bar] : [bar];
}

function expertsText(experts: readonly number[]): string {
  const [first = 0, second] = experts;
  const last = experts.at(-1) ?? first;
  if (second === undefined) return `expert ${plain(first)}`;
  if (experts.length === 2) return `experts ${plain(first)}, ${plain(last)}`;
  return second === first + 1
    ? `experts ${plain(first)} to ${plain(last)}`
    : `experts ${plain(first)}, ${plain(second)} … ${plain(last)}`;
}

const balanceWords = (inOrder: boolean, experts: Estimate["experts"]): readonly string[] =>
  experts === null
    ? []
    : [
        ...(inOrder
          ? []
          : [
              "Experts are dealt to the ranks one by one, from the busiest; the plan does not say where they lie.",
            ]),
        experts.busiest === 1
          ? "All ranks receive equally many tokens."
          : `The estimate takes ${plain(Number(experts.busiest.toPrecision(3)))} times the mean load for the busiest rank.`,
      ];

const limitWords = ({ capacity }: Scenario["plan"], experts: Estimate["experts"]): readonly string[] =>
  capacity === null
    ? []
    : [
        `An expert takes at most ${plain(capacity.factor)} times the mean load, and ${percent(experts?.dropped ?? 0)} of the copies are dropped (empty frames).${capacity.pad ? " Each expert computes its limit, with padding." : ""}`,
      ];

function bytesWords(comm: readonly CollectiveEstimate[], unit: string | undefined): readonly string[] {
  const sent = comm.filter(
    ({ dimension, op, what }) => dimension === "ep" && op === "all_to_all" && what.startsWith("tokens"),
  );
  const [first] = sent;
  return first ? [`An all-to-all of ${first.what} has ${printed(first.bytes, "B", unit)} per rank.`] : [];
}
