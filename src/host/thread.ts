import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import type { serveTasks, ThreadTask } from "../session/index.ts";
import { compiledModule } from "./compiledModule.ts";
import type { ThreadData } from "./createThreads.ts";
import { createWorld } from "./createWorld.ts";

/** Time without a task after which a thread ends and frees its memory, ms. */
const IDLE = 20_000;

// Entry of a worker thread. It ends by itself, because the evaluating thread cannot receive events while it computes.
const { folder, root, answers }: ThreadData = workerData;
const { exports } = compiledModule(fileURLToPath(new URL("./evaluation.cjs", import.meta.url)));
const serve = (exports as { readonly serveTasks: typeof serveTasks }).serveTasks(createWorld(folder, root));
const idle = setTimeout(() => process.exit(), IDLE);
parentPort?.on("message", (task: ThreadTask) => {
  serve(task, (one) => answers.postMessage(one));
  idle.refresh();
});
