/** The documentation and the lab in Firefox, which has no driver: a page beside them holds each in a frame, acts and posts what it sees. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { firefox, hasFirefox } from "./support/browsers.ts";
import { serveFolder } from "./support/staticSite.ts";

// `npm run site -- --base /some/where/` made build/site/ before.
const folder = join(import.meta.dirname, "../../build/site");

const TOOLS = `
const open = (address) => {
  const frame = document.createElement("iframe");
  frame.src = address;
  frame.style.cssText = "width: 1200px; height: 800px";
  document.body.append(frame);
  return (query) => frame.contentDocument?.querySelector(query);
};
const until = (look) => new Promise((resolve) => {
  waits = String(look);
  const again = () => { const found = look(); if (found) resolve(found); else setTimeout(again, 20); };
  again();
});
let waits = "";
setTimeout(() => post({ waits }), 90_000);
const post = (seen) => fetch("report", { method: "POST", body: JSON.stringify(seen) });
`;

/** Lets Firefox act as `script` says in a page of the site's folder, and resolves to what it posts. */
async function seenBy(script: string): Promise<Readonly<Record<string, unknown>>> {
  const site = await serveFolder(folder, {
    "driver.html":
      '<!doctype html><meta charset="utf-8"><title>driver</title><body><script src="driver.js"></script>',
    "driver.js": `${TOOLS}(async () => {${script}})();`,
  });
  const posted = site.posted();
  const opened = await firefox.open(`${site.url}driver.html`);
  try {
    return JSON.parse(await posted);
  } finally {
    await opened.close();
    site.close();
  }
}

test.runIf(hasFirefox)("a program on a page runs in place, and the scoreboard is drawn", async () => {
  const seen = await seenBy(`
    const find = open("docs/how-to/fit.html");
    (await until(() => find(".dtp-bar button"))).click();
    await until(() => find(".dtp-result")?.innerText.includes("base.memory.capacity"));
    const board = open("docs/validation.html");
    await until(() => board(".dtp-figure .points path.point"));
    await post({ errors: find(".dtp-error")?.innerText ?? null });
  `);
  expect(seen).toEqual({ errors: null });
});

test.runIf(hasFirefox && existsSync(join(folder, "lab")))("a lesson's cell runs in the lab", async () => {
  const edition = readdirSync(join(folder, "lab/files")).find((name) => name.startsWith("notebooks ")) ?? "";
  const address = `lab/lab/index.html?path=${encodeURIComponent(`${edition}/01-first-plan.ipynb`)}`;
  const seen = await seenBy(`
    const find = open(${JSON.stringify(address)});
    await until(() => find('.jp-Toolbar-kernelName[aria-label="DTP"]'));
    await until(() => find('.jp-Notebook-ExecutionIndicator[data-status="idle"]'));
    const button = find('jp-button[data-command="notebook:run-cell-and-select-next"]');
    // JupyterLab's buttons listen to one of the two.
    const press = (one) => {
      for (const type of ["mousedown", "click"]) one.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true }));
    };
    const code = () => find(".jp-CodeCell");
    const old = code().querySelector(".jp-OutputArea-output");
    // Two cells of text come before the first cell of code.
    for (let i = 0; i < 3; i++) { press(button); await new Promise((resolve) => setTimeout(resolve, 300)); }
    const fresh = await until(() => {
      const output = code().querySelector(".jp-OutputArea-output");
      return output && output !== old && output.innerText.includes("174.6B params") && output;
    });
    await post({ prompt: code().querySelector(".jp-InputPrompt").innerText, errors: fresh.innerText.includes("error") });
  `);
  expect(seen).toEqual({ prompt: "[1]:", errors: false });
});
