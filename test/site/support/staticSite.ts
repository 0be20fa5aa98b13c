import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

/** Path below which the site is served: a site need not lie at the top of its host. */
const PREFIX = "/some/where/";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
};

/** Folder served as a static site on this machine. */
export interface StaticSite {
  /** Address of the folder, with a slash at its end. */
  readonly url: string;
  /** Resolves to the next body that a page posts. */
  posted(): Promise<string>;
  close(): void;
}

/** Serves a folder as any static host does. `extra` are further pages beside it, by name. */
export async function serveFolder(
  folder: string,
  extra: Readonly<Record<string, string>> = {},
): Promise<StaticSite> {
  let hear: (body: string) => void = () => {};
  const server = createServer((request, response) => {
    if (request.method === "POST") {
      let body = "";
      request.setEncoding("utf8");
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        response.writeHead(204).end();
        hear(body);
      });
      return;
    }
    const path = decodeURIComponent((request.url ?? "").split("?")[0] ?? "");
    const name = path.startsWith(PREFIX) ? normalize(path.slice(PREFIX.length)) : "..";
    const file = name === "." || name.endsWith("/") ? join(name, "index.html") : name;
    try {
      if (name.startsWith("..")) throw new Error("outside");
      const content = extra[file] ?? readFileSync(join(folder, file));
      response
        .writeHead(200, { "content-type": `${TYPES[extname(file)] ?? "text/plain"}; charset=utf-8` })
        .end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}${PREFIX}`,
    posted: () =>
      new Promise((resolve) => {
        hear = resolve;
      }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
