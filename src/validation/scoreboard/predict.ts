import { diagnosticOf } from "../../dsl/diagnostics/index.ts";
import { estimate } from "../../engine/index.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";
import { EXACT, fitOf } from "../../engine/trainingStep/memory/fit.ts";
import { LEAST, type OpenCells, recomputesOf } from "../programs/plan/recompute.ts";
import { type Knowledge, type Program, programOf } from "../programs/program.ts";
import { problemOf, type scenarioReader } from "../programs/scenarioOf.ts";
import type { Row } from "../row.ts";

type Answer = Extract<ReturnType<typeof estimate>, { readonly ok: true }>;
/** A row as a program, and what the engine says of it. */
export interface Predicted {
  readonly program: Program;
  readonly scenario: Scenario;
  readonly estimate: Answer["estimate"];
  /** Whether what fits decided a cell that the row leaves open: its micro-batch, ZeRO's stage, what is recomputed. */
  readonly searched: boolean;
}
type Reader = ReturnType<typeof scenarioReader>;

/** What the engine says of a row as a program, or why it says nothing. `open` stands in for cells that the row leaves open. */
export function predict(
  row: Row,
  read: Reader,
  open: OpenCells,
  knowledge: Knowledge = "plain",
): Predicted | string {
  const program = programOf(row, open, knowledge);
  if (program.kind === "unexpressed") return program.reason;
  const resolved = read(program.text, row.id);
  if (resolved.kind === "problems") return problemOf(resolved);
  const { scenario } = resolved;
  const answer = estimate(scenario);
  if (answer.ok) {
    const predicted = { program, scenario, estimate: answer.estimate };
    return { ...predicted, searched: open !== LEAST || leaves(predicted, "micro_batch") };
  }
  const found = answer.refusals.find(({ severity }) => severity === "error");
  return found
    ? problemOf({ kind: "problems", diagnostics: [diagnosticOf(found.code, found.params)] })
    : "no answer";
}

/**
 * A run that ran fitted. A row that leaves cells open had the least of what they may say that fits (`smaller`); one that does not give
 * its micro-batch is taken to have had the fastest that fits, as people choose it.
 */
export function predictOpen(row: Row, read: Reader, knowledge: Knowledge = "plain"): Predicted | string {
  let open = LEAST;
  let smallest = predict(row, read, open, knowledge);
  if (typeof smallest === "string") return smallest;
  for (const [cell, cells] of smaller(row, smallest.scenario.plan)) {
    if (typeof smallest === "string" || mayFit(smallest)) break;
    if (!leaves(smallest, cell)) continue;
    open = { ...open, ...cells };
    smallest = predict(row, read, open, knowledge);
  }
  if (typeof smallest === "string" || !leaves(smallest, "micro_batch")) return smallest;
  let best = smallest;
  for (let size = 2; size <= MOST_MICRO_BATCH; size *= 2) {
    const next = predict(row, read, { ...open, microBatch: size }, knowledge);
    if (typeof next === "string" || !mayFit(next)) break;
    if (perSequence(next) < perSequence(best)) best = next;
  }
  return best;
}

/**
 * What takes less memory, the cheapest first: the optimizer's state in parts; whole copies over more ranks than a node has; all state in parts;
 * and recomputation (what the recipe of its release has, nothing, norms, feed-forwards, both, everything). A model that is cut by tensor or
 * pipeline parallelism recomputes before its weights are sharded too: FSDP takes the place of these, or is named.
 */
function smaller(
  row: Row,
  { tp, pp, dp, dpShard }: Scenario["plan"],
): readonly (readonly [cell: string, cells: Partial<OpenCells>])[] {
  const recomputes = recomputesOf(row)
    .slice(1)
    .map((recompute) => ["recompute", { recompute }] as const);
  const whole = [["zero", { zero: 3 }]] as const;
  const shards: (readonly [string, Partial<OpenCells>])[] = [];
  for (let ranks = 2 * dpShard; ranks <= dp; ranks *= 2) shards.push(["dp_shard", { shard: ranks }]);
  return [
    ["zero", { zero: 1 }],
    ...shards,
    ...(tp * pp > 1 ? [...recomputes, ...whole] : [...whole, ...recomputes]),
  ];
}

/** By what nothing gives back: a run that ran may have had less in its allocator's cache than it would have kept. */
const mayFit = ({ estimate }: Predicted): boolean => fitOf(estimate.memory, EXACT) !== "no";

const perSequence = ({ estimate: { time }, scenario }: Predicted): number =>
  time.step.value / scenario.plan.globalBatch;
const leaves = ({ program }: Pick<Predicted, "program">, cell: string): boolean =>
  program.assumed.some((sentence) => sentence.startsWith(cell));
const MOST_MICRO_BATCH = 64;
