// The playground's page around its workers: its script and style sheet, the gallery, the service worker, the manifest.
import { createHash } from "node:crypto";
import { cp, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { fromSource } from "../fromSource.mjs";

/**
 * Policy of the page: its own scripts alone, none of them inline or made from texts, and no request to another host. Outputs
 * have inline styles. Blobs are what a worker reads to see if it should stop, and pictures that are saved.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "connect-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Parts that are loaded when they are needed, and not kept for offline use before. */
const LATE = ["plotly-whole.js"];

/** Writes the page into `folder`, whose scripts lie in `scripts` and move to a folder that names their content. */
export async function buildPlayPage(root, folder, scripts) {
  const page = join(root, "src/play/page");
  const read = (name) => readFile(join(page, name), "utf8");
  const { icon, darkRules } = await fromSource(`
    export { LOGO_SVG as icon } from "./src/kernel/install/logo.ts";
    export { darkRules } from "./src/report/figures/theme/darkColors.ts";
  `);
  // Paper is white, whatever the theme.
  const style = `${await read("play.css")}\n@media screen{${darkRules(":root[data-theme=dark] .dtp-figure")}}\n`;
  await writeFile(join(scripts, "icon.svg"), icon);
  await bundle(root, join(scripts, "play.css"), { stdin: { contents: style, loader: "css" } });
  for (const late of ["answers", "dialogs"])
    await bundle(root, join(scripts, `${late}.js`), {
      entryPoints: [join(root, `src/play/${late}/${late}.ts`)],
    });
  await writeFile(join(scripts, "gallery.json"), JSON.stringify(await gallery(root, scripts)));
  // The script names the folder of all others, so its own text is part of the name.
  const start = await read("start.dtp");
  const script = async (at) => {
    const path = join(scripts, "play.js");
    await bundle(root, path, {
      entryPoints: [join(root, "src/play/index.ts")],
      define: { DTP_START: JSON.stringify(start), DTP_SCRIPTS: JSON.stringify(at) },
    });
    return path;
  };
  await script("scripts/");
  const version = await hashOf(scripts);
  await script(`${version}/`);
  const files = (await readdir(scripts)).filter((name) => !LATE.includes(name)).sort();
  await rename(scripts, join(folder, version));
  await bundle(root, join(folder, "serviceWorker.js"), {
    entryPoints: [join(root, "src/play/offline/serviceWorker.ts")],
    define: {
      DTP_BUILD: JSON.stringify(version),
      DTP_FILES: JSON.stringify(["./", "manifest.webmanifest", ...files.map((name) => `${version}/${name}`)]),
    },
  });
  const html = (await read("index.html")).replaceAll("%SCRIPTS%", `${version}/`).replace("%POLICY%", POLICY);
  await writeFile(join(folder, "index.html"), html);
  await writeFile(join(folder, "manifest.webmanifest"), JSON.stringify(manifest(version)));
}

const bundle = (root, outfile, options) =>
  build({
    absWorkingDir: root,
    outfile,
    bundle: true,
    platform: "browser",
    format: "iife",
    target: "es2022",
    minify: true,
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
    ...options,
  });

/** Short hash of all files of a folder. */
async function hashOf(folder) {
  const hash = createHash("sha256");
  for (const name of (await readdir(folder)).sort())
    hash.update(name).update(await readFile(join(folder, name)));
  return hash.digest("hex").slice(0, 12);
}

const manifest = (version) => ({
  name: "DTP playground",
  short_name: "DTP",
  description: "Memory, time and cost of training a large network: change the plan and see.",
  start_url: "./",
  scope: "./",
  display: "standalone",
  background_color: "#f6f7f9",
  theme_color: "#16202e",
  icons: [{ src: `${version}/icon.svg`, sizes: "any", type: "image/svg+xml" }],
});

/** Gallery: the programs of `examples/` with their pictures, the files that readers import, the models of the library. */
async function gallery(root, scripts) {
  const folder = join(root, "examples");
  const programs = (await readdir(folder)).filter((name) => name.endsWith(".dtp")).sort();
  const examples = [];
  for (const name of programs) {
    const text = await readFile(join(folder, name), "utf8");
    const stem = name.replace(/\.dtp$/, "");
    const picture = await copied(
      join(root, `docs/images/example-${stem}.svg`),
      join(scripts, `example-${stem}.svg`),
    );
    const about = /^# (.+)$/m.exec(text)?.[1] ?? "";
    examples.push({
      title: stem,
      text: about,
      picture: picture ? `example-${stem}.svg` : null,
      files: [[name, text]],
    });
  }
  const library = await readFile(join(root, "src/std/models.dtp"), "utf8");
  return { examples, models: modelsOf(library) };
}

/** Models that read a text of any length. A model of images has a sequence of its own, which the gallery's program does not know. */
function modelsOf(library) {
  const images = new Set();
  const found = library.matchAll(/^(?:## (.+)\n)?model (\w+)((?:.|\n(?!\n))*)/gm);
  return [...found].flatMap(([, doc = "", name, body]) => {
    const words = body.match(/\w+/g) ?? [];
    if (words.some((word) => word === "patches" || images.has(word))) images.add(name);
    return images.has(name) ? [] : [{ name, doc }];
  });
}

/** Copies a file; false where there is none. */
const copied = (from, to) =>
  cp(from, to).then(
    () => true,
    () => false,
  );
