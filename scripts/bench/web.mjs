// Times of the runtime in a worker of Chromium beside Node's: load, first and second run of examples/gpt3.dtp, a warm search; sizes;
// the playground's first results. Node and the page take turns, so that what else the machine does slows both. The page is served
// from dist/web/, which `npm run build:web` makes.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { benchPlay } from "./play.mjs";
import { namedSearches } from "./searchPrograms.mjs";

/** Rounds of Node and the page, each in a new process; medians count. */
const ROUNDS = Number(process.env.RUNS ?? 5);

/** Warm searches of a round, of which the shortest counts. */
const WARM = 4;

/** Results as rows [name, value, unit, goal]. */
export async function benchWeb(root) {
  if (!existsSync(join(root, "dist/web")))
    spawnSync(process.execPath, [join(root, "scripts/web/build.mjs")], { stdio: "inherit" });
  const [{ name, given, search }] = namedSearches;
  const texts = {
    gpt3: readFileSync(join(root, "examples/gpt3.dtp"), "utf8"),
    search: `${given}${search}`,
  };
  const rounds = [];
  for (let i = 0; i < ROUNDS; i++)
    rounds.push({ node: inNode(root, texts), page: await inPage(root, texts) });
  const inPages = (key) => median(rounds.map(({ page }) => page[key]));
  /** Size of a built file as a static host sends it, in kB. */
  const sent = (file) => gzipSync(readFileSync(join(root, "dist/web", file)), { level: 9 }).length / 1e3;
  const beside = (key) => {
    const ratio = median(rounds.map(({ node, page }) => page[key] / node[key]));
    return `Node ${Math.round(median(rounds.map(({ node }) => node[key])))} ms, ${ratio.toFixed(2)} ×`;
  };
  const goal = (key) => `${beside(key)}; goal: below 1.5 ×`;
  return [
    ["worker: load", inPages("load"), "ms", beside("load")],
    ["worker: examples/gpt3.dtp, first run", inPages("first"), "ms", goal("first")],
    ["worker: examples/gpt3.dtp, second run", inPages("second"), "ms", goal("second")],
    [`worker: ${name}, warm`, inPages("search"), "ms", goal("search")],
    ["runtime, compressed", sent("runtimeWorker.js"), "kB", "goal: below 550 kB"],
    ["kernel, compressed", sent("kernelWorker.js"), "kB", "goal: below 600 kB"],
    ...(await benchPlay(root)),
  ];
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

/** Times in a new process of Node. */
function inNode(root, texts) {
  const script = `
    const begun = performance.now();
    const { createNotebook, toLatex } = await import(${JSON.stringify(pathToFileURL(join(root, "dist/index.js")).href)});
    const book = createNotebook({ folder: "." });
    const load = performance.now() - begun;
    const time = async (text) => {
      const from = performance.now();
      const made = await book.evaluate(text, { name: "a.dtp" });
      // The worker sends every output in these forms, its figures drawn.
      void [made.toHtml(), made.toMarkdown(), made.toText(), toLatex(made.document)];
      return performance.now() - from;
    };
    const texts = ${JSON.stringify(texts)};
    const [first, second] = [await time(texts.gpt3), await time(texts.gpt3)];
    let search = Infinity;
    for (let i = 0; i < ${WARM}; i++) search = Math.min(search, await time(texts.search));
    process.stdout.write(JSON.stringify({ load, first, second, search }));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: root,
    encoding: "utf8",
  });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Times in a worker of a page. */
async function inPage(root, texts) {
  const server = createServer((request, response) => {
    const name = (request.url ?? "/").slice(1);
    const type = name === "" ? "text/html" : "text/javascript";
    try {
      const content =
        name === "" ? "<!doctype html><title>dtp</title>" : readFileSync(join(root, "dist/web", name));
      response.writeHead(200, { "content-type": type }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    return await page.evaluate(
      async ({ texts, warm }) => {
        const { connectRuntime } = await import("/client.js");
        const begun = performance.now();
        const runtime = connectRuntime(new Worker("/runtimeWorker.js"), {
          files: { read: async () => null },
        });
        await runtime.ready;
        const load = performance.now() - begun;
        const time = async (text) => {
          const from = performance.now();
          await runtime.ask("run", { text, name: "a.dtp", mode: "cell" });
          return performance.now() - from;
        };
        const [first, second] = [await time(texts.gpt3), await time(texts.gpt3)];
        let search = Number.POSITIVE_INFINITY;
        for (let i = 0; i < warm; i++) search = Math.min(search, await time(texts.search));
        return { load, first, second, search };
      },
      { texts, warm: WARM },
    );
  } finally {
    await browser.close();
    server.close();
  }
}
