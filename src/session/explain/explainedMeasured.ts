import { type MeasuredRun, measuredNames, type Value, WALL_CLOCK_NAMES } from "../../dsl/evaluate/index.ts";
import type { KernelKind, TraceSummary } from "../../measured/index.ts";
import { counted, percent, printed, type TreeNode } from "../../report/index.ts";
import { textOfValue } from "../text/textOfValue.ts";

/** Number of kernels that an explanation names. */
const NAMED = 5;
/** Most letters of a kernel's name. Names of templates have hundreds. */
const LETTERS = 60;

/** Kinds of kernels of the parts of a step that one kind makes up. */
const KIND_OF: Readonly<Record<string, KernelKind>> = {
  matmuls: "matmul",
  attention: "attention",
  memory_bound: "memory_bound",
  optimizer: "optimizer",
  copies: "copy",
  unknown: "unknown",
};

/**
 * Explanation of a number of a measured run: what it means, and the iterations, kernels or collectives that it comes
 * from. null for tables and definitions.
 */
export function explainedMeasured(run: MeasuredRun, name: string, value: Value): TreeNode | null {
  const known = measuredNames.find((one) => one.name === name);
  if (!known || value.kind === "data" || value.kind === "record") return null;
  const found = run.trace ? ofTrace(run.trace, name) : ofLog(run, name);
  return {
    text: `${run.name}.${name} = ${textOfValue(value)}`,
    source: sourceOf(run),
    ...(found.formula === undefined ? {} : { formula: found.formula }),
    children: [{ text: known.doc, children: [] }, ...found.children],
  };
}

interface Found {
  readonly formula?: string;
  readonly children: readonly TreeNode[];
}

const leaf = (text: string): TreeNode => ({ text, children: [] });
const NONE: Found = { children: [] };

function sourceOf({ log, trace }: MeasuredRun): string {
  if (!trace) return `log of ${log.framework}`;
  const count = trace.steps.length === 0 ? "no marked steps" : counted(trace.steps.length, "profiled step");
  return `trace of ${trace.source}${trace.rank === null ? "" : `, rank ${trace.rank}`}, ${count}`;
}

function ofTrace(trace: TraceSummary, name: string): Found {
  const { parts, seconds, collectives } = trace;
  const kind = KIND_OF[name];
  if (kind !== undefined) return { children: kernelsOf(trace, kind) };
  switch (name) {
    case "step_time":
      return {
        formula: "the time of all parts, which share no moment",
        children: [...parts]
          .sort((a, b) => b.seconds - a.seconds)
          .map((one) =>
            leaf(`${PARTS[one.kind]} = ${printed(one.seconds, "s")}, ${percent(one.seconds / seconds)}`),
          ),
      };
    case "communication":
    case "exposed_communication": {
      const time = name === "communication" ? ("seconds" as const) : ("exposed" as const);
      return {
        children: [...collectives]
          .sort((a, b) => b[time] - a[time])
          .map((one) => leaf(`${called(one)} = ${printed(one[time], "s")}`)),
      };
    }
    case "hidden_communication":
      return { formula: "communication - exposed_communication", children: [] };
    case "idle":
      return {
        formula: "step_time - the time in which any kernel runs",
        children: [
          leaf(`step_time = ${printed(seconds, "s")}`),
          leaf(`time in which any kernel runs = ${printed(seconds - idleOf(trace), "s")}`),
        ],
      };
    default:
      return NONE;
  }
}

const PARTS: Readonly<Record<TraceSummary["parts"][number]["kind"], string>> = {
  matmul: "matmuls",
  attention: "attention",
  memory_bound: "memory_bound",
  optimizer: "optimizer",
  communication: "exposed_communication",
  copy: "copies",
  unknown: "unknown",
  idle: "idle",
};

const idleOf = ({ parts }: TraceSummary): number => parts.find(({ kind }) => kind === "idle")?.seconds ?? 0;

function called({ op, group, groupSize, count, bytes }: TraceSummary["collectives"][number]): string {
  const where = `${group === "" ? "" : ` in ${group}`}${groupSize === null ? "" : ` of ${groupSize}`}`;
  return `${op}${where}, ${counted(Number(count.toPrecision(3)), "call")}${bytes === null ? "" : ` of ${printed(bytes, "B")}`}`;
}

/** Kernels of one kind, the longest first, with what they share with kernels that run at the same time. */
function kernelsOf({ kernels, parts, others }: TraceSummary, kind: KernelKind): readonly TreeNode[] {
  const own = kernels.filter((one) => one.kind === kind);
  const rest = own.slice(NAMED);
  const sum = own.reduce((total, one) => total + one.seconds, 0);
  const alone = parts.find((one) => one.kind === kind)?.seconds ?? 0;
  const named = own.slice(0, NAMED).map((one) => {
    const name = one.name.length > LETTERS ? `${one.name.slice(0, LETTERS)}…` : one.name;
    return leaf(
      `${name}, ${counted(Number(one.count.toPrecision(3)), "call")} = ${printed(one.seconds, "s")}`,
    );
  });
  const more = rest.reduce((total, one) => total + one.seconds, 0);
  return [
    ...named,
    ...(rest.length > 0 ? [leaf(`${counted(rest.length, "other name")} = ${printed(more, "s")}`)] : []),
    ...(others.names > 0 ? [leaf(`Kernels of ${others.names} rare names are not in the list.`)] : []),
    ...(sum - alone > 0.01 * sum
      ? [leaf(`Kernels that run at once share their time: ${printed(sum - alone, "s")} less.`)]
      : []),
  ];
}

function ofLog({ log, steady, fields, wall }: MeasuredRun, name: string): Found {
  const { iterations } = log;
  const last = (key: "loss" | "gradNorm"): Found => {
    const one = iterations.findLast((each) => each[key] !== undefined);
    return one ? { children: [leaf(`iteration ${one.number}, line ${one.line} of the log`)] } : NONE;
  };
  const value = (field: string): string => {
    const found = fields.get(field);
    return found ? `${field} = ${textOfValue(found)}` : field;
  };
  switch (name) {
    case "step_time":
    case "step_time_p10":
    case "step_time_p90":
      return {
        formula: `${name === "step_time" ? "median" : name.endsWith("10") ? "10% quantile" : "90% quantile"} of the steady iterations`,
        children: steady.spells.map(({ state, count, seconds }) =>
          leaf(
            `${state === "steady" ? "steady" : `left out: ${state}`}: ${counted(count, "iteration")}, ${printed(seconds, "s")}`,
          ),
        ),
      };
    case "tokens_per_s":
      if (iterations.some((one) => one.tokensPerSecond !== undefined))
        return { formula: "median of the steady iterations, as the log prints them", children: [] };
      return iterations.some((one) => one.tokensPerSecondPerDevice !== undefined)
        ? {
            formula: "tokens_per_s_per_device * devices",
            children: [leaf(value("tokens_per_s_per_device")), leaf(value("devices"))],
          }
        : {
            formula: "global_batch * seq_len / step_time",
            children: [leaf(value("global_batch")), leaf(value("seq_len")), leaf(value("step_time"))],
          };
    case "tokens_per_s_per_device":
      return iterations.some((one) => one.tokensPerSecondPerDevice !== undefined)
        ? { formula: "median of the steady iterations, as the log prints them", children: [] }
        : {
            formula: "tokens_per_s / devices",
            children: [leaf(value("tokens_per_s")), leaf(value("devices"))],
          };
    case "tflops_per_device":
    case "mfu":
      return { formula: "median of the steady iterations, as the log prints them", children: [] };
    case "loss":
      return last("loss");
    case "grad_norm":
      return last("gradNorm");
    case "goodput":
      return wall === null
        ? NONE
        : {
            formula: "training / wall-clock time",
            children: [
              ...[...wall.parts]
                .sort(([, a], [, b]) => b - a)
                .map(([part, seconds]) =>
                  leaf(
                    `${WALL_CLOCK_NAMES[part]} = ${printed(seconds, "s")}, ${percent(seconds / wall.seconds)}`,
                  ),
                ),
              leaf(`wall-clock time = ${printed(wall.seconds, "s")}`),
            ],
          };
    case "steady_share":
      return {
        formula: "iterations * step_time / time of the iterations",
        children: steady.spells.map(({ state, seconds, beyond }) =>
          leaf(`${state}: ${printed(seconds, "s")}, ${printed(beyond, "s")} beyond steady iterations`),
        ),
      };
    default:
      return NONE;
  }
}
