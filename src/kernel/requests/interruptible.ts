import { randomUUID } from "node:crypto";
import { Script } from "node:vm";

const slot: { run: (() => void) | null } = { run: null };
// a name of its own: a process may load this file twice, as test runners do
const name = `__dtpRun_${randomUUID().replaceAll("-", "")}`;
Object.defineProperty(globalThis, name, { value: () => slot.run?.(), enumerable: false });
const script = new Script(`${name}()`);

/**
 * Runs `work`; a SIGINT stops it wherever it is, and the value is then `null`. (An interrupt message takes the gentler
 * way, a flag that the evaluator polls; a signal is only handled on this thread, which `work` holds.) A session changes
 * its definitions in one step at the end of a run, so a run that is stopped leaves them whole.
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
