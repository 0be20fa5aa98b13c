import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../../browser/chromium.ts";
import { root } from "../programs.ts";

/** The web extension and the renderer of notebooks as they are built, in a page of Chromium with a mocked `vscode`. */
const built = join(root, "build/vscode");
const FOLDER = "vscode-vfs://some/repository";
const PROGRAM = `edition 2026
import llama3_8b from "std/models"
import dgx_h100 from "std/clusters"
import tp8 from "./tp8.dtp"
let base = llama3_8b on dgx_h100 with { plan = tp8, cluster.nodes = 1 }
show base.step_time
`;
const TP8 = "edition 2026\nplan tp8 { seq_len = 8_192 tokens, global_batch = 64 sequences, tp = 8 }\n";

let server: Server;
let browser: Browser;
let page: Page;
let at: string;

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [join(root, "test/editors/extension/pageHost.ts")],
    bundle: true,
    format: "iife",
    write: false,
    platform: "browser",
  });
  const host = outputFiles[0]?.text ?? "";
  server = createServer((request, response) => {
    const path = request.url ?? "/";
    if (path === "/") {
      response.setHeader("Content-Type", "text/html");
      response.end(
        `<!doctype html><body class="vscode-dark"><div id="output"></div><script>${host}</script>`,
      );
    } else if (existsSync(join(built, path))) {
      response.setHeader("Content-Type", "text/javascript");
      response.end(readFileSync(join(built, path)));
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchChromium();
  page = await browser.newPage();
  await page.goto(at);
});

afterAll(async () => {
  await browser?.close();
  server?.close();
});

/** Calls a function among the page's globals. */
const call = <Answer>(name: string, ...given: readonly unknown[]): Promise<Answer> =>
  page.evaluate(
    ([called, values]) =>
      (globalThis as never as Record<string, (...values: unknown[]) => unknown>)[called as string]?.(
        ...(values as unknown[]),
      ),
    [name, given],
  ) as Promise<Answer>;

test("the web extension: diagnostics over the workspace's files, reports, texts of the library", async () => {
  const files = { [`${FOLDER}/tp8.dtp`]: TP8, [`${FOLDER}/a.dtp`]: PROGRAM };
  await call("startExtension", { at, files, folder: FOLDER });
  const uri = `${FOLDER}/a.dtp`;
  await call("open", uri, PROGRAM);
  await expect.poll(() => call("messages", uri)).toEqual([]);
  await call("change", `${FOLDER}/tp8.dtp`, TP8.replace("tp = 8", "tp = 3"));
  await expect.poll(async () => (await call<string[]>("messages", uri))?.join()).toContain("3");
  await call("change", `${FOLDER}/tp8.dtp`, TP8);
  await expect.poll(() => call("messages", uri)).toEqual([]);
  expect((await call<string>("command", "dtp.run")).replaceAll("\\", "")).toContain("step_time");
  expect(await call("library", "dtp-library:/clusters.dtp")).toContain("cluster dgx_h100");
});

test("the renderer draws a figure in the editor's theme", async () => {
  const figure = {
    data: [{ type: "scatter", x: [1, 2], y: [3, 4] }],
    layout: { title: { text: "T" }, height: 200 },
    config: {},
  };
  await call("render", at, "application/vnd.plotly.v1+json", figure);
  expect(await page.locator("#output .main-svg").count()).toBeGreaterThan(0);
  const paper = await page.locator("#output .main-svg").first().getAttribute("style");
  expect(paper).toContain("rgba(0, 0, 0, 0)");
});

test("the renderer asks for a choice, and shows a refusal", async () => {
  const choices = ["2", "4", "8"].map((text) => ({ text, set: text }));
  const control = { path: "base.plan.tp", text: "2", choices };
  await call("render", at, "application/vnd.dtp.control+json", control);
  await page.locator("#output").getByText("4", { exact: true }).click();
  const asked = () => page.evaluate(() => (globalThis as never as { asked: unknown[] }).asked);
  await expect.poll(asked).toEqual([{ path: "base.plan.tp", text: "4" }]);
  await call("answer", { path: "base.plan.tp", text: "4", refusal: "no such value" });
  await expect.poll(() => page.locator("#output [role=alert]").innerText()).toBe("no such value");
});
