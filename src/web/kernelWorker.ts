/** Entry of the kernel's worker: a Jupyter kernel without sockets. */
import { embedded } from "./embedded/embedded.ts";
import { webKernel } from "./kernel/webKernel.ts";
import type { KernelCall, KernelEvent } from "./protocol/kernelProtocol.ts";
import { partLoader } from "./scope/partLoader.ts";
import { serveCode } from "./scope/serveCode.ts";
import { workerScope } from "./scope/workerScope.ts";
import { serveWorker } from "./serve/serveWorker.ts";

const scope = workerScope();
const parts = partLoader(scope);
serveCode(scope, parts);
const texts = embedded(parts.load);
serveWorker<KernelCall, KernelEvent>(scope, texts, parts, (around) => webKernel(parts, texts, around));
