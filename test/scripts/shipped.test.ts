import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { licencesPage } from "../../scripts/release/licences.mjs";
import { artifacts, billOf } from "../../scripts/release/rehearse.mjs";
import { licenceTexts, shippedPackages } from "../../scripts/release/shipped.mjs";

const root = join(import.meta.dirname, "../..");
const shipped = shippedPackages(root);
const names = shipped.map(({ name }) => name);

describe("packages of a release", () => {
  test("are those that are bundled or installed, with what they need", () => {
    // Bundled from development packages, a dependency's dependency, native code, a script for pages.
    expect(names).toEqual(
      expect.arrayContaining(["mathjs", "chevrotain", "fontkit", "zeromq", "plotly.js-dist"]),
    );
    expect(names).toContain("decimal.js");
  });

  test("are no tools", () => {
    for (const tool of [
      "vitest",
      "esbuild",
      "@biomejs/biome",
      "playwright-core",
      "vitepress",
      "@jupyter/builder",
    ])
      expect(names).not.toContain(tool);
  });

  test("have licences that allow it", () => {
    const odd = shipped.filter(
      ({ licence }) => !/MIT|Apache-2\.0|ISC|BSD|MPL-2\.0|0BSD|Zlib|BlueOak|Unlicense|see its/.test(licence),
    );
    expect(odd).toEqual([]);
    const page = readFileSync(join(root, "docs/licences.md"), "utf8");
    // `npm run licences -- --write` after a change of package-lock.json.
    expect(page).toBe(licencesPage(root));
  });

  test("have their licences' texts in it", () => {
    const texts = licenceTexts(root);
    expect(texts).toMatch(/mathjs \d[\s\S]{1,400}Apache License/);
    expect(texts.match(/^={78}$/gm)).toHaveLength(shipped.length);
  });
});

test("the bill of materials has what is shipped, and no tools", () => {
  const component = (name: string, version: string) => ({
    "bom-ref": `${name}@${version}`,
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    properties: [{ name: "cdx:npm:package:development" }, { name: "cdx:npm:package:path" }],
  });
  const bill = billOf(
    {
      metadata: { component: { "bom-ref": "dtplan@1.0.0" } },
      components: [component("mathjs", "1.2.3"), component("@a/b", "1.0.0"), component("vitest", "4.0.0")],
      dependencies: [
        { ref: "dtplan@1.0.0", dependsOn: ["mathjs@1.2.3", "vitest@4.0.0"] },
        { ref: "vitest@4.0.0", dependsOn: ["@a/b@1.0.0"] },
      ],
    },
    [
      { name: "mathjs", version: "1.2.3", licence: "Apache-2.0", path: "" },
      { name: "@a/b", version: "1.0.0", licence: "MIT", path: "" },
    ],
  );
  expect(bill.components.map((one) => one["bom-ref"])).toEqual(["mathjs@1.2.3", "@a/b@1.0.0"]);
  expect(bill.components[0]?.properties).toEqual([{ name: "cdx:npm:package:path" }]);
  expect(bill.dependencies).toEqual([{ ref: "dtplan@1.0.0", dependsOn: ["mathjs@1.2.3"] }]);
});

test("the files of a release say their version", () => {
  const version = (name: string, file: string) => artifacts.find((one) => one.name === name)?.version(file);
  expect(version("npm package", "/x/dtplan-1.2.0-rc.1.tgz")).toBe("1.2.0-rc.1");
  expect(version("Python wheel", "/x/dtplan-1.2.0-py3-none-manylinux_2_28_x86_64.whl")).toBe("1.2.0");
  expect(version("extension of VS Code", "/x/dtplan-1.2.0.vsix")).toBe("1.2.0");
});
