/**
 * Flat record of plain values by dotted path: a scenario by the language's paths (`plan.tp`,
 * `model.attention.heads`), or arguments by a framework's names (`--num-layers`, `training.seq_len`). A
 * tagged value is its tag, with its fields as longer paths. Bytes, seconds and counts are in base units; null
 * is the language's `none`.
 */
export type Settings = Readonly<Record<string, Setting>>;

export type Setting = number | boolean | string | null | readonly string[];

/** Flat settings made from nested tables, by dotted path. Values that no setting can hold are left out. */
export function fromNested(nested: unknown): Settings {
  const settings: Record<string, Setting> = {};
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value)) settings[path] = value.map(String);
    else if (typeof value === "object" && value !== null)
      for (const [key, below] of Object.entries(value)) walk(below, path === "" ? key : `${path}.${key}`);
    else if (typeof value === "number" || typeof value === "boolean" || typeof value === "string")
      settings[path] = value;
  };
  walk(nested, "");
  return settings;
}

/** Nested tables of values, by the parts of their dotted paths. */
export type Nested<T> = { [key: string]: T | Nested<T> };

/** Nested tables made from values with dotted paths. */
export function toNested<T>(settings: Readonly<Record<string, T>>): Readonly<Nested<T>> {
  const root: Nested<T> = {};
  const inner = new Set<unknown>([root]);
  for (const [path, value] of Object.entries(settings)) {
    const names = path.split(".");
    const last = names.pop() ?? "";
    let table = root;
    for (const name of names) {
      const below = table[name];
      const next: Nested<T> = inner.has(below) ? (below as Nested<T>) : {};
      inner.add(next);
      table[name] = next;
      table = next;
    }
    table[last] = value;
  }
  return root;
}

/**
 * True where two settings are equal. Lists are compared as sets, because lists of modules and overlaps have
 * no order.
 */
export function sameSetting(a: Setting | undefined, b: Setting | undefined): boolean {
  const plain = (value: Setting | undefined) =>
    typeof value === "object" && value !== null ? value.toSorted() : value;
  return JSON.stringify(plain(a)) === JSON.stringify(plain(b));
}

/** Number at a path of the settings. null where the path is absent or holds no number. */
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
