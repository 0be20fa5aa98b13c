import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { build } from "esbuild";
import type { Report, Step, Task } from "../page/task.ts";

const root = join(import.meta.dirname, "../../..");
const web = join(root, "dist/web");

/** Path below which the site is served: a site need not lie at the top of its host. */
const PREFIX = "/some/where/";

/** Surroundings in which a page is opened. */
export interface Surroundings {
  /** Content security policy of every answer. */
  readonly csp?: string;
  /** True where the server sends the headers that isolate the page, which shared memory needs. */
  readonly isolated?: boolean;
  /** `http`: the machine's address, which is no secure context; `local`: localhost; `file`: one file from disk. */
  readonly from: "http" | "local" | "file";
}

/** Browser as far as these tests use it. */
export interface Opener {
  open(url: string): Promise<{ close(): Promise<void> }>;
}

/** Strict policy of a static site: no code from texts. Blobs are read by the worker that looks if it should stop. */
export const STRICT =
  "default-src 'self'; script-src 'self'; worker-src 'self'; connect-src 'self' blob:; style-src 'self'";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
};

let script: Promise<string> | null = null;
/** Script of the test page. */
const pageScript = (): Promise<string> => {
  script ??= build({
    entryPoints: [join(root, "test/site/page/page.ts")],
    bundle: true,
    format: "iife",
    platform: "browser",
    target: "es2022",
    write: false,
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? "");
  return script;
};

/** Opens the page in a browser, lets it do `steps`, and returns its results by their ids. Rejects where one failed. */
export async function inPage(
  browser: Opener,
  surroundings: Surroundings,
  steps: readonly Step[],
  limit = 110_000,
): Promise<ReadonlyMap<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), "dtp-site-"));
  const reports = new Map<string, unknown>();
  let settle: { resolve(): void; reject(error: Error): void } | null = null;
  const done = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const code = await pageScript();
  let task: Task = { post: "", steps };
  const server = createServer((request, response) => {
    const headers: Record<string, string> = {};
    if (surroundings.csp !== undefined) headers["content-security-policy"] = surroundings.csp;
    if (surroundings.isolated) {
      headers["cross-origin-opener-policy"] = "same-origin";
      headers["cross-origin-embedder-policy"] = "require-corp";
    }
    if (request.method === "POST") {
      let body = "";
      request.setEncoding("utf8");
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        response.writeHead(204).end();
        const { id, error, result } = JSON.parse(body) as Report;
        if (error !== undefined) settle?.reject(new Error(`${id}: ${error}`));
        reports.set(id, result);
        if (reports.size === steps.length) settle?.resolve();
      });
      return;
    }
    const url = decodeURIComponent((request.url ?? "").split("?")[0] ?? "");
    const name = url.startsWith(PREFIX) ? normalize(url.slice(PREFIX.length)) : "..";
    const made: Readonly<Record<string, string>> = {
      "page.html":
        '<!doctype html><meta charset="utf-8"><title>dtp</title><script src="page.js" defer></script>',
      "page.js": code,
      "task.json": JSON.stringify(task),
    };
    try {
      if (name.startsWith("..")) throw new Error("outside");
      const content = made[name] ?? readFileSync(join(web, name.replace(/^web\//, "")));
      response
        .writeHead(200, { ...headers, "content-type": TYPES[extname(name)] ?? "text/plain" })
        .end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  const { port } = server.address() as AddressInfo;
  const host = surroundings.from === "local" ? "localhost" : ownAddress();
  const base = `http://${host}:${port}${PREFIX}`;
  task = { post: `${base}report`, steps };
  const timer = setTimeout(() => settle?.reject(new Error(`no answer in ${limit} ms`)), limit);
  const opened = await browser.open(
    surroundings.from === "file" ? `file://${oneFile(folder, code, task)}` : `${base}page.html`,
  );
  try {
    await done;
  } finally {
    clearTimeout(timer);
    await opened.close();
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return reports;
}

/** Writes the page with all of its scripts into one file, and returns its path. */
function oneFile(folder: string, code: string, task: Task): string {
  const parts: readonly string[] = JSON.parse(readFileSync(join(web, "parts.json"), "utf8"));
  const names = ["runtimeWorker", "kernelWorker", ...parts];
  const scripts = Object.fromEntries(
    names.map((name) => [name, readFileSync(join(web, `${name}.js`), "utf8")]),
  );
  const json = (id: string, value: unknown): string =>
    `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`;
  const path = join(folder, "page.html");
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path,
    `<!doctype html><meta charset="utf-8"><title>dtp</title>${json("scripts", scripts)}${json("task", task)}<script>${code.replaceAll("</script", "<\\/script")}</script>`,
  );
  return path;
}

/** Address of this machine other than localhost, over which a page is no secure context. */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
  const found = all.find(({ family, internal }) => family === "IPv4" && !internal);
  if (!found) throw new Error("this machine has no address besides localhost");
  return found.address;
}
