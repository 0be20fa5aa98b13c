import { render } from "../../dsl/diagnostics/index.ts";
import type { Evaluation } from "../../kernel/core/evaluation/evaluation.ts";
import type { Platform } from "../../kernel/core/evaluation/platform.ts";
import { readMagics } from "../../kernel/core/magics/readMagics.ts";
import { kernelInfo } from "../../kernel/core/protocol/kernelInfo.ts";
import { answer, type Kernel } from "../../kernel/core/requests/answer.ts";
import { executor } from "../../kernel/core/requests/execute.ts";
import { history } from "../../kernel/core/requests/history.ts";
import { drawnBundles, partsOf } from "../../report/index.ts";
import { createSession } from "../../session/index.ts";
import type { Embedded } from "../embedded/embedded.ts";
import { prefetch } from "../files/prefetch.ts";
import type { KernelCall, KernelEvent } from "../protocol/kernelProtocol.ts";
import { newId } from "../scope/newId.ts";
import type { PartLoader } from "../scope/partLoader.ts";
import { plotlyLoader } from "../scope/plotlyLoader.ts";
import type { Answer, Around } from "../serve/serveWorker.ts";
import { textWorld } from "../world/textWorld.ts";
import { noTypescript } from "./noTypescript.ts";

/** Makes a Jupyter kernel in a worker. A call is a message of the shell channel, its events are messages of iopub. */
export function webKernel(
  parts: PartLoader,
  texts: Embedded,
  { files, interrupted, paths }: Around,
): Answer<KernelCall, KernelEvent> {
  const own = new Map<string, string>();
  const loader = plotlyLoader(parts);
  const evaluation: Evaluation = {
    session: createSession({
      ...textWorld(texts, own, paths),
      interrupted,
      progress: (...how) => kernel.executor.running()?.progress(...how),
      output: (output) => kernel.executor.running()?.output(output),
    }),
    parts: partsOf,
    bundles: (document) => drawnBundles(document, loader),
    renderDiagnostic: render,
    interrupted,
    keepCompiled() {},
    typescript: { load: async () => noTypescript, loaded: () => null },
  };
  const inputs = history();
  const kernel: Kernel = {
    executor: executor(inputs, platform(texts)),
    history: inputs,
    evaluation: async () => evaluation,
  };
  return async ({ type, content, metadata }, emit) => {
    if (type === "kernel_info_request") {
      const reply = { type: "kernel_info_reply", content: kernelInfo(texts.versions.engine) };
      return { reply, abortQueued: false };
    }
    const cell = readMagics(String(content.code ?? ""), "cell");
    if (cell.kind === "code") await prefetch(cell.code, files, own);
    return answer({ type, content, metadata }, (type, content) => emit({ type, content }), kernel);
  };
}

/** Platform of a kernel in a worker: nothing stops a cell from outside, pages are embedded. */
function platform({ page: pageOf }: Pick<Embedded, "page">): Platform {
  const page = async (name: string): Promise<string> => {
    const found = pageOf(name);
    if (found === undefined) throw new Error(`the build has no page \`${name}\``);
    return found;
  };
  return {
    newId,
    interruptible: (work) => ({ value: work() }),
    languagePage: () => page("language"),
    errorPage: page,
  };
}
