import type { Answer } from "../../kernel/core/protocol/answer.ts";
import type { KernelCall, KernelEvent } from "../protocol/kernelProtocol.ts";
import { type Connection, type ConnectOptions, connect, type WorkerPort } from "./connect.ts";

/** Page's end of the kernel's worker. Each request has the answer that the shell channel sends. */
export interface WebKernel extends Omit<Connection<KernelCall, KernelEvent>, "ask"> {
  ask(call: KernelCall, on?: (event: KernelEvent) => void): Promise<Answer>;
}

/** Connects a page with the kernel's worker. */
export function connectKernel(worker: WorkerPort, options: ConnectOptions): WebKernel {
  const connection = connect<KernelCall, KernelEvent>(worker, options);
  return { ...connection, ask: (call, on) => connection.ask(call, on) as Promise<Answer> };
}
