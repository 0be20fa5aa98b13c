import { randomUUID } from "node:crypto";
import { Script } from "node:vm";

const slot: { run: (() => void) | null } = { run: null };
// The name is unique because a process may load this file twice, as test runners do.
const name = `__dtpRun_${randomUUID().replaceAll("-", "")}`;
Object.defineProperty(globalThis, name, { value: () => slot.run?.(), enumerable: false });
const script = new Script(`${name}()`);

/**
 * Runs `work` and returns its value. A SIGINT stops `work` anywhere, and the result is `null`. An interrupt
 * message of Jupyter sets a flag instead, which the evaluator polls. A session changes its definitions in one
 * step at the end of a run, so a stopped run leaves them intact.
 */
export function interruptible<T>(work: () => T): { readonly value: T } | null {
  let value: { readonly value: T } | null = null;
  slot.run = () => {
    value = { value: work() };
  };
  try {
    script.runInThisContext({ breakOnSigint: true });
    return value;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_INTERRUPTED")
      return null;
    throw error;
  } finally {
    slot.run = null;
  }
}
