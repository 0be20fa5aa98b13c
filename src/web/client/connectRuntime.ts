import type { RuntimeAnswers, RuntimeCall, RuntimeCalls, RuntimeEvent } from "../protocol/runtimeProtocol.ts";
import { type Connection, type ConnectOptions, connect, type WorkerPort } from "./connect.ts";

/** Page's end of the runtime's worker. */
export interface Runtime extends Omit<Connection<RuntimeCall, RuntimeEvent>, "ask"> {
  ask<Name extends keyof RuntimeCalls>(
    name: Name,
    call: RuntimeCalls[Name],
    on?: (event: RuntimeEvent) => void,
  ): Promise<RuntimeAnswers[Name]>;
}

/** Connects a page with the runtime's worker. */
export function connectRuntime(worker: WorkerPort, options: ConnectOptions): Runtime {
  const connection = connect<RuntimeCall, RuntimeEvent>(worker, options);
  return {
    ...connection,
    ask: (name, call, on) => connection.ask({ name, with: call } as RuntimeCall, on) as never,
  };
}
