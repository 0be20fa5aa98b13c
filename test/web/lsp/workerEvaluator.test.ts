import { expect, test } from "vitest";
import { type EvaluationPort, workerEvaluator } from "../../../src/web/lsp/workerEvaluator.ts";

const workspace = () => ({ folders: [], texts: {} });
const request = { uri: "a:/b.dtp", text: "show 1\n", open: {} };

/** Port that answers each request with `text`, or never. */
function port(text: string | null): EvaluationPort & { ended: boolean; readonly kinds: string[] } {
  const made: ReturnType<typeof port> = {
    kinds: [],
    ended: false,
    onmessage: null,
    onerror: null,
    postMessage(message) {
      made.kinds.push(message.kind);
      if (message.kind === "workspace" || text === null) return;
      queueMicrotask(() => made.onmessage?.({ data: { turn: message.turn, answer: text } }));
    },
    terminate() {
      made.ended = true;
    },
  };
  return made;
}

test("where no worker can be made, the server evaluates itself", async () => {
  const inWorker = (): EvaluationPort => {
    throw new Error("no workers");
  };
  const evaluator = workerEvaluator({ inWorker, here: () => port("here") }, workspace);
  expect(await evaluator.report(request)).toBe("here");
});

test("where a worker does not start, its requests are evaluated by the server", async () => {
  const silent = port(null);
  const evaluator = workerEvaluator({ inWorker: () => silent, here: () => port("here") }, workspace);
  const answer = evaluator.report(request);
  silent.onerror?.(undefined);
  expect(await answer).toBe("here");
  expect(silent.ended).toBe(true);
});

test("a worker that ends by a bug leaves its requests without an answer, and another one starts", async () => {
  const ports = [port("first"), port("second")];
  let started = 0;
  const inWorker = () => ports[started++] as EvaluationPort;
  const evaluator = workerEvaluator({ inWorker, here: () => port("here") }, workspace);
  expect(await evaluator.inspect({ ...request, offset: 0 })).toBe("first");
  ports[0]?.onerror?.(undefined);
  expect(await evaluator.inspect({ ...request, offset: 0 })).toBe("second");
  expect(ports[1]?.kinds).toEqual(["workspace", "inspect"]);
});

test("a newer report ends the one that runs", async () => {
  const ports = [port(null), port("new")];
  let started = 0;
  const evaluator = workerEvaluator(
    { inWorker: () => ports[started++] as EvaluationPort, here: () => port("here") },
    workspace,
  );
  const old = evaluator.report(request);
  expect(await evaluator.report(request)).toBe("new");
  expect(await old).toBeNull();
  expect(ports[0]?.ended).toBe(true);
});
