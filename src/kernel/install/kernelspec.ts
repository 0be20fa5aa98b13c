/** Content of `kernel.json`, with which Jupyter starts a kernel. */
export interface Kernelspec {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly display_name: string;
  readonly language: string;
  readonly interrupt_mode: "message";
  readonly metadata: Readonly<Record<string, unknown>>;
}

export const KERNEL_NAME = "dtp";

/**
 * True where encrypted connections work. zeromq's prebuilt libraries include CurveZMQ on Linux and macOS;
 * Windows is untested.
 */
const canEncrypt = process.platform !== "win32";

/**
 * Environment variable that gives glibc a single malloc heap. Otherwise it has a heap for each of a dozen
 * threads and wastes their free parts; a kernel uses 2 MB less with one. Other C libraries ignore the
 * variable.
 */
const ONE_MALLOC_HEAP = { MALLOC_ARENA_MAX: "1" };

/**
 * Option of Node for as many V8 worker threads as there are cores, less one. Node's default is four. On two
 * cores, four threads that compile and collect garbage take half of the processor time. A cell's first search
 * over all plans then takes a third longer. On 64 cores the kernel uses half a megabyte more.
 */
const WORKER_THREADS = "--v8-pool-size=0";

/**
 * Kernelspec with the absolute paths of `node` and `entry`. They are absolute because a front end started
 * from a desktop menu does not have the PATH of the user's shell, and because the native module only loads in
 * the Node that it was installed with.
 */
export function kernelspec(node: string, entry: string): Kernelspec {
  return {
    argv: [node, WORKER_THREADS, entry, "-f", "{connection_file}"],
    env: ONE_MALLOC_HEAP,
    display_name: "DTP",
    language: "dtp",
    interrupt_mode: "message",
    metadata: { debugger: false, ...(canEncrypt ? { supported_encryption: "curve" } : {}) },
  };
}
