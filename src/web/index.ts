export type { Connection, ConnectOptions, WorkerPort } from "./client/connect.ts";
export { connectKernel, type WebKernel } from "./client/connectKernel.ts";
export { connectRuntime, type Runtime } from "./client/connectRuntime.ts";
export { LastingRuntime } from "./client/lastingRuntime.ts";
export type { Files } from "./files/files.ts";
export type { KernelCall, KernelEvent } from "./protocol/kernelProtocol.ts";
export { PROTOCOL, type Ready } from "./protocol/protocol.ts";
export type * from "./protocol/runtimeProtocol.ts";
export { cellName } from "./protocol/runtimeProtocol.ts";
