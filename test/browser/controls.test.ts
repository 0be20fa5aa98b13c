import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ControlData } from "../../src/report/document/control.ts";
import { launchChromium } from "./chromium.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const pictures = join(root, ".artefacts");

const number = (value: number, unit = "1") => ({ value, unit });
const choices = (...texts: readonly string[]) =>
  texts.map((text) => ({ text, set: text.replace(",", ""), value: text }));

/** A control of each look, by its path. */
const CONTROLS: readonly ControlData[] = [
  {
    path: "base.cluster.scale_out.nic",
    label: "Speed of each NIC.",
    ...{ value: number(50e9, "B/s"), text: "400 Gb/s", whole: false },
    ...{ low: number(12.5e9, "B/s"), high: number(400e9, "B/s"), unit: { text: "Gb/s", factor: 125e6 } },
  },
  {
    path: "p.global_batch",
    ...{ value: number(256, "sequence"), text: "256 sequences", whole: true },
    ...{ low: number(32), high: number(4_096), unit: { text: "sequences", factor: 1 } },
  },
  { path: "base.plan.tp", value: number(8), text: "8", choices: choices("1", "2", "4", "8") },
  {
    path: "base.plan.sequence_parallel",
    ...{ value: true, text: "true" },
    choices: [true, false].map((value) => ({ text: String(value), set: String(value), value })),
  },
  {
    path: "base.plan.seq_len",
    ...{ value: number(8_192), text: "8,192" },
    choices: choices("1,024", "2,048", "4,096", "8,192", "16,384", "32,768", "65,536", "131,072"),
  },
  {
    path: "p.recompute",
    label: "<img src=x onerror=alert(1)>",
    ...{ value: null, text: "none" },
    choices: choices("none", "full"),
  },
];

/** Page of this test: the elements of all controls, and what was chosen. */
const SCRIPT = `
import { controlElement } from "./src/editor/controls/controlElement.ts";
globalThis.show = (controls) => {
  globalThis.chosen = [];
  globalThis.elements = controls.map((one) => controlElement(one, (path, text) => chosen.push([path, text])));
  document.body.replaceChildren(...elements.map(({ element }) => element));
};`;

describe("controls on a page", () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true });
    const { outputFiles } = await build({
      stdin: { contents: SCRIPT, resolveDir: root, loader: "ts" },
      ...{ bundle: true, write: false, format: "iife", logLevel: "error" },
    });
    browser = await launchChromium();
    page = await browser.newPage({ viewport: { width: 1_400, height: 700 } });
    // Controls must work where a policy forbids inline styles.
    await page.setContent(
      `<!doctype html><meta http-equiv="Content-Security-Policy" content="style-src 'none'"><meta name="color-scheme" content="light dark">`,
    );
    await page.evaluate(outputFiles[0]?.text ?? "");
  });
  afterAll(async () => {
    await browser?.close();
  });

  const show = (): Promise<void> =>
    page.evaluate(`show(${JSON.stringify(CONTROLS).replaceAll("<", "\\u003c")})`);
  const chosen = (): Promise<unknown> => page.evaluate("chosen.splice(0)");
  const call = (index: number, method: string, ...with_: readonly unknown[]): Promise<void> =>
    page.evaluate(`elements[${index}].${method}(...${JSON.stringify(with_)})`);

  test("a slider moves by round steps with the keyboard, and says its value with unit", async () => {
    await show();
    const slider = page.getByRole("slider", { name: "Speed of each NIC" });
    expect(await slider.getAttribute("aria-valuetext")).toBe("400 Gb/s");
    await slider.focus();
    for (const key of ["ArrowRight", "End", "Home"]) await page.keyboard.press(key);
    expect(await chosen()).toEqual(
      ["450 Gb/s", "3200 Gb/s", "100 Gb/s"].map((text) => ["base.cluster.scale_out.nic", text]),
    );
    expect(await slider.getAttribute("aria-valuetext")).toBe("100 Gb/s");
    expect(await page.locator("output").first().innerText()).toBe("100 Gb/s");
  });

  test("a slider of powers of two stands at them", async () => {
    await show();
    await page.getByRole("slider", { name: "p.global_batch" }).focus();
    for (const key of ["ArrowRight", "ArrowRight", "End"]) await page.keyboard.press(key);
    expect(await chosen()).toEqual(
      ["384 sequences", "512 sequences", "4096 sequences"].map((text) => ["p.global_batch", text]),
    );
  });

  test("few values are buttons, true and false a switch, many values a list", async () => {
    await show();
    const group = page.getByRole("radiogroup", { name: "base.plan.tp" });
    await group.getByRole("radio", { name: "4" }).check();
    const toggle = page.getByRole("switch", { name: "base.plan.sequence_parallel" });
    expect(await toggle.getAttribute("aria-checked")).toBe("true");
    await toggle.press("Space");
    expect(await toggle.getAttribute("aria-checked")).toBe("false");
    await page.getByRole("combobox", { name: "base.plan.seq_len" }).selectOption("16,384");
    expect(await chosen()).toEqual([
      ["base.plan.tp", "4"],
      ["base.plan.sequence_parallel", "false"],
      ["base.plan.seq_len", "16384"],
    ]);
  });

  test("an answer to an earlier choice does not move a drag back", async () => {
    await show();
    const nic = CONTROLS[0] as ControlData;
    const at = (gigabits: number) => ({
      ...nic,
      ...{ value: number(gigabits * 125e6), text: `${gigabits} Gb/s` },
    });
    const slider = page.getByRole("slider", { name: "Speed of each NIC" });
    await slider.focus();
    for (const key of ["ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    await call(0, "update", at(450));
    expect(await slider.getAttribute("aria-valuetext")).toBe("500 Gb/s");
    await call(0, "update", at(500));
    expect(await slider.getAttribute("aria-valuetext")).toBe("500 Gb/s");
    // Nothing waits: another cell's change shows, and the way back to the first value is kept.
    await call(0, "update", at(437));
    expect(await slider.getAttribute("aria-valuetext")).toBe("437 Gb/s");
    await page.keyboard.press("ArrowLeft");
    expect((await chosen()) as unknown[]).toContainEqual([nic.path, "400 Gb/s"]);
  });

  test("a choice that is refused goes back, with the reason", async () => {
    await show();
    await page.getByRole("radio", { name: "2", exact: true }).check();
    await call(2, "problem", "no such plan");
    expect(await page.getByRole("radio", { name: "8", exact: true }).isChecked()).toBe(true);
    expect(await page.getByRole("alert").filter({ hasText: "no such plan" }).count()).toBe(1);
    await call(2, "enable", false, "the kernel is gone");
    expect(await page.getByRole("radio", { name: "2", exact: true }).isDisabled()).toBe(true);
  });

  test("words of a program are text, not markup", async () => {
    await show();
    expect(await page.locator("img").count()).toBe(0);
    expect(await page.getByRole("radiogroup", { name: /onerror/ }).count()).toBe(1);
  });

  test.each([
    [1_400, "light"],
    [1_400, "dark"],
    [400, "light"],
    [400, "dark"],
  ] as const)("fit a window of %d px, %s", async (width, colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 700 });
    await show();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    await page.screenshot({ path: join(pictures, `controls-${width}-${colorScheme}.png`) });
  });
});
