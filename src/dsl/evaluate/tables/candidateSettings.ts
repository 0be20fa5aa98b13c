import type { Setting } from "../../../engine/search/candidates.ts";
import type { Change } from "../values/value.ts";
import type { Axis } from "./combinations.ts";

export interface SettingOf extends Setting {
  readonly part: string;
  /**
   * True where the setting replaces a whole model, cluster or plan, or is an expression. Every read of the replaced
   * part then counts as a read of the setting, since reads of single fields are not tracked.
   */
  readonly whole: boolean;
}

/**
 * Settings that a table's axes vary, such as `plan.tp`: one per path of each axis, in order. The values of a path are
 * numbered as levels; equal values have the same level.
 */
export function settingsOf(axes: readonly Axis[]): readonly SettingOf[] {
  return axes.flatMap((steps, choice) =>
    (steps[0] ?? []).map(({ path: [part = "", ...inner] }, at): SettingOf => {
      const known = new Map<unknown, number>();
      const levels = steps.map((step) => {
        const key = levelOf(step[at]);
        const level = known.get(key) ?? known.size;
        known.set(key, level);
        return level;
      });
      return {
        choice,
        part,
        whole: inner.length === 0 || steps.some((step) => step[at]?.binding.kind !== "value"),
        levels,
        count: known.size,
      };
    }),
  );
}

/** Key by which two changes of a field are compared. Changes to equal values have equal keys. */
function levelOf(change: Change | undefined): unknown {
  if (change?.binding.kind !== "value") return change;
  const { value } = change.binding;
  switch (value.kind) {
    case "quantity":
      return value.draws ?? `${value.value} ${value.dimension.key}`;
    case "word":
      return `word ${value.word}`;
    case "boolean":
      return value.value;
    default:
      return value;
  }
}

/**
 * Bit mask with a single bit set: the bit of the setting that varies the path with index `at` of an axis. Memos use
 * such bits to record the settings that a value depends on.
 */
export function bitOf(axes: readonly Axis[], axis: number, at: number): number {
  return 1 << (axes.slice(0, axis).reduce((sum, steps) => sum + (steps[0]?.length ?? 0), 0) + at);
}

export function chosen(change: Change, choice: number): Change {
  const { binding } = change;
  return binding.kind === "value" ? { ...change, binding: { ...binding, choice } } : change;
}
