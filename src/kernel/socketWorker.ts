/**
 * Entry of the thread that owns the sockets. It is small on purpose: it answers heartbeats, `kernel_info` and
 * the control channel at once, whatever the evaluating thread is doing. Everything else is handed over, one
 * request at a time.
 */
import { parentPort, workerData } from "node:worker_threads";
import type { WorkerStart } from "./sockets/channel.ts";
import { readConnection } from "./sockets/connection.ts";
import { openSockets } from "./sockets/openSockets.ts";
import { serve } from "./sockets/serve.ts";

if (!parentPort) throw new Error("this is a worker's entry");
const port = parentPort;
const start = workerData as WorkerStart;
const connection = readConnection(start.connectionFile);
void openSockets(connection).then((sockets) => serve(sockets, connection, start, port));
