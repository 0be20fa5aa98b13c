import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createWorld } from "../src/host/index.ts";
import { toText } from "../src/report/index.ts";
import { createSession } from "../src/session/index.ts";

const folder = "docs/how-to";
const WIDTH = 88;

/**
 * How-to pages with the output of their programs. A ```text output block contains everything that the ```dtp
 * block before it prints; ```text output 12 its first 12 lines. No result is typed by hand.
 */
export function pagesWithOutputs(): Readonly<Record<string, () => string>> {
  return Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith(".md"))
      .map((name) => join(folder, name))
      .map((path) => [path, () => withOutputs(path, readFileSync(path, "utf8"))]),
  );
}

/** Page whose output blocks contain the output of its programs. */
export function withOutputs(path: string, page: string): string {
  return page.replace(
    /(```dtp\n((?:(?!```)[\s\S])*?)```\n(?:(?!```)[^\n]*\n)*?```text output ?(\d*)\n)[\s\S]*?```/g,
    (_, before: string, program: string, most: string) => {
      const lines = printed(path, program);
      const shown =
        most === "" || lines.length <= Number(most) ? lines : [...lines.slice(0, Number(most)), "…"];
      return `${before}${shown.join("\n")}\n\`\`\``;
    },
  );
}

/** Lines of text that a program prints, without figures. */
function printed(path: string, program: string): readonly string[] {
  const { outputs, diagnostics } = createSession(createWorld(process.cwd())).run(program, {
    name: "plan.dtp",
    mode: "cell",
  });
  const mistake = diagnostics.find(({ severity }) => severity === "error");
  if (mistake) throw new Error(`${path}: ${mistake.message}`);
  return (
    outputs
      .filter(({ document }) => document.blocks.every(({ kind }) => kind !== "figure"))
      .map(({ document }) => toText(document, { width: WIDTH }).trimEnd())
      .join("\n\n")
      .split("\n")
      // Line numbers of the library change whenever it grows.
      .map((line) => line.replace(/(std\/\w+):\d+/g, "$1").trimEnd())
  );
}
