import { format, parse } from "../../dsl/syntax/index.ts";
import { drawnOutputs } from "../../kernel/core/requests/drawnOutputs.ts";
import { drawnBundles } from "../../report/index.ts";
import { createSession, type Output } from "../../session/index.ts";
import type { Embedded } from "../embedded/embedded.ts";
import { prefetch } from "../files/prefetch.ts";
import type {
  RunAnswer,
  RuntimeAnswers,
  RuntimeCall,
  RuntimeCalls,
  RuntimeEvent,
} from "../protocol/runtimeProtocol.ts";
import type { PartLoader } from "../scope/partLoader.ts";
import { plotlyLoader } from "../scope/plotlyLoader.ts";
import type { Answer, Around } from "../serve/serveWorker.ts";
import { textWorld } from "../world/textWorld.ts";
import { answerOf } from "./answerOf.ts";
import { type Checked, checkCalls } from "./checkCalls.ts";
import { pageCalls } from "./pageCalls.ts";

type Emit = (event: RuntimeEvent) => void;

/** Makes the runtime of a page: one session, whose texts are run, completed, explained and formatted. */
export function runtime(
  parts: PartLoader,
  texts: Embedded,
  { files, interrupted, paths }: Around,
): Answer<RuntimeCall, RuntimeEvent> {
  const own = new Map<string, string>();
  const loader = plotlyLoader(parts);
  /** Receivers of the running request's outputs and progress; null between runs. */
  let running: { output(one: Output): void; readonly emit: Emit } | null = null;
  const checked: Checked = { home: "", deadline: Number.POSITIVE_INFINITY };
  const world = textWorld(texts, own, paths, () => checked.home);
  const session = createSession({
    ...world,
    interrupted: () => interrupted() || performance.now() > checked.deadline,
    output: (one) => running?.output(one),
    progress: (done, total, label, best = undefined) =>
      running?.emit({ kind: "progress", done, total, label, best: best ?? null }),
  });

  const pages = pageCalls(session, own);
  const checks = checkCalls(session, checked, { world, own, files, interrupted });

  async function run(call: RuntimeCalls["run"], emit: Emit): Promise<RunAnswer> {
    const { text, ...options } = call;
    await prefetch(text, files, own);
    const outputs = drawnOutputs(
      ({ document }) => drawnBundles(document, loader),
      ({ kind, line, result: isResult = false }, bundles) =>
        emit({ kind: "output", output: { kind, line, result: isResult, bundles } }),
    );
    running = { output: outputs.add, emit };
    const result = session.run(text, options);
    running = null;
    await outputs.drain(result.outputs);
    return answerOf(result);
  }

  return async (call, emit): Promise<RuntimeAnswers[RuntimeCall["name"]]> => {
    switch (call.name) {
      case "run":
        return run(call.with, emit);
      case "page":
        return pages.page(call.with);
      case "explain":
        return pages.explain(call.with);
      case "check":
        return checks.check(call.with);
      case "checkCells":
        return checks.checkCells(call.with);
      case "complete":
        await prefetch(call.with.text, files, own);
        return session.complete(call.with.text, call.with.offset);
      case "inspect": {
        const document = session.inspect(call.with.text, call.with.offset);
        return document ? await drawnBundles(document, loader) : null;
      }
      case "format": {
        const { file, diagnostics } = parse({ name: "", text: call.with.text }, call.with.mode);
        return diagnostics.some(({ severity }) => severity === "error") ? null : format(file);
      }
      case "reset":
        session.reset();
        return null;
    }
  };
}
