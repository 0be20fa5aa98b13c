import { fileURLToPath } from "node:url";
import { compiledModule } from "../host/index.ts";
import { betweenRequests } from "./betweenRequests.ts";
import type { Evaluation } from "./core/evaluation/evaluation.ts";
import type { JsonObject } from "./core/protocol/message.ts";
import { answer, type Kernel } from "./core/requests/answer.ts";
import { executor } from "./core/requests/execute.ts";
import { history } from "./core/requests/history.ts";
import type { Publish } from "./core/requests/publisher.ts";
import { nodePlatform } from "./node/nodePlatform.ts";
import { optimize } from "./optimize.ts";
import { smallNursery } from "./smallNursery.ts";
import type { FromEvaluator, ToEvaluator } from "./sockets/channel.ts";
import { whileIdle } from "./whileIdle.ts";

/**
 * Part of the kernel that evaluates cells, on the main thread. It handles requests one at a time, in order of arrival.
 */
export interface Evaluator {
  handle(message: ToEvaluator): Promise<void>;
}

/**
 * Creates the evaluator. `post` sends messages to the thread with the sockets. `flag` is 1 while the running request
 * should stop.
 */
export function evaluator(post: (value: FromEvaluator) => void, flag: Int32Array): Evaluator {
  let loading: Promise<Evaluation> | null = null;
  const idle = whileIdle();
  function evaluation(): Promise<Evaluation> {
    loading ??= load();
    return loading;
  }

  /** Loads `loadEvaluation.ts` from its bundle: parser, engine, reports. */
  async function load(): Promise<Evaluation> {
    smallNursery();
    optimize("late");
    const path = fileURLToPath(new URL("./evaluation.cjs", import.meta.url));
    const { exports, keep } = compiledModule(path);
    const { loadEvaluation } = exports as typeof import("./loadEvaluation.ts");
    const evaluation = loadEvaluation({
      interrupted: () => Atomics.load(flag, 0) === 1,
      begins: () => optimize("soon"),
      progress(...how) {
        optimize("soon");
        kernel.executor.running()?.progress(...how);
      },
      output(output) {
        optimize("late");
        kernel.executor.running()?.output(output);
      },
    });
    idle.add(keep, evaluation.keepCompiled);
    return evaluation;
  }

  const inputs = history();
  const between = betweenRequests();
  const platform = { ...nodePlatform, later: between.later };
  const kernel: Kernel = { executor: executor(inputs, platform), history: inputs, evaluation };

  const publishFor =
    (header: JsonObject): Publish =>
    (type, content) =>
      post({ kind: "publish", type, content, header });

  return {
    async handle(message) {
      switch (message.kind) {
        case "warm":
          // If loading fails, the first request that needs the evaluator reports it. `isComplete` builds the parser,
          // which the first cell would wait for otherwise.
          await evaluation().then(
            ({ session }) => session.isComplete(""),
            () => {},
          );
          return;
        case "interrupt":
          kernel.executor.interrupt();
          return;
        case "exit":
          post({ kind: "leaving" });
          return;
        case "request":
          idle.asked();
          await between.asked();
          post({ kind: "done", answer: await answer(message, publishFor(message.header), kernel) });
          optimize("late");
          between.answered();
          idle.answered();
      }
    },
  };
}
