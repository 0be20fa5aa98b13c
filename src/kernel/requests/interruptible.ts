import { randomUUID } from "node:crypto";
import { Script } from "node:vm";

const slot: { run: (() => void) | null } = { run: null };
// The name is unique because a process may load this file twice, as test runners do.
const name = `__dtpRun_${randomUUID().replaceAll("-", "")}`;
Object.defineProperty(globalThis, name, { value: () => slot.run?.(), enumerable: false });
const script = new Script(`${name}()`);

/**
 * Runs `work`. A SIGINT stops it anywhere, and the result is `null`. An interrupt message uses a flag that
 * the evaluator polls instead; only this thread, which `work` blocks, handles signals. A session changes its
 * definitions in one step at the end of a run, so a stopped run leaves them intact.
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
