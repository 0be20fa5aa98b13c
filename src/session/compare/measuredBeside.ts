import type { Place } from "../../dsl/diagnostics/diagnostic.ts";
import {
  type Context,
  counted,
  type MeasuredRun,
  type RecordValue,
  readField,
  type ScenarioValue,
  scenarioPart,
  type Value,
} from "../../dsl/evaluate/index.ts";
import { type Block, changeCell, printed, type Table } from "../../report/index.ts";
import { textOfValue } from "../text/textOfValue.ts";

/** Number of a run that is compared with a result of a scenario. */
interface Measure {
  readonly name: string;
  /** Path of the scenario's result. */
  readonly path: string;
  readonly label: string;
  readonly improves: "down" | "up";
  readonly unit: string;
}

const MEASURES: readonly Measure[] = [
  { name: "step_time", path: "step_time", label: "step time", improves: "down", unit: "s" },
  { name: "tokens_per_s", path: "tokens_per_s", label: "tokens per second", improves: "up", unit: "token/s" },
  {
    name: "tokens_per_s_per_device",
    path: "tokens_per_s_per_device",
    label: "tokens per second of a device",
    improves: "up",
    unit: "token/s",
  },
  {
    name: "tflops_per_device",
    path: "tflops_per_device",
    label: "FLOP/s of a device",
    improves: "up",
    unit: "FLOP/s",
  },
  { name: "mfu", path: "mfu", label: "MFU", improves: "up", unit: "%" },
  { name: "memory", path: "memory.peak", label: "memory", improves: "down", unit: "B" },
];

/** A measured number beside its prediction. */
export interface Beside {
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  readonly improves: "down" | "up";
  readonly measured: number;
  readonly predicted: number;
  /** Ends of the 80% interval of the prediction; null where it has none. */
  readonly interval: readonly [low: number, high: number] | null;
}

/** A setting of the run that is not the scenario's. */
export interface Unlike {
  readonly setting: string;
  readonly measured: string;
  readonly predicted: string;
}

/** Numbers of a run beside those of a scenario, and the settings in which the two differ. */
export interface Compared {
  readonly beside: readonly Beside[];
  readonly unlike: readonly Unlike[];
}

export function measuredBeside(
  context: Context,
  run: MeasuredRun,
  scenario: ScenarioValue,
  place: Place,
): Compared {
  const read = (path: string): number | null => {
    const value = counted(
      context.outputs.read(context, { kind: "result", path, scenario, record: null }, place),
    );
    return value.kind === "quantity" && Number.isFinite(value.value) ? value.value : null;
  };
  const beside = MEASURES.flatMap(({ name, path, label, improves, unit }): readonly Beside[] => {
    const [value, predicted] = [run.fields.get(name), read(path)];
    if (value?.kind !== "quantity" || predicted === null) return [];
    const ends = context.outputs.has(`${path}.low`, scenario)
      ? [read(`${path}.low`), read(`${path}.high`)]
      : [];
    const [low, high] = ends;
    const interval = typeof low === "number" && typeof high === "number" ? ([low, high] as const) : null;
    return [{ name, label, unit, improves, measured: value.value, predicted, interval }];
  });
  return { beside, unlike: unlikeSettings(context, run, scenario) };
}

/** Settings that the log prints and the scenario has otherwise. */
function unlikeSettings(context: Context, run: MeasuredRun, scenario: ScenarioValue): readonly Unlike[] {
  const [plan, cluster] = [
    scenarioPart(context, scenario, "plan"),
    scenarioPart(context, scenario, "cluster"),
  ];
  const found = new Map<string, Unlike>();
  const add = (setting: string, measured: Value | undefined, predicted: Value): void => {
    const [a, b] = [measured && counted(measured), counted(predicted)];
    if (!a || a.kind === "poison" || b.kind === "poison" || b.kind === "none") return;
    if (a.kind === "quantity" && b.kind === "quantity") {
      if (a.dimension === b.dimension && Math.abs(a.value - b.value) <= 1e-9 * Math.abs(b.value)) return;
      if (a.value === b.value) return;
    } else if (textOfValue(a) === textOfValue(b)) return;
    found.set(setting, { setting, measured: textOfValue(a), predicted: textOfValue(b) });
  };
  if (plan.kind === "record") {
    const given = run.definitions?.find(context, "plan");
    if (given?.kind === "record")
      for (const name of COMPARED.filter((one) => given.fields.has(one)))
        add(`plan.${name}`, readField(context, given as RecordValue, name), readField(context, plan, name));
    add("plan.global_batch", run.fields.get("global_batch"), sequences(context, plan));
    add("plan.seq_len", run.fields.get("seq_len"), readField(context, plan, "seq_len"));
  }
  if (cluster.kind === "record")
    add("cluster.devices", run.fields.get("devices"), readField(context, cluster, "devices"));
  const device = deviceUnlike(context, run, scenario);
  return device ? [...found.values(), device] : [...found.values()];
}

/** Fields of a plan that decide the step time and that logs print. */
const COMPARED: readonly string[] = [
  "tp",
  "pp",
  "cp",
  "ep",
  "vpp",
  "micro_batch",
  "zero",
  "sequence_parallel",
];

/** Global batch in sequences, whichever unit the plan gives it in. */
function sequences(context: Context, plan: RecordValue): Value {
  const batch = counted(readField(context, plan, "global_batch"));
  const length = counted(readField(context, plan, "seq_len"));
  if (batch.kind !== "quantity" || length.kind !== "quantity" || batch.dimension.key !== "token")
    return batch;
  return { ...batch, value: batch.value / length.value };
}

/** Table of measured numbers beside their predictions, a row a number. */
export function besideTable(label: string, compared: readonly Beside[], caption: string): Table {
  const right = (title: string) => ({ title, align: "right" as const });
  return {
    kind: "table",
    caption,
    columns: [
      { title: "", align: "left" },
      right(label),
      right("predicted"),
      right("difference"),
      right("80% interval"),
      { title: "verdict", align: "left" },
    ],
    rows: compared.map(({ label: name, unit, improves, measured, predicted, interval }) => [
      { text: name },
      { text: numberText(measured, unit), value: measured },
      { text: numberText(predicted, unit), value: predicted },
      changeCell(predicted, measured, improves),
      {
        text: interval ? interval.map((end) => numberText(end, unit)).join(" – ") : "–",
      },
      { text: interval ? placeOf(measured, interval) : "no interval" },
    ]),
  };
}

const placeOf = (value: number, [low, high]: readonly [number, number]): string =>
  value < low ? "below the interval" : value > high ? "above the interval" : "inside the interval";

/** Verdicts in words: settings that differ, the step time, the memory. */
export function verdictsOf(
  label: string,
  { facts }: MeasuredRun["log"],
  { beside, unlike }: Compared,
): readonly Block[] {
  const found: Block[] = [];
  if (unlike.length > 0) {
    const list = unlike.map(
      ({ setting, measured, predicted }) => `${setting} is ${measured}, not ${predicted}`,
    );
    found.push({
      kind: "verdict",
      tone: "warning",
      text: `${label} is not the run that was predicted: ${list.join("; ")}. Compare again with the settings of the run.`,
    });
  }
  for (const one of beside.filter(({ name }) => name === "step_time" || name === "memory")) {
    if (!one.interval) continue;
    const [low, high] = one.interval.map((end) => numberText(end, one.unit)) as [string, string];
    const place = placeOf(one.measured, one.interval);
    const isInside = place.startsWith("inside");
    const change = changeCell(one.predicted, one.measured).text;
    const value = numberText(one.measured, one.unit);
    const partly =
      one.name === "memory" && facts.memoryReserved === undefined && facts.memoryAllocated !== undefined
        ? " The log prints only what tensors took, without the allocator's cache and the libraries' buffers."
        : "";
    const text = isInside
      ? `The ${one.label} of ${value} is inside the predicted interval, ${low} to ${high} (${change} from the prediction).${partly}`
      : `The ${one.label} of ${value} is ${place}, ${low} to ${high} (${change} from the prediction).${partly}`;
    found.push({
      kind: "verdict",
      tone: isInside ? "good" : place.startsWith("above") ? "bad" : "warning",
      text,
    });
  }
  return found;
}

/** Number in base units as text; a ratio in percent, any other number in the unit that suits its size. */
const numberText = (value: number, unit: string): string =>
  unit === "%" ? printed(value, "1", "%") : printed(value, unit);

/** Letters and digits that name a device in all its names: A100 in `NVIDIA A100-SXM4-80GB` and in `a100_sxm`. */
const MODEL = /(?:GB|MI|[ABHLPTV])\d{1,3}[A-Z]?/i;

/** Device of a trace, where the scenario's has another name; null where either name says nothing. */
function deviceUnlike(context: Context, { trace }: MeasuredRun, scenario: ScenarioValue): Unlike | null {
  const cluster = scenarioPart(context, scenario, "cluster");
  const device = cluster.kind === "record" ? readField(context, cluster, "device") : null;
  const [measured, predicted] = [trace?.device ?? null, device?.kind === "record" ? device.name : null];
  if (measured === null || predicted === null) return null;
  const [a, b] = [measured, predicted].map((name) => MODEL.exec(name)?.[0]?.toUpperCase());
  const isAnother =
    a && b
      ? a !== b
      : b !== undefined && MAKERS.some(({ name, model }) => name.test(measured) && !model.test(b));
  return isAnother ? { setting: "cluster.device", measured, predicted } : null;
}

/** Names of makers in the names of their devices, and the models that are theirs. A name may lack the model: `AMD Radeon Graphics`. */
const MAKERS: readonly { readonly name: RegExp; readonly model: RegExp }[] = [
  { name: /\b(?:AMD|Radeon|Instinct)\b/i, model: /^MI/ },
  { name: /\b(?:NVIDIA|Tesla|GeForce)\b/i, model: /^(?:GB|[ABHLPTV])\d/ },
];
