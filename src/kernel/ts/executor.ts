import { Script } from "node:vm";
import { interruptible } from "../node/interruptible.ts";
import { POLL } from "./loopPolls.ts";
import { sideModules } from "./sideModules.ts";

/**
 * Runs converted TypeScript cells one after the other in this thread. Exports of a cell stay for later cells.
 */
export interface TsExecutor {
  /**
   * Runs a cell. `globals` are further names that the cell sees. Rejects with the error that the cell throws.
   */
  run(cell: Runnable, globals: Readonly<Record<string, unknown>>): Promise<Ran>;
  /** Exports of all cells that have run, by name. */
  readonly exports: Map<string, unknown>;
}

export interface Runnable {
  readonly code: string;
  /** File name that stands for the cell in stack traces. */
  readonly file: string;
  readonly last: string | null;
  readonly files: ReadonlyMap<string, string>;
}

export type Ran = { readonly kind: "done"; readonly value: unknown } | { readonly kind: "interrupted" };

/** Error that is thrown into a cell's loops to stop it. */
class Interrupted extends Error {
  override readonly name = "Interrupted";
}

/** Time between two polls of the interrupt flag while a cell awaits, in ms. */
const LOOK_EVERY = 25;

/** Access to the names that cells see besides exports of cells: DTP definitions. */
export interface OuterNames {
  has(name: string): boolean;
  read(name: string): unknown;
  /** Records that a cell reads a name. `exported` is true for a name that a cell has exported. */
  noted(name: string, exported: boolean): void;
  /** True where the DTP definition of a name is newer than a cell's export with that name, and hides it. */
  hides(name: string): boolean;
}

/** Number of loop iterations of a cell between two calls of `meanwhile`. */
const TURNS = 1 << 14;

/** Creates the executor of TypeScript cells. `meanwhile` is called now and then while a cell loops. */
export function tsExecutor(interrupted: () => boolean, outer: OuterNames, meanwhile: () => void): TsExecutor {
  let turns = 0;
  Object.defineProperty(globalThis, POLL, {
    value: () => {
      if (interrupted()) throw new Interrupted("interrupted");
      if (++turns % TURNS === 0) meanwhile();
    },
    configurable: true,
    enumerable: false,
  });
  const assigned = new Map<string, unknown>();
  const exports = exportsOf(assigned, outer);
  const modules = sideModules(process.cwd());

  async function run(cell: Runnable, globals: Readonly<Record<string, unknown>>): Promise<Ran> {
    modules.update(cell.files);
    const given = { exports, require: modules.require, ...globals };
    const head = `(function (${Object.keys(given).join(", ")}) { return (async () => { `;
    const script = new Script(`${head}${cell.code}\n})(); })`, {
      filename: cell.file,
      columnOffset: -head.length,
    });
    const begin = script.runInThisContext() as (...values: readonly unknown[]) => Promise<void>;
    try {
      const started = interruptible(() => begin(...Object.values(given)));
      if (!started || !(await settled(started.value, interrupted))) return { kind: "interrupted" };
    } catch (error) {
      if (error instanceof Interrupted) return { kind: "interrupted" };
      throw error;
    }
    const value = cell.last === null ? undefined : assigned.get(cell.last);
    if (cell.last !== null) assigned.delete(cell.last);
    return { kind: "done", value };
  }

  return { run, exports: assigned };
}

/** Waits for a promise. Resolves to false when an interrupt comes first. */
async function settled(promise: Promise<void>, interrupted: () => boolean): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const stop = new Promise<false>((resolve) => {
    timer = setInterval(() => {
      if (interrupted()) resolve(false);
    }, LOOK_EVERY);
  });
  // A stopped cell may fail later, when nobody waits for it any more: ignore the error.
  promise.catch(() => {});
  try {
    return await Promise.race([promise.then(() => true), stop]);
  } finally {
    clearInterval(timer);
  }
}

/** Object from which converted code reads its variables, and to which it writes them. */
function exportsOf(assigned: Map<string, unknown>, outer: OuterNames): object {
  return new Proxy(
    {},
    {
      get(_target, name) {
        if (typeof name !== "string") return undefined;
        const exported = assigned.has(name) && !outer.hides(name);
        outer.noted(name, exported);
        return exported ? assigned.get(name) : outer.read(name);
      },
      has: (_target, name) => typeof name === "string" && (assigned.has(name) || outer.has(name)),
      set(_target, name, value: unknown) {
        if (typeof name === "string") assigned.set(name, value);
        return true;
      },
      // An import is defined as a getter. Here it becomes a variable like others.
      defineProperty(_target, name, { get, value }) {
        if (typeof name === "string" && name !== "__esModule") assigned.set(name, get ? get() : value);
        return true;
      },
    },
  );
}
