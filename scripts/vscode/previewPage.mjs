// Page of the live preview: the one that `dtp run --html --live` writes, without a program, which the editor sends.
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromSource } from "../fromSource.mjs";
import { buildPage } from "../web/webBundles.mjs";

/** Text of the page, and the path of plotly.js, which it loads where `/* plotly.js *\/` stands. */
export async function previewPage(root) {
  const { htmlPage } = await fromSource('export { htmlPage } from "./src/report/index.ts";');
  const work = await mkdtemp(join(tmpdir(), "dtp-preview-"));
  try {
    await buildPage(root, work);
    const [pageJs, worker] = await Promise.all(
      ["page.js", "runtimeWorker.js"].map((name) => readFile(join(work, name), "utf8")),
    );
    const html = htmlPage([], {
      title: "DTP",
      theme: "vscode",
      plotlyJs: "/* plotly.js */",
      sha256: (text) => createHash("sha256").update(text).digest("base64"),
      pageJs,
      live: {
        program: { text: "", name: "program.dtp", overrides: [], files: {}, follows: true },
        worker,
        parts: { papers: `globalThis["dtp:papers"]=${JSON.stringify(await papers(root))};` },
      },
    });
    return { html, plotly: join(root, "dist/plotly.min.js") };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function papers(root) {
  const folder = join(root, "src/std/papers");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".dtp"));
  return Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [`papers/${name.slice(0, -4)}`, await readFile(join(folder, name), "utf8")]),
    ),
  );
}
