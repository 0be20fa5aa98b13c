import { PAGE_IDS } from "../report/render/livePage.ts";
import { connectRuntime, type Runtime, type WorkerPort } from "../web/index.ts";

/** Runtime of a page that carries its worker. */
export interface PageRuntime {
  /** Starts the worker, if it has not started. */
  start(): void;
  readonly ask: Runtime["ask"];
  /** Ends what the worker is doing. Requests that wait are rejected; the next one starts another worker. */
  end(): void;
}

/** Makes the runtime of a page. Its worker is a blob, so that it starts from a page on disk too. */
export function pageRuntime(): PageRuntime {
  let runtime: Runtime | null = null;
  const started = (): Runtime => {
    runtime ??= connectRuntime(new Worker(URL.createObjectURL(scriptIn(PAGE_IDS.worker))) as WorkerPort, {
      parts: carriedParts(),
      files: { read: async () => null },
    });
    return runtime;
  };
  return {
    start: () => void started(),
    ask: (name, call, on) => started().ask(name, call, on),
    end() {
      runtime?.end();
      runtime = null;
    },
  };
}

/** Parts of the worker that the page carries, by name. */
function carriedParts(): Readonly<Record<string, Blob>> {
  const found = [...document.querySelectorAll(`script[id^="${PAGE_IDS.part}"]`)];
  return Object.fromEntries(found.map(({ id }) => [id.slice(PAGE_IDS.part.length), scriptIn(id)]));
}

const scriptIn = (id: string): Blob =>
  new Blob([document.getElementById(id)?.textContent ?? ""], { type: "text/javascript" });
