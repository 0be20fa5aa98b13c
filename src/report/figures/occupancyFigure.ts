import type { QueueRun } from "../../engine/queue/simulateQueue.ts";
import type { Workload } from "../../engine/queue/workload.ts";
import type { Figure } from "../document/document.ts";
import { linesFigure } from "./linesFigure.ts";
import { MUTED } from "./theme/theme.ts";

/**
 * Step chart over time of nodes in use and nodes that queued jobs request, with the number of nodes as a
 * limit.
 */
export function occupancyFigure(
  workload: Workload,
  run: QueueRun,
  options: { readonly title?: string } = {},
): Figure {
  const busy = run.spans.flatMap(({ from, until, nodes }) => [
    [from, nodes.length] as const,
    [until, -nodes.length] as const,
  ]);
  const wanted = run.jobs.flatMap(({ job, nodes, spans }) =>
    spans.flatMap(({ from }, at) => [
      [spans[at - 1]?.until ?? job.submitSeconds, nodes] as const,
      [from, -nodes] as const,
    ]),
  );
  const ends = run.spans.map(({ until }) => until);
  const first = Math.min(...workload.jobs.map(({ submitSeconds }) => submitSeconds));
  const figure = linesFigure(
    [
      { label: "nodes with a job", points: steps(busy) },
      { label: "nodes requested by waiting jobs", points: steps(wanted) },
      {
        label: "nodes in the cluster",
        points: [
          [first, workload.nodes],
          [Math.max(...ends), workload.nodes],
        ],
      },
    ],
    {
      x: { label: "time", base: "s" },
      y: { label: "nodes" },
      title: options.title ?? `${workload.name}: nodes in use and nodes requested by waiting jobs`,
    },
  );
  // A step chart has no marks on its corners. The capacity line is drawn on top of the usage.
  const data = figure.data.map((line, at) => ({
    ...line,
    mode: "lines",
    ...(at === 2 ? { line: { color: MUTED, width: 2, dash: "dash" } } : {}),
  }));
  return { ...figure, data };
}

/** Corners of a step chart, computed from increments at given times. */
function steps(
  changes: readonly (readonly [at: number, by: number])[],
): readonly (readonly [number, number])[] {
  const sum = new Map<number, number>();
  for (const [at, by] of changes) sum.set(at, (sum.get(at) ?? 0) + by);
  const points: (readonly [number, number])[] = [];
  let level = 0;
  for (const at of [...sum.keys()].sort((a, b) => a - b)) {
    points.push([at, level]);
    level += sum.get(at) ?? 0;
    points.push([at, level]);
  }
  return points;
}
