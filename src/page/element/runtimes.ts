import { connectRuntime, type Runtime, type WorkerPort } from "../../web/index.ts";

/** Address of the worker; null for the file beside this module. */
let scripts: URL | null = null;

const runtimes = new Map<string, Runtime>();

/**
 * Names the folder of `runtimeWorker.js` and its parts, for a page whose bundler moved this module away from them. They must lie on
 * the page's own host, because browsers start no worker of another one. Call it before the first element is on the page.
 */
export function scriptsAt(folder: string | URL): void {
  scripts = new URL(folder, document.baseURI);
}

/** Runtime whose programs import files below an address. Its worker starts with the first program. */
export function runtimeFor(base: string): Runtime {
  const known = runtimes.get(base);
  if (known) return known;
  const worker = scripts
    ? new Worker(new URL("runtimeWorker.js", scripts))
    : new Worker(new URL("./runtimeWorker.js", import.meta.url));
  const made = connectRuntime(worker as WorkerPort, {
    files: { read: (path, as) => (as === "bytes" ? ownBytes(path, base) : ownText(path, base)) },
  });
  runtimes.set(base, made);
  // A worker that could not load is tried again by the next element.
  made.ready.catch(() => runtimes.delete(base));
  return made;
}

/** Text of a file on the page's own host; null for one that is missing, or elsewhere. */
export async function ownText(path: string, base: string): Promise<string | null> {
  return (await own(path, base))?.text() ?? null;
}

async function ownBytes(path: string, base: string): Promise<Uint8Array | null> {
  const answer = await own(path, base);
  return answer && new Uint8Array(await answer.arrayBuffer());
}

async function own(path: string, base: string): Promise<Response | null> {
  const address = new URL(path, base);
  if (address.origin !== location.origin) return null;
  const answer = await fetch(address, { mode: "same-origin" });
  return answer.ok ? answer : null;
}
