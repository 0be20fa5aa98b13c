import type { Point } from "./point.ts";

type Settings = Point["settings"];

/** Printed values of a plan's settings that mean "not used", so that descriptions leave them out. */
const NOT_DONE: ReadonlySet<string> = new Set(["1", "false", "none", "[]", "–"]);
const isNotDone = (path: string, shown: string): boolean =>
  path === "plan.zero" ? shown === "0" : NOT_DONE.has(shown);
/** Settings of a plan that have no effect without pipeline parallelism. */
const OF_PIPELINES: ReadonlySet<string> = new Set(["plan.schedule", "plan.vpp"]);
/** Settings that descriptions of a plan never mention. */
const UNSAID: ReadonlySet<string> = new Set(["plan.rank_order"]);

/** Description of a plan by its settings, without unused ones: `tp = 2, dp = 8, zero = 1`. */
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
  /** True where the plan's other settings determine this one. */
  readonly follows: boolean;
}

/** Settings in which two plans differ. A dash stands for a setting that only the other plan has. */
export function settingChanges(before: Settings, after: Settings): readonly SettingChange[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  return paths.flatMap((path) => {
    const [a, b] = [before.get(path), after.get(path)];
    if (a?.written === b?.written) return [];
    const follows = (b ?? a)?.follows === true;
    return [{ path, before: a?.shown ?? "–", after: b?.shown ?? "–", follows }];
  });
}

/** Path of a setting relative to the plan: `plan.tp` → `tp`. */
export const inPlan = (path: string): string => path.replace(/^plan\./, "");
