/** The content of `kernel.json`. */
export interface Kernelspec {
  readonly argv: readonly string[];
  readonly display_name: string;
  readonly language: string;
  readonly interrupt_mode: "message";
  readonly metadata: Readonly<Record<string, unknown>>;
}

export const KERNEL_NAME = "dtp";

/** zeromq's prebuilt libraries hold CurveZMQ on Linux and macOS; on Windows that has not been seen. */
const canEncrypt = process.platform !== "win32";

/**
 * A smaller nursery of V8's heap, MB: a kernel holds some 3 MB less before its first figure and 15 MB less after it, and a
 * sweep takes no longer.
 */
const SMALL_NURSERY = "--max-semi-space-size=1";

/**
 * `node` and `entry` are absolute: a front end started from a desktop menu has another PATH than the user's shell, and
 * the kernel must run on the Node that its native module was found with.
 */
export function kernelspec(node: string, entry: string): Kernelspec {
  return {
    argv: [node, SMALL_NURSERY, entry, "-f", "{connection_file}"],
    display_name: "DTP",
    language: "dtp",
    interrupt_mode: "message",
    metadata: { debugger: false, ...(canEncrypt ? { supported_encryption: "curve" } : {}) },
  };
}
