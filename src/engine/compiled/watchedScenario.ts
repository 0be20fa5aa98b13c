import type { Scenario } from "../scenario/scenario.ts";

/** Fields that were read from one object of a scenario. */
export interface ReadObject {
  readonly kind: "object";
  readonly fields: Map<string, Read>;
  /** Names of the object's fields, if the engine listed them; null otherwise. */
  keys: readonly string[] | null;
}

export type Read =
  | ReadObject
  /**
   * Field whose exact value was read, so that any decision may depend on it. `variable` is set where the field was first taken for
   * a variable.
   */
  | { readonly kind: "plain"; readonly value: unknown; readonly variable: number | null }
  /** Field read only as an input of the algebra. */
  | { readonly kind: "variable"; readonly variable: number };

/** A scenario that records which of its fields are read. */
export interface WatchedScenario {
  readonly scenario: Scenario;
  readonly read: ReadObject;
  /**
   * Takes the field at `path` for a variable. Returns true only where the field was the last one read and its number was passed to
   * the algebra. A field whose exact value was also read stays plain.
   */
  claim(path: string, value: number, variable: number): boolean;
  /** Ends the watch. The returned function gives false after a field is read that was not read before. */
  seal(): () => boolean;
}

interface Pending {
  readonly of: ReadObject;
  readonly key: string;
  readonly path: string;
  readonly value: number;
}

/**
 * Wraps a scenario so that every read of a field is recorded. A field that the engine reads outside the algebra becomes a
 * condition of the trace, so a new line in the engine cannot make a trace answer wrongly.
 */
export function watchedScenario(scenario: Scenario): WatchedScenario {
  let pending: Pending | null = null;
  let sealed = false;
  let strayed = false;
  const note = (of: ReadObject, key: string, read: Read): void => {
    const known = of.fields.get(key);
    if (known !== undefined && known.kind !== "variable") return;
    if (sealed) strayed = true;
    of.fields.set(key, read.kind === "plain" && known ? { ...read, variable: known.variable } : read);
  };
  const settle = (): void => {
    if (pending) note(pending.of, pending.key, { kind: "plain", value: pending.value, variable: null });
    pending = null;
  };
  const list = (of: ReadObject, target: object): void => {
    settle();
    if (sealed && of.keys === null) strayed = true;
    of.keys ??= Object.keys(target);
  };
  const view = (target: object, of: ReadObject, path: string): object => {
    const views = new Map<string, object>();
    const pathOf = (key: string): string => (path === "" ? key : `${path}.${key}`);
    const viewed = (value: object, key: string): object => {
      const read: ReadObject = { kind: "object", fields: new Map(), keys: null };
      const made = view(value, read, pathOf(key));
      note(of, key, read);
      views.set(key, made);
      return made;
    };
    return new Proxy(target, {
      get(_, key) {
        const value: unknown = Reflect.get(target, key);
        if (typeof key === "symbol" || typeof value === "function") return value;
        settle();
        if (typeof value === "object" && value !== null) return views.get(key) ?? viewed(value, key);
        if (typeof value === "number") {
          // A number that was read exactly stays plain, so nothing can claim it.
          if (of.fields.get(key)?.kind !== "plain") pending = { of, key, path: pathOf(key), value };
        } else note(of, key, { kind: "plain", value, variable: null });
        return value;
      },
      has(_, key) {
        list(of, target);
        return Reflect.has(target, key);
      },
      ownKeys() {
        list(of, target);
        return Reflect.ownKeys(target);
      },
      getOwnPropertyDescriptor(_, key) {
        list(of, target);
        const found = Reflect.getOwnPropertyDescriptor(target, key);
        // The value itself is read by `get`, which records it.
        return found && "value" in found && found.configurable ? { ...found, value: undefined } : found;
      },
    });
  };
  const read: ReadObject = { kind: "object", fields: new Map(), keys: null };
  return {
    scenario: view(scenario, read, "") as Scenario,
    read,
    claim(path, value, variable) {
      if (pending?.path !== path || !Object.is(pending.value, value)) return false;
      const { of, key } = pending;
      if (of.fields.get(key)?.kind === "plain") return false;
      of.fields.set(key, { kind: "variable", variable });
      pending = null;
      return true;
    },
    seal() {
      settle();
      sealed = true;
      return () => {
        settle();
        return !strayed;
      };
    },
  };
}
