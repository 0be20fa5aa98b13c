// `npm run build:vscode`: build/vscode/, the extension of VS Code, and the .vsix file of it. Run `npm run build` first: the
// server takes its data from dist/.
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import { build } from "esbuild";
import { root } from "../fromSource.mjs";
import { swapIn } from "../swapIn.mjs";
import { buildLanguageWorker } from "../web/webBundles.mjs";
import { previewPage } from "./previewPage.mjs";
import { vsix } from "./vsix.mjs";

const { version, license } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
const manifest = JSON.parse(await readFile(join(root, "editors/vscode/package.json"), "utf8"));
const started = performance.now();

const common = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  target: "es2022",
  legalComments: "eof",
  logLevel: "warning",
  external: ["vscode"],
};

/** Settings of the server's bundles. The packages left out draw figures, and reports of a language server have none. */
const serverSettings = {
  platform: "node",
  format: "esm",
  external: ["plotly.js-*", "@resvg/resvg-js", "pdfkit", "svg-to-pdfkit"],
  define: { DTP_VERSION: JSON.stringify(version) },
  banner: {
    js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
  },
};

await swapIn(root, "build/vscode", async (fresh) => {
  const at = (...path) => join(root, fresh, ...path);
  const dist = at("dist");
  await build({
    ...common,
    entryPoints: [{ in: "src/vscode/node.ts", out: "node" }],
    outdir: dist,
    platform: "node",
    format: "cjs",
    conditions: ["node"],
  });
  await build({
    ...common,
    entryPoints: [{ in: "src/vscode/browser.ts", out: "browser" }],
    outdir: dist,
    platform: "browser",
    format: "cjs",
  });
  await build({
    ...common,
    entryPoints: [{ in: "src/vscode/renderer.ts", out: "renderer" }],
    outdir: join(dist, "renderer"),
    chunkNames: "[name]-[hash]",
    splitting: true,
    platform: "browser",
    format: "esm",
  });
  await buildLanguageWorker(root, dist);
  await buildServer(join(dist, "server"));
  const { html, plotly } = await previewPage(root);
  await writeFile(join(dist, "preview.html"), html);
  await cp(plotly, join(dist, "plotly.min.js"));
  for (const name of ["language-configuration.json", "snippets.json", "README.md"])
    await cp(join(root, "editors/vscode", name), at(name));
  await cp(join(root, "LICENSE"), at("LICENSE.txt"));
  await cp(join(root, "editors/textmate/dtp.tmLanguage.json"), at("dtp.tmLanguage.json"));
  await writeFile(at("package.json"), `${JSON.stringify({ ...manifest, version, license }, null, 2)}\n`);
  const logo = await readFile(join(root, "src/kernel/install/logo.ts"), "utf8");
  const svg = /<svg.*<\/svg>/s.exec(logo)[0];
  await writeFile(at("icon.png"), new Resvg(svg, { fitTo: { mode: "width", value: 256 } }).render().asPng());
});

const folder = join(root, "build/vscode");
const name = `build/${manifest.name}-${version}.vsix`;
for (const old of await readdir(join(root, "build")))
  if (old.endsWith(".vsix")) await rm(join(root, "build", old));
await writeFile(join(root, name), await vsix(folder));
console.error(`built build/vscode/ and ${name} in ${((performance.now() - started) / 1000).toFixed(1)} s`);

/** The language server as a process, with the files that it reads. */
async function buildServer(outdir) {
  await build({
    ...common,
    entryPoints: [{ in: "src/cli/lsp/languageServer.ts", out: "languageServer" }],
    outdir,
    ...serverSettings,
  });
  await mkdir(outdir, { recursive: true });
  await writeFile(join(outdir, "package.json"), '{ "type": "module" }\n');
  // The bundle itself is also the script of its evaluating threads, so that it does not serve by itself.
  await writeFile(
    join(outdir, "main.js"),
    'import { serveStdio } from "./languageServer.js";\n\nserveStdio();\n',
  );
  for (const name of ["std", "errors", "language.md", "thread.cjs", "evaluation.cjs"])
    await cp(join(root, "dist", name), join(outdir, name), { recursive: true });
}
