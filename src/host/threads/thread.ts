import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import type { serveTasks, ThreadTask } from "../../session/index.ts";
import { compiledModule } from "../compiledModule.ts";
import { createWorld } from "../createWorld.ts";
import type { ThreadData } from "./createThreads.ts";

/** ms without a task after which a thread ends, and gives back its memory. */
const IDLE = 20_000;

// Entry of a thread that shares in the work of the one that evaluates. It ends by itself: that one hears nothing while it works.
const { folder, root, answers }: ThreadData = workerData;
const { exports } = compiledModule(fileURLToPath(new URL("./evaluation.cjs", import.meta.url)));
const serve = (exports as { readonly serveTasks: typeof serveTasks }).serveTasks(createWorld(folder, root));
const idle = setTimeout(() => process.exit(), IDLE);
parentPort?.on("message", (task: ThreadTask) => {
  serve(task, (one) => answers.postMessage(one));
  idle.refresh();
});
