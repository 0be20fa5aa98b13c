// `npm run site`: build/site/, one static folder with the documentation and its live programs, the playground and the lab. `--base /path/` is
// the path below which the folder will be served; it is `/` without. The lab needs Python: `--without-lab` leaves it out.
import { spawnSync } from "node:child_process";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build } from "vitepress";
import { fromSource, root } from "../fromSource.mjs";
import { freshWeb } from "../web/freshWeb.mjs";
import { addScoreboard } from "./addScoreboard.mjs";
import { collectPages } from "./collectPages.mjs";
import { addPolicy, ownHost, ownScripts } from "./policy.mjs";

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
const lab = !process.argv.includes("--without-lab");
const { libraryPages, highlight, scoreboardFigure, darkPicture, LOGO_SVG } = await fromSource(
  [
    "scripts/site/libraryPages.ts",
    "scripts/site/highlight.ts",
    "scripts/site/scoreboardFigure.ts",
    "src/kernel/install/logo.ts",
    "src/report/figures/theme/darkColors.ts",
  ]
    .map((path) => `export * from "./${path}";`)
    .join("\n"),
);
const pages = await collectPages(root, sources, { lab, darkPicture });
for (const { path, text } of libraryPages(root)) {
  await mkdir(dirname(join(sources, path)), { recursive: true });
  await writeFile(join(sources, path), text);
}
await cp(join(root, "site/index.md"), join(sources, "index.md"));
const scoreboard = await scoreboardFigure(root);
await addScoreboard(join(sources, "docs"), scoreboard);
lap(`${pages.length} pages collected`);

// The configuration runs in this process and takes what only the build knows from here.
globalThis.dtpSite = { base, root, sources, out, highlight, lab };
await build(join(root, "site"));
await writeFile(join(out, "logo.svg"), LOGO_SVG);
await mkdir(join(out, "files"), { recursive: true });
await writeFile(join(out, "files/scoreboard.json"), scoreboard.json);
lap("pages built");

await cp(await freshWeb(root), join(out, "runtime"), { recursive: true });
for (const path of ["examples", "validation"])
  await cp(join(root, path), join(out, "files", path), {
    recursive: true,
    filter: (from) => !/\.[a-z]+$/.test(from) || /\.(dtp|csv|json|log|sh|txt)$/.test(from),
  });
lap("runtime built");
lap(`${await addPolicy(out, ownScripts)} pages have a policy`);
make("scripts/play/build.mjs");
await cp(join(root, "build/play"), join(out, "play"), { recursive: true });
lap("playground built");
if (lab) {
  make("scripts/lite/build.mjs", "--site");
  await cp(join(root, "build/lab"), join(out, "lab"), { recursive: true });
  await addPolicy(join(out, "lab"), ownHost);
}
lap("build/site/ built");

/** Runs another build of the repository, and ends where it fails. */
function make(...script) {
  const { status } = spawnSync(process.execPath, script, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(1);
}
