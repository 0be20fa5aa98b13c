import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import {
  type ExtensionManifest,
  filesMissing,
  filesNamed,
  tryExtension,
} from "../../scripts/release/tryExtension.mjs";

const manifest = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../editors/vscode/package.json"), "utf8"),
) as ExtensionManifest;
const folder = mkdtempSync(join(tmpdir(), "dtp-extension-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};

test("an extension is tried by the files that its manifest names and by its language server", async () => {
  expect(filesNamed(manifest)).toEqual(
    expect.arrayContaining([
      "./dist/node.js",
      "./dist/browser.js",
      "icon.png",
      "./dtp.tmLanguage.json",
      "./dist/renderer/renderer.js",
    ]),
  );
  for (const path of filesNamed(manifest)) if (!path.includes("browser")) write(path, "");
  expect(filesMissing(folder, manifest)).toEqual(["./dist/browser.js"]);
  write("package.json", JSON.stringify(manifest));
  await expect(tryExtension(folder, folder)).rejects.toThrow("package.json names ./dist/browser.js");
  write("dist/browser.js", "");
  await expect(tryExtension(folder, folder)).rejects.toThrow("the language server ended with 1");
});
