/** The playground in Firefox, which has no driver: a page beside it holds it in a frame, acts and posts what it sees. */
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { firefox, hasFirefox } from "./support/browsers.ts";
import { serveFolder } from "./support/staticSite.ts";

const program = `let n = 1
control n in [1, 2, 4]
show n * 8
show "<img src=x onerror='parent.hacked = 1'>"
import dgx_h100 from "std/clusters"
import llama3_8b from "std/models"
plan p {
  zero = 3
  seq_len = 2_048
  micro_batch = 1
  global_batch = 256 sequences
}
let base = llama3_8b on dgx_h100 with p
plot base.memory
`;
const fragment = `#1=${deflateRawSync(JSON.stringify({ f: [["a.dtp", program]] })).toString("base64url")}`;

const DRIVER = `
const frame = document.createElement("iframe");
frame.src = "index.html${fragment}";
frame.style.cssText = "width: 1200px; height: 800px";
document.body.append(frame);
const find = (query) => frame.contentDocument?.querySelector(query);
const until = (look) => new Promise((resolve) => {
  const again = () => { const found = look(); if (found) resolve(found); else setTimeout(again, 50); };
  again();
});
const results = () => find("#results")?.innerText ?? "";
(async () => {
  await until(() => results().includes("= 8"));
  await until(() => find(".picture svg"));
  const choice = await until(() => [...frame.contentDocument.querySelectorAll(".dtp-control label, .dtp-control button")].find((one) => one.innerText.trim() === "4"));
  choice.click();
  await until(() => results().includes("= 32"));
  await until(() => find("#status").innerText.includes("a.dtp"));
  await fetch("report", { method: "POST", body: JSON.stringify({
    hacked: globalThis.hacked ?? null,
    images: frame.contentDocument.querySelectorAll("#results img").length,
    highlighted: frame.contentDocument.querySelectorAll(".cm-line span").length > 10,
    status: find("#status").innerText,
  }) });
})();
`;

test.runIf(hasFirefox)("a link opens, draws, follows a control, and runs no script of its own", async () => {
  const page =
    '<!doctype html><meta charset="utf-8"><title>driver</title><body><script src="driver.js"></script>';
  const site = await serveFolder(join(import.meta.dirname, "../../build/play"), {
    "driver.html": page,
    "driver.js": DRIVER,
  });
  const posted = site.posted();
  const opened = await firefox.open(`${site.url}driver.html`);
  try {
    expect(JSON.parse(await posted)).toMatchObject({
      ...{ hacked: null, images: 0, highlighted: true },
      status: expect.stringContaining("a.dtp"),
    });
  } finally {
    await opened.close();
    site.close();
  }
});
