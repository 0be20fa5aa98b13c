import type { Scenario } from "../scenario/scenario.ts";

/** What was read of a scenario: of each of its objects the fields that were looked at. */
export interface ReadObject {
  readonly kind: "object";
  readonly fields: Map<string, Read>;
  /** Its fields' names, where they were listed. */
  keys: readonly string[] | null;
}

export type Read =
  | ReadObject
  /** Read as it is: any decision may depend on it. Where it had been taken for a variable before, it is one with this value alone. */
  | { readonly kind: "plain"; readonly value: unknown; readonly variable: number | null }
  /** Read for an input of the algebra alone. */
  | { readonly kind: "variable"; readonly variable: number };

/** A scenario that knows what is read of it. */
export interface WatchedScenario {
  readonly scenario: Scenario;
  readonly read: ReadObject;
  /**
   * Whether the number that was read last, and nothing since, is the field at `path`: the one that is being handed to the algebra.
   * It then stands for a variable, unless it was read as it is before.
   */
  claim(path: string, value: number, variable: number): boolean;
  /** Ends the watch: what is read from now on must have been read before. False once something was not. */
  seal(): () => boolean;
}

interface Pending {
  readonly of: ReadObject;
  readonly key: string;
  readonly path: string;
  readonly value: number;
}

/**
 * A view of a scenario that notes every field that is read of it. Whatever the engine makes of a field that it reads as it is, is part
 * of what a record holds for; so a new line of the engine cannot make a record answer where it does not hold.
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
    of.keys = Object.keys(target);
  };
  const view = (target: object, of: ReadObject, path: string): object => {
    const views = new Map<string, object>();
    return new Proxy(target, {
      get(_, key) {
        const value: unknown = Reflect.get(target, key);
        if (typeof key === "symbol" || typeof value === "function") return value;
        settle();
        const at = path === "" ? key : `${path}.${key}`;
        if (typeof value === "object" && value !== null) {
          const read: ReadObject = { kind: "object", fields: new Map(), keys: null };
          const known = views.get(key) ?? view(value, read, at);
          if (!views.has(key)) note(of, key, read);
          views.set(key, known);
          return known;
        }
        if (typeof value === "number") pending = { of, key, path: at, value };
        else note(of, key, { kind: "plain", value, variable: null });
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
        // What stands there is read by `get`.
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
