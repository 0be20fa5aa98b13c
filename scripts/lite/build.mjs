// `npm run build:lite`: build/lab/, a JupyterLite site with the DTP kernel, the course, the studies and the examples. It is static files: no
// server runs a kernel. `--site`: it will be in the site's folder, beside the documents. Needs the Python environment of the Jupyter scripts, which is made where it is missing.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { environment, makeEnvironment, python, root } from "../jupyter/environment.mjs";
import { buildExtension } from "../lab/buildExtension.mjs";
import { freshWeb } from "../web/freshWeb.mjs";
import { buildClassPage } from "./buildClassPage.mjs";
import { isInLab } from "./isInLab.mjs";

const started = performance.now();
const lap = (what) => console.error(`${((performance.now() - started) / 1000).toFixed(1)} s  ${what}`);
const lite = join(root, "build/lite");
const out = join(root, "build/lab");
const { version, license } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));

if (!makeEnvironment()) process.exit(1);
await rm(lite, { recursive: true, force: true });
await rm(out, { recursive: true, force: true });
await mkdir(join(lite, "labextensions"), { recursive: true });

const web = await freshWeb(root);
const lab = spawnSync(process.execPath, ["scripts/lab/build.mjs"], { cwd: root, stdio: "inherit" });
if (lab.status !== 0) process.exit(1);
await cp(join(root, "labextension"), join(lite, "labextensions/dtplan"), { recursive: true });
await buildExtension(
  root,
  join(lite, "labextensions/dtplan-lite"),
  { index: "src/lite/index.ts" },
  {
    name: "dtplan-lite",
    version,
    license,
    description: "The DTP kernel in the browser",
    dependencies: { "@jupyterlite/services": "^0.8.0" },
    jupyterlab: { sharedPackages: { "@jupyterlite/services": { bundled: false, singleton: true } } },
    jupyterlite: { liteExtension: true },
  },
  (folder) => cp(web, join(folder, "static"), { recursive: true }),
);
lap("extensions built");

// A reader's saved copy of a notebook hides the site's from then on, so each edition has a folder of its own.
const notebooks = join(root, "notebooks");
const names = (await readdir(notebooks, { recursive: true }))
  .filter((one) => one.endsWith(".ipynb") && isInLab(one))
  .sort();
const hash = createHash("sha256");
for (const one of names) hash.update(one).update(await readFile(join(notebooks, one)));
const edition = `notebooks ${version}-${hash.digest("hex").slice(0, 6)}`;
await cp(notebooks, join(lite, "contents", edition), {
  recursive: true,
  filter: (path) => isInLab(relative(notebooks, path)),
});
for (const one of names) {
  const path = join(lite, "contents", edition, one);
  await writeFile(path, JSON.stringify(joined(JSON.parse(await readFile(path, "utf8")))));
}
await cp(join(root, "examples"), join(lite, "contents", edition, "examples"), { recursive: true });

await writeFile(
  join(lite, "jupyter-lite.json"),
  JSON.stringify({
    "jupyter-lite-schema-version": 0,
    "jupyter-config-data": {
      appName: "DTP",
      defaultKernelName: "dtp",
      // Nothing asks another host.
      disabledExtensions: [
        "@jupyterlab/extensionmanager-extension",
        "@jupyterlab/apputils-extension:announcements",
      ],
    },
  }),
);
const apps = ["lab", "notebooks", "tree"].flatMap((app) => ["--apps", app]);
const extensions = `--FederatedExtensionAddon.extra_labextensions_path=${join(lite, "labextensions")}`;
const flags = [extensions, "--ignore-sys-prefix", "--no-sourcemaps", "--no-unused-shared-packages"];
const built = spawnSync(
  python,
  [
    "-m",
    "jupyterlite_core",
    "build",
    "--lite-dir",
    lite,
    "--output-dir",
    out,
    "--contents",
    "contents",
    ...apps,
    ...flags,
  ],
  { cwd: lite, env: environment, encoding: "utf8" },
);
if (built.status !== 0) {
  console.error(`jupyter lite failed\n${built.stdout}${built.stderr}`);
  process.exit(1);
}
await writeFile(join(out, "open.html"), openPage(edition));
await writeFile(
  join(out, "class.html"),
  await buildClassPage(process.argv.includes("--site") ? "site" : "lab"),
);
lap(`build/lab/ built; its notebooks are in \`${edition}\``);

/**
 * Page that opens a notebook of the newest edition: `open.html#course/01-memory-wall.ipynb` is a link that holds in every edition. On a
 * phone JupyterLab's file browser leaves no room for a notebook, so Notebook 7 opens it.
 */
function openPage(folder) {
  const script = `const name = decodeURIComponent(location.hash.slice(1)) || "01-first-plan.ipynb";
const app = innerWidth < 700 ? "notebooks" : "lab";
location.replace(app + "/index.html?path=" + encodeURIComponent(${JSON.stringify(`${folder}/`)} + name));`;
  return `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>DTP lab</title>\n</head>\n<body>\n<script>\n${script}\n</script>\n<a href="lab/index.html">DTP lab</a>\n</body>\n</html>\n`;
}

/** A notebook whose outputs hold each text as one string. Jupyter's server joins the lines of saved outputs; JupyterLite does not. */
function joined(notebook) {
  for (const { outputs = [] } of notebook.cells)
    for (const { data = {} } of outputs)
      for (const [type, value] of Object.entries(data)) if (Array.isArray(value)) data[type] = value.join("");
  return notebook;
}
