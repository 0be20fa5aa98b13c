import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchChromium } from "../../browser/chromium.ts";
import type { Opener } from "./site.ts";

const FIREFOX = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

export const hasFirefox = existsSync(FIREFOX);

/** Opens pages in Chromium. */
export const chromium: Opener = {
  async open(url) {
    const browser = await launchChromium();
    const page = await (await browser.newContext()).newPage();
    page.on("console", (message) => {
      if (message.type() === "error") console.error(`page: ${message.text()}`);
    });
    await page.goto(url);
    return { close: () => browser.close() };
  },
};

/** Preferences of a fresh profile without first-run pages, updates and reports. */
const PREFERENCES = {
  "browser.aboutwelcome.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "app.update.enabled": false,
  "browser.startup.homepage_override.mstone": "ignore",
  "dom.security.https_first": false,
  "network.captive-portal-service.enabled": false,
};

/** Opens pages in Firefox, which needs no driver: a page posts what it finds. */
export const firefox: Opener = {
  async open(url) {
    const profile = mkdtempSync(join(tmpdir(), "dtp-firefox-"));
    const lines = Object.entries(PREFERENCES).map(
      ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
    );
    writeFileSync(join(profile, "user.js"), `${lines.join("\n")}\n`);
    const browser = spawn(FIREFOX, ["--headless", "--no-remote", "--profile", profile, url], {
      stdio: "ignore",
    });
    return {
      async close() {
        await ended(browser);
        rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
      },
    };
  },
};

function ended(process: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    process.once("exit", () => resolve());
    process.kill();
  });
}
