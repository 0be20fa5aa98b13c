import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createWorld } from "../../src/host/index.ts";
import { toText } from "../../src/report/index.ts";
import { createSession } from "../../src/session/index.ts";

const root = join(import.meta.dirname, "../..");
const readme = readFileSync(join(root, "README.md"), "utf8");

test("README shows what its first command prints", () => {
  const shown =
    /`{3}sh\nnpm ci && npm start\n`{3}[^`]*`{3}\n([\s\S]*?)\n…\n/.exec(readme)?.[1]?.split("\n") ?? [];
  expect(shown.length).toBeGreaterThan(8);
  const example = readFileSync(join(root, "examples/gpt3.dtp"), "utf8");
  const { outputs } = createSession(createWorld(join(root, "examples"))).run(example, {
    name: "gpt3.dtp",
    mode: "file",
  });
  const printed = outputs
    .map(({ document }) => toText(document, { width: 100 }))
    .join("\n")
    .split("\n")
    .map((line) => line.trimEnd());
  expect(shown.map((line) => line.trimEnd()).filter((line) => !printed.includes(line))).toEqual([]);
});
