import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser, FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../../browser/chromium.ts";
import { root } from "../programs.ts";

/** The page of the live preview in a frame of Chromium, whose outer page sends the program as VS Code does. */
const dist = join(root, "build/vscode/dist");
const program = (nodes: number): string => `edition 2026
import llama3_8b from "std/models"
import dgx_h100 from "std/clusters"
import tp8 from "./tp8.dtp"
let base = llama3_8b on dgx_h100 with { plan = tp8, cluster.nodes = ${nodes} }
control base.plan.tp in [2, 4, 8]
show base.cluster.devices
sweep t = base for plan.tp in [2, 4, 8]
plot t { x = plan.tp, y = step_time }
`;
const TP8 = "edition 2026\nplan tp8 { seq_len = 8_192 tokens, global_batch = 64 sequences, tp = 8 }\n";

let server: Server;
let browser: Browser;
let page: Page;
let frame: FrameLocator;
const problems: string[] = [];

beforeAll(async () => {
  const html = readFileSync(join(dist, "preview.html"), "utf8");
  const plotly = readFileSync(join(dist, "plotly.min.js"));
  server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    response.setHeader("Content-Type", "text/html");
    if (request.url === "/plotly.min.js") response.setHeader("Content-Type", "text/javascript").end(plotly);
    else if (request.url === "/preview.html")
      response.end(
        html
          .replace("script-src ", `script-src http://127.0.0.1:${port} `)
          .replace("<script>/* plotly.js */</script>", '<script src="/plotly.min.js"></script>'),
      );
    else
      response.end(
        `<!doctype html><script>addEventListener("message", ({data}) => { globalThis.ready = data.kind })</script><iframe src="/preview.html" style="width:100%;height:900px;border:0"></iframe>`,
      );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await launchChromium();
  page = await browser.newPage({ viewport: { width: 900, height: 950 } });
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("404")) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  frame = page.frameLocator("iframe");
});

afterAll(async () => {
  await browser?.close();
  server?.close();
});

const send = (text: string): Promise<void> =>
  page.evaluate(
    ([sent, imported]) => {
      const files = { "plans/a.dtp": sent, "plans/tp8.dtp": imported };
      const given = { kind: "dtp-program", program: { text: sent, name: "plans/a.dtp", files } };
      const frames = (
        globalThis as never as { frames: readonly { postMessage(a: unknown, b: string): void }[] }
      ).frames;
      frames[0]?.postMessage(given, "*");
    },
    [text, TP8],
  );

test("the preview asks for its program, draws its report, follows an edit, says a mistake and keeps its outputs", async () => {
  await expect
    .poll(() => page.evaluate(() => (globalThis as never as { ready: unknown }).ready))
    .toBe("dtp-ready");
  await send(program(1));
  const main = frame.locator("#dtp-main");
  await expect.poll(() => main.innerText()).toContain("8");
  await expect.poll(() => frame.locator(".js-plotly-plot").count()).toBe(1);
  await expect.poll(() => frame.locator("fieldset.dtp-control").count()).toBe(1);
  if (process.env.PICTURE) await page.screenshot({ path: process.env.PICTURE });
  await send(program(2));
  await expect.poll(() => main.innerText()).toContain("16");
  await send("edition 2026\nshow nothing_here\n");
  await expect.poll(() => frame.locator(".dtp-follow").innerText()).toContain("nothing_here");
  expect(await main.innerText()).toContain("16");
  await send(program(1));
  await expect.poll(() => frame.locator(".dtp-follow").innerText()).toBe("");
  // A control answers in the preview as well.
  await frame.locator("fieldset.dtp-control").getByText("4", { exact: true }).click();
  await expect.poll(() => frame.locator(".dtp-control-problem").innerText()).toBe("");
  expect(problems).toEqual([]);
});
