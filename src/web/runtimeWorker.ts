/** Entry of the runtime's worker: texts of the language run, completed, explained and formatted for a page. */
import { embedded } from "./embedded/embedded.ts";
import type { RuntimeCall, RuntimeEvent } from "./protocol/runtimeProtocol.ts";
import { runtime } from "./runtime/runtime.ts";
import { partLoader } from "./scope/partLoader.ts";
import { serveCode } from "./scope/serveCode.ts";
import { workerScope } from "./scope/workerScope.ts";
import { serveWorker } from "./serve/serveWorker.ts";

const scope = workerScope();
const parts = partLoader(scope);
serveCode(scope, parts);
const texts = embedded(parts.load);
serveWorker<RuntimeCall, RuntimeEvent>(scope, texts, parts, (around) => runtime(parts, texts, around));
