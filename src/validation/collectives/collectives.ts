import { numbers } from "../../engine/core/numbers.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";
import { collectiveTime } from "../../engine/trainingStep/collectives/collectives.ts";
import type { Group as Ranks } from "../../engine/trainingStep/fabric/groups.ts";
import { scenarioInputs } from "../../engine/trainingStep/inputs/inputs.ts";
import type { World } from "../../session/index.ts";
import { problemOf, scenarioReader } from "../programs/scenarioOf.ts";
import type { Row } from "../rows/row.ts";
import { sortedGroups } from "../statistics/groupBy.ts";
import type { SkippedRow } from "../statistics/skipped.ts";
import { partOf } from "../statistics/split.ts";
import { type Errors, errorsOf } from "../statistics/statistics.ts";
import { type CollectiveProgram, collectiveProgram } from "./collectiveProgram.ts";

/** Measured collective with the engine's prediction. Times are in seconds. */
export interface ValidatedCollective {
  readonly id: string;
  /** Payload in bytes. */
  readonly bytes: number;
  readonly measured: number;
  readonly predicted: number;
  /** Relative error of the predicted time: predicted / measured - 1. */
  readonly relError: number;
  /** Algorithm and protocol that the engine chose: `ring LL128`. */
  readonly algorithm: string;
}

/**
 * Errors of a group of collectives: `above` for payloads above 1 MiB, where bandwidth dominates, and `below`
 * for payloads up to 1 MiB, where latency does.
 */
export interface CollectiveGroup {
  readonly by: "all" | "part" | "operation" | "machine" | "machine and part";
  readonly name: string;
  readonly above: Errors | null;
  readonly below: Errors | null;
}

/** Output of `npm run validate -- --json` under `collectives`. */
export interface CollectiveBoard {
  readonly groups: readonly CollectiveGroup[];
  readonly rows: readonly ValidatedCollective[];
  readonly skipped: readonly SkippedRow[];
}

interface Judged {
  readonly row: ValidatedCollective;
  readonly labels: Readonly<Record<Exclude<CollectiveGroup["by"], "all">, string>>;
}

/** Compares the engine's times of collectives with every measured collective, in row order. */
export function validateCollectives(rows: readonly Row[], world: World): CollectiveBoard {
  const read = scenarioReader(world);
  const judged: Judged[] = [];
  const skipped: SkippedRow[] = [];
  for (const row of rows) {
    const program = collectiveProgram(row);
    if (program.kind === "unexpressed") {
      skipped.push({ id: row.id, reason: program.reason });
      continue;
    }
    const result = predict(program, read, row.id);
    if (typeof result === "string") skipped.push({ id: row.id, reason: result });
    else judged.push({ row: compared(row, program, result), labels: labels(row, program) });
  }
  return { groups: groupsOf(judged), rows: judged.map(({ row }) => row), skipped };
}

function predict(
  program: CollectiveProgram,
  read: ReturnType<typeof scenarioReader>,
  name: string,
): ReturnType<typeof collectiveTime<number>> | string {
  const resolved = read(program.text, name);
  if (resolved.kind === "problems") return problemOf(resolved);
  return collectiveAlone(program, resolved.scenario);
}

/** Time that the engine gives a benchmarked collective on the cluster of a scenario, in seconds, and its algorithm. */
export function collectiveAlone(
  program: CollectiveProgram,
  scenario: Scenario,
): ReturnType<typeof collectiveTime<number>> {
  const net = { alg: numbers, scenario, x: scenarioInputs(numbers, scenario) };
  return collectiveTime(net, program.op, ranksOf(program), program.bytes);
}

/**
 * Group of a benchmark's ranks as the engine describes it: equally many ranks in each node, and no other
 * traffic on the links.
 */
function ranksOf({ ranks, nodes }: CollectiveProgram): Ranks {
  const inner = ranks / nodes;
  const tier = nodes === 1 ? "scale_up" : inner === 1 ? "scale_out" : "both";
  return { size: ranks, inner, outer: nodes, tier, senders: inner };
}

function compared(
  row: Row,
  { bytes, measured }: CollectiveProgram,
  { seconds, algorithm }: ReturnType<typeof collectiveTime<number>>,
): ValidatedCollective {
  return { id: row.id, bytes, measured, predicted: seconds, relError: seconds / measured - 1, algorithm };
}

function labels(row: Row, { device, nodes, op }: CollectiveProgram): Judged["labels"] {
  const machine = `${row.source}, ${device}, ${nodes === 1 ? "one node" : `${nodes} nodes`}`;
  const part = partOf(row.id);
  return { part, operation: op, machine, "machine and part": `${machine}, ${part}` };
}

const MIB = 2 ** 20;

function groupsOf(judged: readonly Judged[]): readonly CollectiveGroup[] {
  const groups = [group("all", "all", judged)];
  for (const by of ["part", "operation", "machine", "machine and part"] as const) {
    for (const [name, those] of sortedGroups(judged, ({ labels }) => labels[by]))
      groups.push(group(by, name, those));
  }
  return groups;
}

function group(by: CollectiveGroup["by"], name: string, judged: readonly Judged[]): CollectiveGroup {
  const errors = (keep: (bytes: number) => boolean) =>
    errorsOf(judged.filter(({ row }) => keep(row.bytes)).map(({ row }) => row.relError));
  return { by, name, above: errors((bytes) => bytes > MIB), below: errors((bytes) => bytes <= MIB) };
}
