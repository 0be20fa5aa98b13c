import {
  connectKernel,
  connectRuntime,
  type RuntimeEvent,
  type WebKernel,
  type WorkerPort,
} from "../../../src/web/index.ts";
import { collector } from "./collector.ts";
import type { CellsResult, Report, SavedOutput, Step, Task } from "./task.ts";

/** Globals of a page that this script uses. Node's types do not have them. */
interface PageScope {
  readonly Worker: new (url: string) => WorkerPort;
  readonly document: { getElementById(id: string): { readonly textContent: string } | null };
  readonly isSecureContext: boolean;
  readonly crossOriginIsolated: boolean;
}
const page = globalThis as unknown as PageScope;

/** JSON in an element of the page; null without the element. A page of `file://` carries all it needs. */
function carried(id: string): unknown {
  const element = page.document.getElementById(id);
  return element === null ? null : JSON.parse(element.textContent);
}

const scripts = carried("scripts") as Readonly<Record<string, string>> | null;
const blob = (text: string): Blob => new Blob([text], { type: "text/javascript" });
const parts =
  scripts && Object.fromEntries(Object.entries(scripts).map(([name, text]) => [name, blob(text)] as const));

function worker(name: string): WorkerPort {
  const own = parts?.[name];
  return new page.Worker(own ? URL.createObjectURL(own) : `web/${name}.js`);
}

const filesOf = (files: Readonly<Record<string, string>>) => ({
  parts: parts ?? {},
  files: { read: async (path: string) => (Object.hasOwn(files, path) ? (files[path] ?? null) : null) },
});

async function runCell(kernel: WebKernel, code: string): Promise<readonly SavedOutput[]> {
  const { see, outputs } = collector();
  const content = { code, silent: false, store_history: true, user_expressions: {}, allow_stdin: false };
  await kernel.ask({ type: "execute_request", content, metadata: {} }, see);
  return outputs();
}

async function notebook({ cells, files }: Extract<Step, { kind: "notebook" }>): Promise<CellsResult> {
  const kernel = connectKernel(worker("kernelWorker"), filesOf(files));
  const { notes } = await kernel.ready;
  const outputs: (readonly SavedOutput[])[] = [];
  const times: number[] = [];
  for (const code of cells) {
    const begun = performance.now();
    outputs.push(await runCell(kernel, code));
    times.push(performance.now() - begun);
  }
  kernel.end();
  return { notes, outputs, times, secure: page.isSecureContext, isolated: page.crossOriginIsolated === true };
}

async function stopped({ cell, after }: Extract<Step, { kind: "stop" }>): Promise<unknown> {
  const kernel = connectKernel(worker("kernelWorker"), filesOf({}));
  const { stops } = await kernel.ready;
  let asked = 0;
  setTimeout(() => {
    asked = performance.now();
    kernel.stop();
  }, after);
  const outputs = await runCell(kernel, cell);
  const ended = performance.now();
  const behind = await runCell(kernel, "1 + 1");
  kernel.end();
  const ename = outputs.find(({ output_type }) => output_type === "error")?.ename ?? null;
  return { stops, ename, took: asked === 0 ? null : ended - asked, behind };
}

async function asked({ text, files }: Extract<Step, { kind: "runtime" }>): Promise<unknown> {
  const runtime = connectRuntime(worker("runtimeWorker"), filesOf(files));
  const ready = await runtime.ready;
  const events: RuntimeEvent[] = [];
  const run = await runtime.ask("run", { text, name: "a.dtp", mode: "file" }, (event) => events.push(event));
  const completion = await runtime.ask("complete", { text: "plan p { glob", offset: 13 });
  const inspected = await runtime.ask("inspect", { text: "plan p { tp = 2 }", offset: 10 });
  const formatted = await runtime.ask("format", { text: "let   a=1", mode: "file" });
  const refused = await runtime.ask("format", { text: "let a = (", mode: "file" });
  const outputs = events.flatMap((event) => (event.kind === "output" ? [event.output] : []));
  runtime.end();
  return {
    ready,
    run,
    outputs,
    completion: completion.items.map((one) => one.text),
    inspected,
    formatted,
    refused,
  };
}

async function bench({ text, warm }: Extract<Step, { kind: "bench" }>): Promise<unknown> {
  const begun = performance.now();
  const runtime = connectRuntime(worker("runtimeWorker"), filesOf({}));
  await runtime.ready;
  const load = performance.now() - begun;
  const time = async (program: string): Promise<number> => {
    const from = performance.now();
    await runtime.ask("run", { text: program, name: "a.dtp", mode: "file" });
    return performance.now() - from;
  };
  const [first, second] = [await time(text), await time(text)];
  const searches: number[] = [];
  for (let i = 0; i < 4; i++) searches.push(await time(warm));
  runtime.end();
  return { load, first, second, search: Math.min(...searches) };
}

function resultOf(step: Step): Promise<unknown> {
  switch (step.kind) {
    case "notebook":
      return notebook(step);
    case "stop":
      return stopped(step);
    case "runtime":
      return asked(step);
    case "bench":
      return bench(step);
  }
}

async function work(): Promise<void> {
  const task = (carried("task") ?? (await (await fetch("task.json")).json())) as Task;
  // Without `content-type` beyond a text, a page of `file://` needs no permission to post.
  const post = (report: Report) =>
    fetch(task.post, { method: "POST", mode: "no-cors", body: JSON.stringify(report) });
  for (const step of task.steps) {
    try {
      await post({ id: step.id, result: await resultOf(step) });
    } catch (error) {
      await post({
        id: step.id,
        // Firefox has no message in a stack.
        error: error instanceof Error ? `${error.message}\n${error.stack ?? ""}` : String(error),
      });
    }
  }
}

void work();
