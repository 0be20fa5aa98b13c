import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { fromFragment, toFragment } from "../../../src/play/share/shareLink.ts";
import type { Project } from "../../../src/play/state/project.ts";

const link = (content: unknown): string =>
  `#1=${deflateRawSync(JSON.stringify(content)).toString("base64url")}`;

/**
 * Links that were written once, and what they carry. They are in slides and papers: none of them may change, and every later
 * playground reads them.
 */
const golden: readonly (readonly [string, Project])[] = [
  [
    "#1=q1ZKU7KKjlYqyEnM00spKVDSUcpJLVFIVLBVMIzJK87IL1dIjMlTio2tBQA",
    {
      files: [{ name: "plan.dtp", text: "let a = 1\nshow a\n" }],
      main: "plan.dtp",
      open: "plan.dtp",
      choices: {},
    },
  ],
  [
    "#1=Tc5NCoNADIbhq4SvuxIsuioDnmTGhfWnFTQZZtQuxAP0IL1YT1IsFlyH73mzoIWxFqJ1k9SjB6NvRrr7KVJOVzrR5_Wm1AkKtgiTxKSKMxgl35yknO0X35ey77vBa9iJNuhADsnl7zs4qVTGoD0JdUI2ZcoKJ1tVKN9S8aFPEjr_iM0vGAPMsaEwx2cqmAUCgwzr-gU",
    {
      files: [
        { name: "node.dtp", text: "let gpus = 8 # ≥ 1\n" },
        { name: "runs.csv", text: "a,b\n1,2\n" },
        {
          name: "plan.dtp",
          text: 'import gpus from "./node.dtp"\ncontrol n in [1, 2]\nlet n = 1\nshow n * gpus\n',
        },
      ],
      main: "plan.dtp",
      open: "runs.csv",
      choices: { n: "2" },
    },
  ],
];

describe("share links", () => {
  test.each(golden)("a link of version 1 is read for ever: %s", async (fragment, project) => {
    expect(await fromFragment(fragment)).toEqual({ project });
  });

  test.each(golden)("a project survives its link", async (_, project) => {
    const fragment = await toFragment(project);
    expect(fragment).toMatch(/^#1=[\w-]+$/);
    expect(await fromFragment(fragment)).toEqual({ project });
  });

  test("options of later playgrounds are ignored, and wrong ones are left out", async () => {
    const f = [
      ["a.dtp", "1"],
      ["b.csv", "x"],
    ];
    const plain = { main: "a.dtp", open: "a.dtp", choices: {} };
    expect(await fromFragment(link({ f, z: 1 }))).toMatchObject({ project: plain });
    const wrong = { f, m: "b.csv", o: "../x", c: { "a.b": 1, "a b": "1", "p.tp": "4" } };
    expect(await fromFragment(link(wrong))).toMatchObject({
      project: { ...plain, choices: { "p.tp": "4" } },
    });
  });

  test.each([
    ["no files", { f: [] }],
    ["no program", { f: [["a.csv", ""]] }],
    ["a script as name", { f: [["<img src=x onerror=alert(1)>.dtp", ""]] }],
    ["a folder above", { f: [["../a.dtp", ""]] }],
    [
      "two files of one name",
      {
        f: [
          ["a.dtp", "1"],
          ["a.dtp", "2"],
        ],
      },
    ],
    ["a number as text", { f: [["a.dtp", 1]] }],
    ["a list", []],
    ["null", null],
  ])("a link with %s opens nothing", async (_, content) => {
    expect(await fromFragment(link(content))).toEqual({ problem: expect.stringContaining("damaged") });
  });

  test("a link that is cut off, or whose text is gigabytes, opens nothing", async () => {
    const whole = await toFragment(golden[1]?.[1] as Project);
    expect(await fromFragment(whole.slice(0, -9))).toHaveProperty("problem");
    expect(await fromFragment("#1=%3Cscript%3E")).toHaveProperty("problem");
    const bomb = `#1=${deflateRawSync(Buffer.alloc(50_000_000, 32)).toString("base64url")}`;
    expect(bomb.length).toBeLessThan(100_000);
    expect(await fromFragment(bomb)).toHaveProperty("problem");
  });

  test("a link of a newer version says so; another fragment is no link", async () => {
    expect(await fromFragment("#2=abc")).toEqual({ problem: expect.stringContaining("version 2") });
    expect(await fromFragment("#results")).toBeNull();
    expect(await fromFragment("")).toBeNull();
  });
});
