/**
 * A flat record of plain values: a scenario by the language's paths (`plan.tp`, `model.attention.heads`), or a framework's
 * arguments by their own names (`--num-layers`, `training.seq_len`). A tagged value stands as its tag, its fields below it.
 * Bytes, seconds and counts are in base units; null is the language's `none`.
 */
export type Settings = Readonly<Record<string, Setting>>;

export type Setting = number | boolean | string | null | readonly string[];

/** Lists are sets here: modules and overlaps have no order. */
export function sameSetting(a: Setting | undefined, b: Setting | undefined): boolean {
  const plain = (value: Setting | undefined) =>
    typeof value === "object" && value !== null ? value.toSorted() : value;
  return JSON.stringify(plain(a)) === JSON.stringify(plain(b));
}

/** The number under a path; null for anything else there. */
export function numberAt(settings: Settings, path: string): number | null {
  const value = settings[path];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

export function textAt(settings: Settings, path: string): string | null {
  const value = settings[path];
  return typeof value === "string" ? value : null;
}

export function listAt(settings: Settings, path: string): readonly string[] | null {
  const value = settings[path];
  return typeof value === "object" && value !== null ? value : null;
}
