import { type Context, type MeasuredRun, measuredNames } from "../../dsl/evaluate/index.ts";
import type { TraceSummary } from "../../measured/index.ts";
import { type Block, type Fact, factsTable } from "../../report/index.ts";
import { printNumber } from "../../units/index.ts";
import { textOfValue } from "../text/textOfValue.ts";
import { dataOf } from "./dataOf.ts";
import { blocks, type Shown } from "./shown.ts";
import { showData } from "./showTable.ts";

/** Page of a measured run: its numbers, the states of its iterations, and the levels of its step time. */
export function showMeasured(context: Context, run: MeasuredRun): Shown {
  const { log, fields, steady } = run;
  const isSnapshot = !run.trace && log.iterations.length === 0;
  const facts = measuredNames.flatMap(({ name, doc }): readonly Fact[] => {
    const value = fields.get(name);
    if ((run.trace || isSnapshot) && OF_LOGS.has(name)) return [];
    return value === undefined || value.kind === "data" ? [] : [[name, textOfValue(value), doc]];
  });
  const [first, last] = [log.iterations[0]?.number ?? 0, log.iterations.at(-1)?.number ?? 0];
  const caption = run.trace
    ? traceCaption(run.name, run.trace)
    : isSnapshot
      ? `${run.name}: ${log.framework}`
      : `${run.name}: log of ${log.framework}, ${printNumber(log.iterations.length)} logged iterations from ${printNumber(first)} to ${printNumber(last)}`;
  const tables = SHOWN.flatMap((name): readonly Block[] => {
    const value = fields.get(name);
    if (value?.kind !== "data" || (name === "levels" && steady.levels.length < 2)) return [];
    if (name === "spells" && run.trace) return [];
    if (name === "wall_clock" && !run.fields.has("failures")) return [];
    const made = showData(context, value, undefined);
    return made.kind === "shown" ? made.document.blocks : [];
  });
  const data = Object.fromEntries(
    [...fields].flatMap(([name, value]) => (value.kind === "data" ? [] : [[name, dataOf(value)] as const])),
  );
  return {
    kind: "shown",
    document: blocks(factsTable(facts, caption), ...tables, ...remarks(run)),
    data: { ...data, spells: steady.spells, levels: steady.levels },
  };
}

/** Numbers that say little of the few steps of a trace, and nothing of a snapshot. */
const OF_LOGS: ReadonlySet<string> = new Set([
  ...["step_time_p10", "step_time_p90", "mean_step_time", "steady_share", "restarts", "framework"],
]);

/** Tables of a measured run that its page shows. */
const SHOWN = ["parts", "collectives", "spells", "levels", "wall_clock", "failures"] as const;

function traceCaption(name: string, { source, device, rank, worldSize, steps }: TraceSummary): string {
  const of = worldSize === null ? "" : ` of ${printNumber(worldSize)}`;
  const where = `${device === null ? "" : `, ${device}`}${rank === null ? "" : `, rank ${rank}${of}`}`;
  const count = steps.length === 1 ? "1 profiled step" : `${printNumber(steps.length)} profiled steps`;
  return `${name}: trace of ${source}${where}, ${steps.length === 0 ? "no marked steps" : count}`;
}

/** Sentences on what a reader might take for granted and the log does not give. */
function remarks({ steady, log, definitions, trace }: MeasuredRun): readonly Block[] {
  const found: string[] = [...(trace?.remarks ?? []), ...(trace ? unknownKernels(trace) : [])];
  if (!steady.seconds && log.facts.meanSeconds !== undefined)
    found.push(
      "The log has no duration of each iteration. `step_time` is the mean over the whole run, with evaluations and checkpoints.",
    );
  if (steady.levels.length > 1)
    found.push(
      `The step time changes for good ${printNumber(steady.levels.length - 1)} times. \`step_time\` is that of the longest level.`,
    );
  if (definitions) found.push("The log prints its arguments: `.plan` is the plan that they describe.");
  return found.map((text) => ({ kind: "paragraph", text }));
}

/** Number of unknown kernels that a remark names. */
const NAMED = 5;

/** Sentence that names kernels which no part is known for. */
function unknownKernels({ kernels }: TraceSummary): readonly string[] {
  const unknown = kernels.filter(({ kind }) => kind === "unknown");
  if (unknown.length === 0) return [];
  const names = unknown.slice(0, NAMED).map(({ name }) => `\`${name.slice(0, 60)}\``);
  const more = unknown.length > NAMED ? ` and ${unknown.length - NAMED} more` : "";
  return [
    `Kernels that belong to no known part: ${names.join(", ")}${more}. \`.kernels\` lists them with their times.`,
  ];
}
