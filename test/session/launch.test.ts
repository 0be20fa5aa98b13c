import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { createWorld } from "../../src/host/index.ts";
import { launchTargets } from "../../src/launch/index.ts";
import { toHtml, toLatex, toMarkdown, toText } from "../../src/report/index.ts";
import { createSession } from "../../src/session/index.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const session = createSession(createWorld(root));
session.run(
  `import llama3_8b from "std/models"
import dgx_h100 from "std/clusters"
plan p {
  framework = megatron_core
  seq_len = 4Ki
  global_batch = 64 sequences
}
let base = llama3_8b on (dgx_h100 with { nodes = 2 }) with p`,
  { name: "a", mode: "cell" },
);

describe("base.launch", () => {
  test.each(launchTargets.map(({ name }) => name))("%s shows one file, as data too", (name) => {
    const { outputs, diagnostics } = session.run(`show base.launch.${name}`, { name: "b", mode: "cell" });
    expect(diagnostics).toEqual([]);
    const [block] = outputs[0]?.document.blocks ?? [];
    expect(block?.kind).toBe("file");
    const data = outputs[0]?.data as { name: string; text: string };
    expect(data.name).toMatch(/^base\.\w/);
    expect(data.text.endsWith("\n")).toBe(true);
  });

  test("alone it lists them", () => {
    const { outputs } = session.run("show base.launch", { name: "b", mode: "cell" });
    const text = outputs[0] ? toText(outputs[0].document) : "";
    for (const { name } of launchTargets) expect(text).toContain(`base.launch.${name}`);
  });

  test("completion and hover know the targets; a wrong one is told the right one", () => {
    const typed = "show base.launch.";
    const items = session.complete(typed, typed.length).items.map(({ text }) => text);
    expect(items).toEqual(launchTargets.map(({ name }) => name));
    const hover = session.inspect("show base.launch.slurm", 19);
    expect(hover && toText(hover)).toContain("batch script");
    const { diagnostics } = session.run("show base.launch.kubernets", { name: "b", mode: "cell" });
    expect(diagnostics[0]?.code).toBe("unknown-output");
  });

  test("a file keeps its lines and its blanks in every rendering", () => {
    const { outputs } = session.run("show base.launch.kubernetes", { name: "b", mode: "cell" });
    const document = outputs[0]?.document ?? { blocks: [] };
    const line = "          parallelism: 2";
    expect(toText(document)).toContain(`\n${line}\n`);
    expect(toHtml(document)).toContain(`\n${line}\n`);
    expect(toMarkdown(document)).toContain("```yaml\n#");
    expect(toMarkdown(document)).toContain(`\n${line}\n`);
    expect(toLatex(document)).toContain(`\n${line}\n`);
  });
});

describe("a file whose text would end its block", () => {
  const document = {
    blocks: [
      {
        kind: "file" as const,
        name: "a_b",
        language: "text",
        lines: ["```", "\\end{verbatim}", "<b>&\u001b[31m"],
      },
    ],
  };
  test("stays inside", () => {
    expect(toMarkdown(document)).toMatch(/^\*\*a\\_b\*\*\n\n````text\n/);
    expect(toLatex(document).match(/\\end\{verbatim\}/g)).toHaveLength(1);
    expect(toHtml(document)).not.toContain("<b>");
    expect(toText(document)).not.toContain("\u001b");
  });
});
