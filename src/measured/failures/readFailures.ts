import { csvHeader, csvRows } from "../csv/csvRows.ts";
import { timeIn } from "../log/numbers.ts";
import { causeOf } from "./causeOf.ts";
import type { Failure, FailureTrace } from "./failureTrace.ts";

type Read = FailureTrace | { readonly problem: string };

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
const UNITS: Readonly<Record<string, number>> = { s: 1, min: MINUTE, h: HOUR, hours: HOUR, days: DAY };

/** Columns of the own form. The first two tell a file of failures from any other table. */
const OWN = ["failed_at", "cause"] as const;
/** Columns that only the failure data of Los Alamos have. */
const LANL = ["Prob Started", "Prob Fixed", "Down Time"] as const;
/** Letters of a JSON file in which its first records are. */
const BEGINNING = 20_000;

/** True for a CSV file of failures, by the names of its columns. */
export function isFailureTable(text: string): boolean {
  const names = csvHeader(text).map(plainName);
  return OWN.every((name) => names.includes(name)) || LANL.every((name) => names.includes(name));
}

/** True for a JSON file of failures: events at which faults start and end. */
export const isFailureEvents = (text: string): boolean =>
  /"event_type"\s*:\s*"fault_(?:start|end)"/.test(text.slice(0, BEGINNING));

/** Reads a file of failures, whichever of the known forms it has. */
export function readFailures(text: string): Read {
  const read = /^\uFEFF?\s*\[/.test(text)
    ? faultEvents(text)
    : csvHeader(text).includes(LANL[0])
      ? lanl(text)
      : ownForm(text);
  return "problem" in read || read.failures.length > 0 ? read : { problem: "it records no failure" };
}

/** Name of a column without its unit: `recovery [h]` is `recovery`. */
const plainName = (name: string): string => name.replace(/\s*\[.*\]$/, "");

/**
 * Own form: `failed_at` and `cause`, and where they are known `node`, `recovered_at` or `recovery`, and `label`, words for
 * the cause. Times are dates, or numbers whose unit is in the header: `failed_at [h]`.
 */
function ownForm(text: string): Read {
  const header = csvHeader(text);
  const names = header.map(plainName);
  const failures: Failure[] = [];
  const column = (name: string): { readonly at: number; readonly unit: number | undefined } => {
    const at = names.indexOf(name);
    const unit = /\[(.*)\]$/.exec(header[at] ?? "")?.[1]?.trim();
    return { at, unit: unit === undefined ? undefined : UNITS[unit] };
  };
  const [failed, cause, label, node] = [
    column("failed_at"),
    column("cause"),
    column("label"),
    column("node"),
  ];
  const [back, lasted] = [column("recovered_at"), column("recovery")];
  if (lasted.at >= 0 && lasted.unit === undefined)
    return { problem: "its column `recovery` has no unit; write `recovery [min]`" };
  for (const [cells, line] of csvRows(text)) {
    if (line === 1) continue;
    const cell = (at: number): string => (at < 0 ? "" : (cells[at] ?? "").trim());
    const time = ({ at, unit }: { readonly at: number; readonly unit: number | undefined }) =>
      unit === undefined ? timeIn(cell(at)) : scaled(cell(at), unit);
    const at = time(failed);
    if (at === undefined)
      return { problem: `line ${line}: \`${cell(failed.at)}\` is no time; ${hint(failed.unit)}` };
    const returned = time(back);
    if (cell(back.at) !== "" && returned === undefined)
      return { problem: `line ${line}: \`${cell(back.at)}\` is no time; ${hint(back.unit)}` };
    const recovery =
      lasted.at >= 0 && cell(lasted.at) !== ""
        ? scaled(cell(lasted.at), lasted.unit ?? 1)
        : returned === undefined
          ? null
          : returned - at;
    if (recovery === undefined || (recovery ?? 0) < 0)
      return {
        problem: `line ${line}: a failure at \`${cell(failed.at)}\` is not over before it begins: \`${cell(lasted.at) || cell(back.at)}\``,
      };
    const name = cell(cause.at) || "unknown";
    const words = cell(label.at) || name;
    failures.push({ at, node: cell(node.at) || null, label: words, cause: causeOf(name), recovery });
  }
  return { source: "table of failures", failures, planned: 0 };
}

const hint = (unit: number | undefined): string =>
  unit === undefined
    ? "write `2026-03-01 14:30:00`, or numbers with a unit in the header: `failed_at [h]`"
    : "write a number";

function scaled(text: string, unit: number): number | undefined {
  const value = text === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value * unit : undefined;
}

/**
 * Failures of the machines of Los Alamos National Laboratory from 1996 to 2005 (LA-UR-05-7318), a row a failure. The
 * cause is the name of the only column of causes that has words; a record without any has an unknown cause. Source: the
 * README and the FAQ of that release.
 */
function lanl(text: string): Read {
  const names = csvHeader(text);
  const place = (name: string): number => names.indexOf(name);
  const kinds = ["Facilities", "Hardware", "Human Error", "Network", "Undetermined", "Software"];
  const failures: Failure[] = [];
  for (const [cells, line] of csvRows(text)) {
    if (line === 1) continue;
    const cell = (name: string): string => (cells[place(name)] ?? "").trim();
    const at = shortTime(cell("Prob Started"));
    if (at === undefined) continue;
    const kind = kinds.find((one) => cell(one) !== "");
    const words = kind === undefined ? "" : cell(kind);
    const minutes = scaled(cell("Down Time"), MINUTE);
    failures.push({
      at,
      node: `${cell("System")}.${cell("nodenumz")}`,
      label: kind === undefined ? "unknown" : words === kind ? kind : `${kind}: ${words}`,
      cause:
        kind === "Software"
          ? "software"
          : kind === "Hardware" || kind === "Network"
            ? causeOf(words, kind === "Network" ? "switch" : "host")
            : "other",
      recovery: minutes === undefined || minutes < 0 ? null : minutes,
    });
  }
  return { source: "failure data of Los Alamos", failures, planned: 0 };
}

/** Seconds since 1970 of `6/21/2005 10:54`; undefined for another text. */
function shortTime(text: string): number | undefined {
  const found = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d\d)$/.exec(text);
  if (!found) return undefined;
  const [month = 1, day = 1, year = 1970, hour = 0, minute = 0] = found.slice(1).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute) / 1e3;
}

interface FaultEvent {
  readonly node_id?: unknown;
  readonly event_time?: unknown;
  readonly event_type?: unknown;
  readonly fault_type?: { readonly Level?: unknown; readonly Class?: unknown; readonly Desc?: unknown };
}

/** Words of an operator who takes a node out on purpose. */
const PLANNED = /taken offline|temporarily offline/i;

/**
 * Events of faulty nodes, `fault_start` and `fault_end`, with times in days. Source: stepfun-ai/InfiniteHBD-Trace,
 * README.md.
 */
function faultEvents(text: string): Read {
  let events: unknown;
  try {
    events = JSON.parse(text);
  } catch {
    return { problem: "it is no JSON" };
  }
  if (!Array.isArray(events)) return { problem: "it is no list of events" };
  const failures: Failure[] = [];
  /** Places in `failures` of the faults that have not ended, by node and fault. */
  const open = new Map<string, number[]>();
  let planned = 0;
  for (const event of events as readonly FaultEvent[]) {
    const { node_id: node, event_time: days, event_type: type } = event ?? {};
    if (typeof node !== "string" || typeof days !== "number" || !Number.isFinite(days)) continue;
    const [level, kind, words] = ["Level", "Class", "Desc"].map((name) =>
      String((event.fault_type as Readonly<Record<string, unknown>> | undefined)?.[name] ?? ""),
    ) as [string, string, string];
    const label = [kind, words].filter((one) => one !== "").join(": ") || "unknown";
    const key = `${node} ${level} ${label}`;
    if (PLANNED.test(words)) {
      if (type === "fault_start") planned++;
    } else if (type === "fault_start") {
      open.set(key, [...(open.get(key) ?? []), failures.length]);
      const cause = /software/i.test(level)
        ? "software"
        : causeOf(`${kind} ${words}`, /hardware/i.test(level) ? "host" : "other");
      failures.push({ at: days * DAY, node, label, cause, recovery: null });
    } else if (type === "fault_end") {
      const at = open.get(key)?.shift();
      const begun = at === undefined ? undefined : failures[at];
      if (at !== undefined && begun)
        failures[at] = { ...begun, recovery: Math.max(0, days * DAY - begun.at) };
    }
  }
  return { source: "fault events", failures, planned };
}
