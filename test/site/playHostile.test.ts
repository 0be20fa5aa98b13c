/** Links that a stranger made: nothing in their files, names and choices runs in the page that opens them. */
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../browser/chromium.ts";
import { type StaticSite, serveFolder } from "./support/staticSite.ts";

let site: StaticSite;
let browser: Browser;
beforeAll(async () => {
  site = await serveFolder(join(import.meta.dirname, "../../build/play"));
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  site.close();
});

/** Texts that would run, or ask another host, where one of them is taken for markup. */
const ATTACKS = [
  "<script>globalThis.hacked = 1</script>",
  "<img src=x onerror='globalThis.hacked = 2'>",
  "<svg onload='globalThis.hacked = 3'></svg>",
  "<iframe srcdoc='<script>parent.hacked = 4</script>'></iframe>",
  "<a href='javascript:globalThis.hacked = 5'>x</a>",
  "</style><style>@import url(http://evil.example/x.css)</style>",
  "<img src='http://evil.example/x.png'>",
] as const;

/** Program with an attack wherever a text of its own is shown. */
const program = (attack: string): string => `import runs from "./runs.csv"
import dgx_h100 from "std/clusters"
import llama3_8b from "std/models"

## ${attack}
plan p cite "${attack}" {
  dp = fill
  zero = 3
  seq_len = 2_048
  micro_batch = 1
  global_batch = 256 sequences
}

let base = llama3_8b on dgx_h100 with p

## ${attack}
control base.plan.zero in [1, 2, 3]
show base
show base.step_time, base.plan.zero
show p
show runs
show "${attack}"
plot base.memory
explain base.step_time
## ${attack}
expect base.step_time == 1 s within 1% cite "${attack}" hint "${attack}"
show ${attack}
`;

const link = (content: unknown): string =>
  `#1=${deflateRawSync(JSON.stringify(content)).toString("base64url")}`;

async function opened(address: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(`${site.url}${address}`);
  // A run ends with its time.
  await expect.poll(() => page.locator("#status").innerText(), { timeout: 90_000 }).toMatch(/\d s/);
  // What a reader opens in a result is as harmless as the result. The script that makes numbers answer loads late.
  const numbers = page.locator("#results .dtp-why");
  const carried = await page.locator("#results [data-why]").count();
  await expect.poll(() => numbers.count()).toBe(carried);
  for (const number of await numbers.all()) await number.click();
  const panels = page.locator("#results .dtp-why-words");
  await expect.poll(() => panels.allInnerTexts(), { timeout: 30_000 }).not.toContain("…");
  const explained = await panels.count();
  const verdict = await page.evaluate(`({
    hacked: globalThis.hacked ?? null,
    active: document.querySelectorAll("#results script, #results iframe, #results [onerror], #results [onload], #results a[href^=javascript], #tabs img").length,
  })`);
  const shown = (await page.locator("#results").innerText()).includes("globalThis.hacked");
  await context.close();
  return {
    shown,
    explained,
    verdict,
    dialogs,
    strangers: asked.filter((url) => !/^(blob:)?http:\/\/localhost/.test(url)),
  };
}

/** Numbers that the hostile program shows, with an explanation each: what a test opens, and not by chance. */
const NUMBERS = 20;

const nothing = { verdict: { hacked: null, active: 0 }, dialogs: [], strangers: [] };

test.each(["", "?embed"])(
  "a program with markup in its names, titles, citations and cells runs nothing%s",
  async (query) => {
    const attack = ATTACKS.join("");
    const csv = `gpus,"${attack}"\n8,"${attack}"\n`;
    const broken = program(attack);
    const whole = broken.replace(/^show "?<.*\n/gm, "");
    for (const text of [whole, broken]) {
      const files = [
        ["a.dtp", text],
        ["runs.csv", csv],
      ];
      const { explained, ...found } = await opened(`${query}${link({ f: files })}`);
      expect(found).toEqual({ shown: true, ...nothing });
      // The broken text has a mistake of syntax, and no results.
      if (text === whole) expect(explained).toBeGreaterThanOrEqual(NUMBERS);
      else expect(explained).toBe(0);
    }
  },
);

test.each([
  ["a name", { f: [[ATTACKS[1], "show 1"]] }],
  ["the name of the program", { f: [["a.dtp", "show 1\n"]], m: ATTACKS[1], o: ATTACKS[2] }],
  [
    "a choice",
    { f: [["a.dtp", "let n = 1\ncontrol n in [1, 2]\nshow n\n"]], c: { n: ATTACKS[1], [ATTACKS[2]]: "1" } },
  ],
  ["a prototype", { f: [["a.dtp", "show 1\n"]], c: JSON.parse('{"__proto__": "1", "constructor": "2"}') }],
])("a link with markup as %s runs nothing", async (_, content) => {
  expect(await opened(link(content))).toMatchObject(nothing);
});
