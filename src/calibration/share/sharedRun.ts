import { estimate } from "../../engine/index.ts";
import type { World } from "../../session/index.ts";
import { fnv1a } from "../../units/index.ts";
import { problemOf, scenarioReader } from "../../validation/programs/scenarioOf.ts";
import { rowOf } from "../../validation/rows/row.ts";
import { predictOpen } from "../../validation/scoreboard/predict.ts";
import { RUN_COLUMNS } from "./columns.ts";
import { scenarioCells } from "./sharedCells.ts";

/** Largest difference between the step time of a scenario and that of its row, at which the row describes it. */
const LOST = 0.02;

/** Numbers of a run as its log has them, in base units. Those that the log lacks are absent. */
export interface MeasuredNumbers {
  /** Median of the steady steps, s. */
  readonly stepSeconds: number;
  readonly steadySteps: number;
  readonly memory?: { readonly bytes: number; readonly kind: "allocated" | "reserved" };
  readonly devices?: number;
  /** Sequences of the global batch. */
  readonly batch?: number;
  readonly seqLen?: number;
}

/** Row of a shared run, with what was checked about it. */
export interface SharedRun {
  readonly header: string;
  readonly line: string;
  /** Settings that the row leaves to its reader. */
  readonly assumed: readonly string[];
  /** Step time, s: measured, and predicted for the row as others read it. */
  readonly measured: number;
  readonly predicted: number;
}

/**
 * Row of `validation/runs.csv` for a scenario and its log's numbers, or the reasons why there is none. The row is read back
 * as the scoreboard reads it: its prediction must be the scenario's. It has no names, dates, paths or losses.
 */
export function sharedRun(
  { text, name }: { readonly text: string; readonly name: string },
  world: World,
  measured: MeasuredNumbers,
): SharedRun | { readonly problems: readonly string[] } {
  const read = scenarioReader(world);
  const resolved = read(text, name);
  if (resolved.kind === "problems") return { problems: [problemOf(resolved)] };
  const { scenario } = resolved;
  const { cells, unexpressed } = scenarioCells(scenario);
  if (unexpressed.length > 0)
    return { problems: unexpressed.map((what) => `the table's columns cannot express ${what}`) };
  const { plan, cluster } = scenario;
  const unlike = [
    ["devices", measured.devices, cluster.devices],
    ["sequences in the global batch", measured.batch, plan.globalBatch],
    ["tokens in a sequence", measured.seqLen, plan.seqLen],
  ] as const;
  const contradicted = unlike.filter(([, log, mine]) => log !== undefined && log !== mine);
  if (contradicted.length > 0)
    return {
      problems: contradicted.map(([what, log, mine]) => `the log has ${log} ${what}, the scenario ${mine}`),
    };
  const known = {
    ...cells,
    iter_time_s: digits(measured.stepSeconds),
    ...(measured.memory
      ? { peak_mem_gb: digits(measured.memory.bytes / 2 ** 30), mem_kind: measured.memory.kind }
      : {}),
    notes: `dtp share-run: median of ${measured.steadySteps} steady steps`,
  };
  const content = JSON.stringify(known);
  const hash = fnv1a(content.length, (at) => content.charCodeAt(at));
  const id = `shared-${hash.toString(16).padStart(8, "0")}`;
  const row = texts({ id, ...known });
  const [own, again] = [estimate(scenario), predictOpen(rowOf(row), read)];
  if (!own.ok) return { problems: ["the engine has no estimate of the scenario"] };
  if (typeof again === "string") return { problems: [`the row cannot be read again: ${again}`] };
  const [predicted, wanted] = [again.estimate.time.step.value, own.estimate.time.step.value];
  if (Math.abs(predicted / wanted - 1) > LOST)
    return {
      problems: [
        `the row loses settings of the scenario: its step takes ${digits(predicted)} s, the scenario's ${digits(wanted)} s`,
      ],
    };
  const { assumed } = again.program;
  const quality = assumed.length === 0 ? "A" : assumed.length <= 4 ? "B" : "C";
  const line = RUN_COLUMNS.map((column) => csvCell({ ...row, quality }[column] ?? "")).join(",");
  return { header: RUN_COLUMNS.join(","), line, assumed, measured: measured.stepSeconds, predicted };
}

const texts = (cells: Readonly<Record<string, string | number>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(cells).map(([column, cell]) => [column, String(cell)]));

/** Number with the digits that a measurement has. */
const digits = (value: number): number => Number(value.toPrecision(6));

/** Cell of a table by RFC 4180. */
const csvCell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
