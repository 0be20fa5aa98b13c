import type { Point } from "./point.ts";

type Settings = Point["settings"];

/** Values that mean "not used" in a plan. */
const NOT_DONE: ReadonlySet<string> = new Set(["1", "false", "none", "[]", "–"]);
const isNotDone = (path: string, shown: string): boolean =>
  path === "plan.zero" ? shown === "0" : NOT_DONE.has(shown);
/** Settings that mean nothing without a pipeline, and settings that are never shown. */
const OF_PIPELINES: ReadonlySet<string> = new Set(["plan.schedule", "plan.vpp"]);
const UNSAID: ReadonlySet<string> = new Set(["plan.rank_order"]);

/** Informative settings of a plan: `tp = 2, dp = 8, zero = 1`. */
export function settingsText(settings: Settings): string {
  const piped = settings.get("plan.pp")?.shown !== "1";
  const listed = [...settings].filter(
    ([path, { shown }]) => !isNotDone(path, shown) && !UNSAID.has(path) && (piped || !OF_PIPELINES.has(path)),
  );
  return listed.length === 0
    ? "one device"
    : listed.map(([path, { shown }]) => `${inPlan(path)} = ${shown}`).join(", ");
}

export interface SettingChange {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** True where the setting follows from the others. */
  readonly follows: boolean;
}

/** Settings that differ. A dash stands for one that a side does not set. */
export function settingChanges(before: Settings, after: Settings): readonly SettingChange[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  return paths.flatMap((path) => {
    const [a, b] = [before.get(path), after.get(path)];
    if (a?.written === b?.written) return [];
    const follows = (b ?? a)?.follows === true;
    return [{ path, before: a?.shown ?? "–", after: b?.shown ?? "–", follows }];
  });
}

/** Path inside the plan: `plan.tp` → `tp`. */
export const inPlan = (path: string): string => path.replace(/^plan\./, "");
