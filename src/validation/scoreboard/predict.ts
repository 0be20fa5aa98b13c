import { diagnosticOf } from "../../dsl/diagnostics/index.ts";
import { estimate } from "../../engine/index.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";
import { EXACT, fitOf } from "../../engine/trainingStep/memory/fit.ts";
import { LEAST, type OpenCells, recomputesOf } from "../programs/plan/recompute.ts";
import { type Knowledge, type Program, programOf } from "../programs/program.ts";
import { problemOf, type scenarioReader } from "../programs/scenarioOf.ts";
import type { Row } from "../rows/row.ts";

type Answer = Extract<ReturnType<typeof estimate>, { readonly ok: true }>;
/** A row as a program, with the engine's estimate. */
export interface Predicted {
  readonly program: Program;
  readonly scenario: Scenario;
  readonly estimate: Answer["estimate"];
  /** True where memory decided a cell that the row leaves open: micro-batch, ZeRO stage, recomputation. */
  readonly searched: boolean;
}
type Reader = ReturnType<typeof scenarioReader>;

/**
 * Engine's estimate of a row, or the reason why there is none. `open` fills cells that the row leaves open.
 */
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
 * Estimate of a row with open cells, given that the run did fit. Open cells take the cheapest values that fit
 * (`smaller`). An unknown micro-batch takes the fastest that fits, as people choose it.
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
 * Options with less memory, cheapest first. In order: sharded optimizer state, hybrid sharding over more
 * ranks than a node has, fully sharded state, and recomputation (the release's recipe, none, norms,
 * feed-forwards, both, full). A model with tensor or pipeline parallelism tries recomputation before sharded
 * weights: FSDP replaces these, or is named.
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

/**
 * True where an estimate may fit, by the memory that cannot be released: the allocator's cache may have
 * shrunk in the actual run.
 */
const mayFit = ({ estimate }: Predicted): boolean => fitOf(estimate.memory, EXACT) !== "no";

const perSequence = ({ estimate: { time }, scenario }: Predicted): number =>
  time.step.value / scenario.plan.globalBatch;
const leaves = ({ program }: Pick<Predicted, "program">, cell: string): boolean =>
  program.assumed.some((sentence) => sentence.startsWith(cell));
const MOST_MICRO_BATCH = 64;
