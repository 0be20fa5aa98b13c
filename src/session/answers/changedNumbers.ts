import type { Scenario } from "../../engine/scenario/scenario.ts";

/** Number of the engine's scenario that is the value of an uncertain field. */
export interface NumberPath {
  readonly path: readonly string[];
  /** Index of the field. */
  readonly field: number;
}

/** A scenario that the language has built, with the values of the uncertain fields. */
interface Tried {
  readonly scenario: Scenario;
  readonly values: readonly number[];
}

const PARTS = ["model", "cluster", "plan"] as const;

/**
 * Numbers in which some scenarios differ from `base`, each with the uncertain field whose value it is in all of them. Null
 * where the scenarios differ in anything else, such as a number computed from a field.
 */
export function changedNumbers(base: Scenario, tried: readonly Tried[]): readonly NumberPath[] | null {
  const paths = new Map<string, readonly string[]>();
  for (const { scenario } of tried)
    for (const part of PARTS) if (!compare(base[part], scenario[part], [part], paths)) return null;
  const found: NumberPath[] = [];
  for (const path of paths.values()) {
    const field = tried[0]?.values.findIndex((_, at) =>
      tried.every(({ scenario, values }) => Object.is(numberAt(scenario, path), values[at])),
    );
    if (field === undefined || field < 0) return null;
    found.push({ path, field });
  }
  return found;
}

/** Notes where two values differ in numbers. False where they differ in anything else. */
function compare(
  a: unknown,
  b: unknown,
  path: readonly string[],
  paths: Map<string, readonly string[]>,
): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a === "number" && typeof b === "number") {
    paths.set(path.join("."), path);
    return true;
  }
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length || Array.isArray(a) !== Array.isArray(b)) return false;
  return keys.every((key) => key in b && compare(fieldOf(a, key), fieldOf(b, key), [...path, key], paths));
}

const fieldOf = (of: object, key: string): unknown => (of as Readonly<Record<string, unknown>>)[key];

function numberAt(scenario: Scenario, path: readonly string[]): unknown {
  let at: unknown = scenario;
  for (const key of path) at = fieldOf(at as object, key);
  return at;
}

type Tree = Map<string, Tree | number>;

/**
 * Returns a function that makes scenarios from `base` with the numbers at some paths replaced by values of the fields. Everything
 * that does not change stays the same object.
 */
export function withNumbers(
  base: Scenario,
  paths: readonly NumberPath[],
): (value: (field: number) => number) => Scenario {
  const tree: Tree = new Map();
  for (const { path, field } of paths) {
    let at = tree;
    for (const key of path.slice(0, -1)) {
      const inner = at.get(key);
      const next: Tree = inner instanceof Map ? inner : new Map();
      at.set(key, next);
      at = next;
    }
    at.set(path.at(-1) ?? "", field);
  }
  return (value) => {
    const replaced = (of: object, inner: Tree): object => {
      const copy = (Array.isArray(of) ? [...of] : { ...of }) as Record<string, unknown>;
      for (const [key, one] of inner)
        copy[key] = typeof one === "number" ? value(one) : replaced(copy[key] as object, one);
      return copy;
    };
    const part = <P extends (typeof PARTS)[number]>(name: P): Scenario[P] => {
      const inner = tree.get(name);
      return inner instanceof Map ? (replaced(base[name], inner) as Scenario[P]) : base[name];
    };
    return {
      name: base.name,
      model: part("model"),
      cluster: part("cluster"),
      plan: part("plan"),
      origins: {},
    };
  };
}
