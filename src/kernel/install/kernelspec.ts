/** The content of `kernel.json`. */
export interface Kernelspec {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly display_name: string;
  readonly language: string;
  readonly interrupt_mode: "message";
  readonly metadata: Readonly<Record<string, unknown>>;
}

export const KERNEL_NAME = "dtp";

/** zeromq's prebuilt libraries hold CurveZMQ on Linux and macOS; on Windows that has not been seen. */
const canEncrypt = process.platform !== "win32";

/**
 * glibc keeps a heap for each of a process's dozen threads, and their halves that are free are lost to the others: with one
 * for all a kernel holds 2 MB less. Other C libraries do not read it.
 */
const ONE_MALLOC_HEAP = { MALLOC_ARENA_MAX: "1" };

/**
 * As many threads beside the first as there are cores beside its own. Node's own choice is four: on two cores these, which make
 * fast code and look for garbage, take every second turn from the cell that waits for them, and its first search of all plans
 * takes a third longer. On 64 cores the kernel holds half a megabyte more.
 */
const THREADS_BESIDE = "--v8-pool-size=0";

/**
 * `node` and `entry` are absolute: a front end started from a desktop menu has another PATH than the user's shell, and
 * the kernel must run on the Node that its native module was found with.
 */
export function kernelspec(node: string, entry: string): Kernelspec {
  return {
    argv: [node, THREADS_BESIDE, entry, "-f", "{connection_file}"],
    env: ONE_MALLOC_HEAP,
    display_name: "DTP",
    language: "dtp",
    interrupt_mode: "message",
    metadata: { debugger: false, ...(canEncrypt ? { supported_encryption: "curve" } : {}) },
  };
}
