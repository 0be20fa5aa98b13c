import type {
  Iteration,
  MeasuredLog,
  SteadyState,
  TraceSummary,
  WallClock,
  WallClockPart,
} from "../../measured/index.ts";
import { steadyState, wallClock } from "../../measured/index.ts";
import { inBase, quantity } from "../../units/index.ts";
import type { Scope } from "./values/scope.ts";
import { type DataRow, type MeasuredRun, type MeasuredTable, NONE, type Value } from "./values/value.ts";

/** Measured run before an import statement names it. */
export type MeasuredFile = Omit<MeasuredRun, "kind" | "name">;

/** Makes the value of a measured run: its steady state, its numbers and its tables. */
export function measuredFile(
  log: MeasuredLog,
  definitions: Scope | null,
  trace: TraceSummary | null,
): MeasuredFile {
  const steady = steadyState(log);
  const fields = new Map<string, Value>();
  const wall = trace ? null : wallClock(log, steady);
  const used = wall ? wallClockFields(wall) : [];
  const traced = trace ? [...traceNumbers(trace), ...traceTables(trace)] : [];
  for (const [name, value] of [...numbersOf(log, steady), ...traced, ...used, ...tablesOf(log, steady)])
    if (value !== undefined) fields.set(name, value);
  return { log, steady, wall, trace, fields, definitions };
}

/** Log of a trace: its profiled steps as iterations. A trace without marks of steps has one. */
export function traceLog({ source, steps, seconds, worldSize }: TraceSummary): MeasuredLog {
  const found = steps.length > 0 ? steps : [{ number: 1, seconds }];
  return {
    framework: source,
    iterations: found.map((one, at) => ({ ...one, line: at + 1 })),
    happenings: [],
    facts: worldSize === null ? {} : { devices: worldSize },
    args: new Map(),
  };
}

/** Names under which the language has the parts of a step. */
const PART_NAMES: Readonly<Record<TraceSummary["parts"][number]["kind"], string>> = {
  matmul: "matmuls",
  attention: "attention",
  memory_bound: "memory_bound",
  optimizer: "optimizer",
  communication: "exposed_communication",
  copy: "copies",
  unknown: "unknown",
  idle: "idle",
};

/** Most letters of a kernel's name in a table. Names of templates have hundreds. */
const NAME = 100;

function traceNumbers({ parts, seconds, device, rank }: TraceSummary): readonly Named[] {
  const communication = parts.find(({ kind }) => kind === "communication");
  const timeOf = (one: TraceSummary["parts"][number] | undefined): number => one?.seconds ?? 0;
  return [
    ["step_time", time(seconds)],
    ...Object.entries(PART_NAMES).map(
      ([kind, name]): Named => [name, time(timeOf(parts.find((one) => one.kind === kind)))],
    ),
    ["communication", time(communication?.busy ?? 0)],
    ["hidden_communication", time(communication ? communication.busy - communication.seconds : 0)],
    ["device", device === null ? undefined : { kind: "text", value: device }],
    ["rank", number(rank ?? undefined)],
  ];
}

function traceTables({ parts, seconds, collectives, kernels }: TraceSummary): readonly Named[] {
  const text = (value: string): Value => ({ kind: "text", value });
  const byTime = [...parts].sort((a, b) => b.seconds - a.seconds);
  return [
    [
      "parts",
      table(
        "parts of a step",
        byTime.map((one) => [
          ["part", text(PART_NAMES[one.kind])],
          ["time", time(one.seconds)],
          ["share", scaled(one.seconds / seconds, 0.01, "%")],
          ["busy", time(one.busy)],
        ]),
      ),
    ],
    [
      "collectives",
      collectives.length === 0
        ? undefined
        : table(
            "collectives of a step",
            collectives.map((one) => [
              ["op", text(one.op)],
              ["group", one.group === "" ? undefined : text(one.group)],
              ["group_size", number(one.groupSize ?? undefined)],
              ["bytes", size(one.bytes ?? undefined)],
              ["calls", number(one.count)],
              ["time", time(one.seconds)],
              ["exposed", time(one.exposed)],
              [
                "bandwidth",
                one.bytes === null || one.seconds === 0
                  ? undefined
                  : scaled((one.bytes * one.count) / one.seconds, 1e9, "GB/s"),
              ],
            ]),
          ),
    ],
    [
      "kernels",
      table(
        "kernels of a step",
        kernels.map((one) => [
          ["kernel", text(one.name.length > NAME ? `${one.name.slice(0, NAME)}…` : one.name)],
          ["part", text(one.kind === "communication" ? "communication" : PART_NAMES[one.kind])],
          ["calls", number(one.count)],
          ["time", time(one.seconds)],
          ["share", scaled(one.seconds / seconds, 0.01, "%")],
        ]),
      ),
    ],
  ];
}

/** Names of the parts of a run's wall-clock time, those of a predicted run's where it has them. */
export const WALL_CLOCK_NAMES: Readonly<Record<WallClockPart, string>> = {
  training: "training",
  checkpoints: "checkpoints",
  rework: "lost work, repeated",
  recovery: "recovery",
  evaluation: "evaluation",
  warm_up: "warm-up",
  stalls: "stalls",
  other: "other",
};

function wallClockFields({ seconds, parts, failures }: WallClock): readonly Named[] {
  const rows = [...parts]
    .sort(([, a], [, b]) => b - a)
    .map(([part, spent]): readonly Named[] => [
      ["part", { kind: "text", value: WALL_CLOCK_NAMES[part] }],
      ["time", time(spent)],
      ["share", scaled(spent / seconds, 0.01, "%")],
    ]);
  const ends = failures.map((one): readonly Named[] => [
    ["after", number(one.after)],
    ["resumed", number(one.resumed)],
    ["lost_iterations", number(one.lost)],
    ["lost_time", time(one.lostSeconds)],
    ["recovery", time(one.recovery ?? undefined)],
  ]);
  return [
    ["goodput", scaled((parts.get("training") ?? 0) / seconds, 0.01, "%")],
    ["wall_clock", table("wall-clock time", rows)],
    ["failures", ends.length === 0 ? undefined : table("failures", ends)],
  ];
}

/** Measured run under the name that an import statement gives it, which its tables begin with. */
export function namedRun(name: string, { fields, ...file }: MeasuredFile): MeasuredRun {
  const named = [...fields].map(([field, value]): readonly [string, Value] => [
    field,
    value.kind === "data" ? { ...value, name: `${name}: ${value.name}` } : value,
  ]);
  return { kind: "measured", name, ...file, fields: new Map(named) };
}

/**
 * Printed arguments as the flags of a command line, in which Megatron's launch files have them. Lists are left out:
 * they name files.
 */
export function argumentsText({ args }: MeasuredLog): string {
  const flags = [...args].flatMap(([name, value]) => {
    const flag = `--${name.replaceAll("_", "-")}`;
    if (value === "True") return [flag];
    return /^[\w.+-]+$/.test(value) ? [`${flag} ${value}`] : [];
  });
  return `pretrain_gpt.py ${flags.join(" ")}\n`;
}

type Named = readonly [name: string, value: Value | undefined];

function numbersOf(log: MeasuredLog, steady: SteadyState): readonly Named[] {
  const { iterations, facts } = log;
  const kept = iterations.filter((_, at) => steady.states[at] === "steady");
  const normal = kept.length > 0 ? kept : iterations;
  const middle = (name: keyof Iteration): number | undefined => medianOf(normal, name);
  const step = steady.seconds?.median ?? facts.meanSeconds;
  const [perDevice, all] = [middle("tokensPerSecondPerDevice"), middle("tokensPerSecond")];
  const devices = facts.devices ?? ratio(all, perDevice);
  const batch = middle("batch") ?? facts.batch;
  const counted = batch && facts.seqLen && step ? (batch * facts.seqLen) / step : undefined;
  const rate = all ?? (perDevice !== undefined && devices ? perDevice * devices : counted);
  const timed = iterations.flatMap(({ seconds }) => seconds ?? []);
  const whole = sum(timed);
  const memory = greatest(iterations, "memory");
  return [
    ["step_time", time(step)],
    ["step_time_p10", time(steady.seconds?.p10)],
    ["step_time_p90", time(steady.seconds?.p90)],
    ["mean_step_time", time(facts.meanSeconds ?? (timed.length > 0 ? whole / timed.length : undefined))],
    ["tokens_per_s", number(rate, "token/s")],
    [
      "tokens_per_s_per_device",
      number(perDevice ?? (rate && devices ? rate / devices : undefined), "token/s"),
    ],
    ["tflops_per_device", scaled(middle("flopsPerDevice"), 1e12, "TFLOP/s")],
    ["mfu", scaled(middle("mfu"), 0.01, "%")],
    ["memory", scaled(facts.memoryReserved ?? memory ?? facts.memoryAllocated, 2 ** 30, "GiB")],
    ["loss", number(lastOf(iterations, "loss"))],
    ["grad_norm", number(lastOf(iterations, "gradNorm"))],
    ["devices", number(devices, "GPU")],
    ["global_batch", number(batch, "sequences")],
    ["seq_len", number(facts.seqLen, "tokens")],
    [
      "steady_share",
      whole > 0 && steady.seconds
        ? scaled((timed.length * steady.seconds.median) / whole, 0.01, "%")
        : undefined,
    ],
    ["restarts", number(steady.restarts)],
    ["framework", { kind: "text", value: log.framework }],
  ];
}

function tablesOf(log: MeasuredLog, steady: SteadyState): readonly Named[] {
  const rows = log.iterations.map((one, at): readonly Named[] => [
    ["iteration", number(one.number)],
    ["step_time", time(one.seconds)],
    ["loss", number(one.loss)],
    ["grad_norm", number(one.gradNorm)],
    ["tokens_per_s", number(one.tokensPerSecond, "token/s")],
    ["tokens_per_s_per_device", number(one.tokensPerSecondPerDevice, "token/s")],
    ["tflops_per_device", scaled(one.flopsPerDevice, 1e12, "TFLOP/s")],
    ["memory", scaled(one.memory, 2 ** 30, "GiB")],
    ["global_batch", number(one.batch, "sequences")],
    ["state", { kind: "text", value: steady.states[at] ?? "untimed" }],
  ]);
  const spells = steady.spells.map((one): readonly Named[] => [
    ["state", { kind: "text", value: one.state }],
    ["iterations", number(one.count)],
    ["time", time(one.seconds)],
    ["beyond_steady", time(one.beyond)],
  ]);
  const levels = steady.levels.map((one): readonly Named[] => [
    ["from", number(one.from)],
    ["to", number(one.to)],
    ["iterations", number(one.count)],
    ["step_time", time(one.seconds)],
  ]);
  return [
    ["iterations", table("iterations", rows)],
    ["spells", spells.length === 0 ? undefined : table("states of iterations", spells)],
    ["levels", levels.length === 0 ? undefined : table("levels of the step time", levels)],
  ];
}

/** Table of rows of values. A column without any value is left out. */
function table(name: string, rows: readonly (readonly Named[])[]): MeasuredTable {
  const columns = (rows[0] ?? [])
    .map(([column]) => column)
    .filter((_, at) => rows.some((row) => row[at]?.[1] !== undefined));
  const made = rows.map((row): DataRow => {
    const cells = row
      .filter(([column]) => columns.includes(column))
      .map(([column, value]) => [column, value ?? NONE] as const);
    return { columns: new Map(cells), scenario: null, problem: null };
  });
  return { kind: "data", name, columns, rows: made };
}

const number = (value: number | undefined, unit?: string): Value | undefined =>
  value === undefined || !Number.isFinite(value) ? undefined : quantity(value, unit);

/** Time in s, printed in the unit that suits its size: 4.687 ms, 19.29 s. */
const time = (value: number | undefined): Value | undefined => ofItsSize(value, "s");

/** Number of bytes, printed in the unit that suits its size: 19.50 MiB. */
const size = (value: number | undefined): Value | undefined => ofItsSize(value, "B");

const ofItsSize = (value: number | undefined, base: string): Value | undefined =>
  value === undefined || !Number.isFinite(value) ? undefined : inBase(value, base);

/** Number in base units, printed in a unit that has `scale` of them. */
const scaled = (value: number | undefined, scale: number, unit: string): Value | undefined =>
  number(value === undefined ? undefined : value / scale, unit);

function medianOf(iterations: readonly Iteration[], name: keyof Iteration): number | undefined {
  const found = iterations.flatMap((one) => one[name] ?? []).sort((a, b) => a - b);
  if (found.length === 0) return undefined;
  const [low, high] = [found[Math.floor((found.length - 1) / 2)], found[Math.ceil((found.length - 1) / 2)]];
  return ((low ?? 0) + (high ?? 0)) / 2;
}

const lastOf = (iterations: readonly Iteration[], name: keyof Iteration): number | undefined =>
  iterations.findLast((one) => one[name] !== undefined)?.[name];

function greatest(iterations: readonly Iteration[], name: keyof Iteration): number | undefined {
  const found = iterations.flatMap((one) => one[name] ?? []);
  return found.length === 0 ? undefined : found.reduce((most, one) => Math.max(most, one));
}

/** Number of devices from two rates; undefined where they are too rough for a whole number. */
function ratio(all: number | undefined, one: number | undefined): number | undefined {
  if (all === undefined || one === undefined || one === 0) return undefined;
  const found = all / one;
  return Math.abs(found - Math.round(found)) < 0.05 * Math.max(1, found / 100)
    ? Math.round(found)
    : undefined;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
