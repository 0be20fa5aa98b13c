// `npm run site`: build/site/, one static folder with the documentation, its live programs and, where they are built, the playground and
// the lab. Needs no network. `--base /path/` is the path below which the folder will be served; it is `/` without.
import { existsSync } from "node:fs";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build } from "vitepress";
import { fromSource, root } from "../fromSource.mjs";
import { freshWeb } from "../web/freshWeb.mjs";
import { collectPages } from "./collectPages.mjs";
import { addPolicy } from "./policy.mjs";

const at = process.argv.indexOf("--base");
const base = at < 0 ? "/" : process.argv[at + 1];
if (!/^\/(.*\/)?$/.test(base ?? "")) {
  console.error("npm run site: --base takes a path that begins and ends with a slash, such as /dtp/");
  process.exit(2);
}

const started = performance.now();
const sources = join(root, "build/site-pages");
const out = join(root, "build/site");
const lap = (what) => console.error(`${((performance.now() - started) / 1000).toFixed(1)} s  ${what}`);

await rm(sources, { recursive: true, force: true });
await rm(out, { recursive: true, force: true });
const pages = await collectPages(root, sources);
const { libraryPages, highlight } = await fromSource(
  'export * from "./scripts/site/libraryPages.ts"; export * from "./scripts/site/highlight.ts";',
);
for (const { path, text } of libraryPages(root)) {
  await mkdir(dirname(join(sources, path)), { recursive: true });
  await writeFile(join(sources, path), text);
}
await cp(join(root, "site/index.md"), join(sources, "index.md"));
lap(`${pages.length} pages collected`);

// The configuration runs in this process and takes what only the build knows from here.
globalThis.dtpSite = { base, root, sources, out, highlight };
await build(join(root, "site"));
lap("pages built");

await cp(await freshWeb(root), join(out, "runtime"), { recursive: true });
for (const path of ["examples", "validation"])
  await cp(join(root, path), join(out, "files", path), {
    recursive: true,
    filter: (from) => !/\.[a-z]+$/.test(from) || /\.(dtp|csv|json|sh)$/.test(from),
  });
lap("runtime built");
for (const part of ["play", "lab"]) {
  const built = join(root, "build", part);
  if (existsSync(built)) await cp(built, join(out, part), { recursive: true });
}
lap(`${await addPolicy(out)} pages with a policy, in build/site/`);
