import { timeIn } from "../log/numbers.ts";
import type { Job, JobLog } from "./jobLog.ts";

/** Columns without which jobs say nothing about failures. */
const TIMES = ["ElapsedRaw", "Elapsed"];
const DEVICES = ["AllocTRES", "AllocGRES", "ReqTRES", "ReqGRES"];

/** True for the output of `sacct --parsable2`: a first line of names between bars, with JobID and State. */
export function isJobLog(text: string): boolean {
  const names = (/^\uFEFF?\s*([^\n]*)/.exec(text)?.[1] ?? "").split("|").map((name) => name.trim());
  return names.includes("JobID") && names.includes("State");
}

/** Reads the output of `sacct --parsable2` (or `--parsable`). Steps of jobs (`123.batch`) are left out. */
export function readJobs(text: string): JobLog | { readonly problem: string } {
  const [header = "", ...lines] = text.replace(/^\uFEFF?\s*/, "").split(/\r?\n/);
  const names = header.split("|").map((name) => name.trim());
  const place = (name: string): number => names.indexOf(name);
  if (!TIMES.some((name) => names.includes(name)))
    return { problem: "it has no column ElapsedRaw or Elapsed" };
  if (!DEVICES.some((name) => names.includes(name)))
    return { problem: "it has no column AllocTRES, which counts a job's GPUs" };
  const jobs: Job[] = [];
  let leftOut = 0;
  for (const [at, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const cells = line.split("|");
    if (cells.length !== names.length)
      return {
        problem: `line ${at + 2} has ${cells.length} cells under ${names.length} columns; use \`--parsable2\``,
      };
    const cell = (name: string): string => (place(name) < 0 ? "" : (cells[place(name)] ?? "").trim());
    const id = cell("JobID");
    if (id.includes(".")) continue;
    const elapsed = /^\d+$/.test(cell("ElapsedRaw"))
      ? Number(cell("ElapsedRaw"))
      : durationIn(cell("Elapsed"));
    const devices = DEVICES.reduce<number | null>((found, name) => found ?? devicesIn(cell(name)), null);
    if (elapsed === null)
      return { problem: `line ${at + 2}: \`${cell("ElapsedRaw") || cell("Elapsed")}\` is no elapsed time` };
    if (devices === null || devices === 0 || elapsed === 0) {
      leftOut++;
      continue;
    }
    const nodes = cell("NNodes") || cell("AllocNodes");
    jobs.push({
      ...{ id, elapsed, devices },
      name: cell("JobName") || null,
      state: (cell("State").split(/\s/)[0] ?? "").replace(/\+$/, "").toUpperCase(),
      submit: timeIn(cell("Submit")) ?? null,
      start: timeIn(cell("Start")) ?? null,
      end: timeIn(cell("End")) ?? null,
      nodes: /^\d+$/.test(nodes) ? Number(nodes) : null,
    });
  }
  return jobs.length > 0 ? { jobs, leftOut } : { problem: "no job of it ran on a GPU" };
}

/** Seconds of `[DD-[HH:]]MM:SS`, as sacct prints an elapsed time; null for another text. */
function durationIn(text: string): number | null {
  const found = /^(?:(\d+)-)?(?:(\d+):)?(\d+):(\d\d)(?:\.\d+)?$/.exec(text);
  if (!found) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((one) => Number(one ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}

/**
 * GPUs of `billing=64,cpu=64,gres/gpu:h100=8,gres/gpu=8,node=1`, or of `gpu:8`. The number without a type is the sum of
 * those with one. Null where there are none.
 */
function devicesIn(text: string): number | null {
  const whole = /(?:^|,)(?:gres\/)?gpu[=:](\d+)(?=,|$)/.exec(text);
  if (whole) return Number(whole[1]);
  const typed = [...text.matchAll(/(?:^|,)(?:gres\/)?gpu:[^=:,]+[=:](\d+)(?=,|$|\()/g)];
  return typed.length === 0 ? null : typed.reduce((sum, one) => sum + Number(one[1]), 0);
}
