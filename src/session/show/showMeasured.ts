import { type Context, type MeasuredRun, measuredNames } from "../../dsl/evaluate/index.ts";
import { type Block, type Fact, factsTable } from "../../report/index.ts";
import { printNumber } from "../../units/index.ts";
import { textOfValue } from "../text/textOfValue.ts";
import { dataOf } from "./dataOf.ts";
import { blocks, type Shown } from "./shown.ts";
import { showData } from "./showTable.ts";

/** Page of a measured run: its numbers, the states of its iterations, and the levels of its step time. */
export function showMeasured(context: Context, run: MeasuredRun): Shown {
  const { log, fields, steady } = run;
  const facts = measuredNames.flatMap(({ name, doc }): readonly Fact[] => {
    const value = fields.get(name);
    return value === undefined || value.kind === "data" ? [] : [[name, textOfValue(value), doc]];
  });
  const [first, last] = [log.iterations[0]?.number ?? 0, log.iterations.at(-1)?.number ?? 0];
  const caption = `${run.name}: log of ${log.framework}, ${printNumber(log.iterations.length)} logged iterations from ${printNumber(first)} to ${printNumber(last)}`;
  const tables = (["spells", "levels"] as const).flatMap((name): readonly Block[] => {
    const value = fields.get(name);
    if (value?.kind !== "data" || (name === "levels" && steady.levels.length < 2)) return [];
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

/** Sentences on what a reader might take for granted and the log does not give. */
function remarks({ steady, log, definitions }: MeasuredRun): readonly Block[] {
  const found: string[] = [];
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
