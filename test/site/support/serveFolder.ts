import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

/** Static server of a folder. */
export interface Served {
  /** Address of the folder, with a slash at its end. */
  readonly at: string;
  close(): void;
}

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

/** Serves a folder below a path, as a host of static files does: no headers but the type. */
export async function serveFolder(folder: string, base: string): Promise<Served> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://site");
    let file = join(folder, decodeURIComponent(pathname).slice(base.length - 1));
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
    const found = pathname.startsWith(base) && existsSync(file);
    response.writeHead(found ? 200 : 404, {
      "content-type": TYPES[extname(file)] ?? "application/octet-stream",
    });
    response.end(found ? readFileSync(file) : "");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    at: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    close: () => server.close(),
  };
}
