import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { notebookCell } from "../../src/kernel/core/requests/notebookCell.ts";
import { notebook } from "../kernel/support/notebook.ts";

/** What the report beside a `.dtp` file asks of the kernel: the file's text, which may come from a stranger. */
describe("a .dtp file's report", () => {
  const errors = (published: readonly { readonly type: string; readonly content: object }[]) =>
    published.filter(({ type }) => type === "error").map(({ content }) => JSON.stringify(content));

  it("runs no TypeScript of the file", async () => {
    const { run, evaluation } = notebook();
    const proof = join(tmpdir(), `dtp-report-${process.pid}`);
    const code = `%%ts\nimport { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(proof)}, "");`;
    const { reply, published } = await run(code, undefined, "stranger.dtp");
    expect(reply.status).toBe("error");
    expect(errors(published).join("")).toContain("stranger.dtp:1:1");
    expect(existsSync(proof)).toBe(false);
    expect(evaluation.typescript.loaded()).toBe(null);
  });

  it.each(["%reset", "%live on", "%help"])("runs no magic of the file: %s", async (magic) => {
    const { run } = notebook();
    const { reply, texts } = await run(`${magic}\nshow 6 * 7`, undefined, "stranger.dtp");
    expect(reply.status).toBe("error");
    expect(texts.join("")).not.toContain("live");
  });

  it("forgets what an earlier text of the file defined, and leaves nothing in the session", async () => {
    const { run, evaluation } = notebook();
    expect((await run("let a = 2\nshow a", undefined, "a.dtp")).texts.join("")).toContain("2");
    expect((await run("show a", undefined, "a.dtp")).reply.status).toBe("error");
    expect(evaluation.session.names()).toEqual([]);
  });

  it("names places by the file", async () => {
    const { published } = await notebook().run("let a = 1\nshow b", undefined, "plans.dtp");
    expect(errors(published).join("")).toContain("plans.dtp:2:6");
  });

  it("is told apart from a cell by the request's metadata", () => {
    expect(notebookCell({ dtpFile: "plans.dtp" }).file).toBe("plans.dtp");
    expect(notebookCell({ cellId: "1" }).file).toBeUndefined();
    expect(notebookCell({ dtpFile: 3 }).file).toBeUndefined();
  });

  it("takes the choices of its controls, and refuses one that is not offered", async () => {
    const { run } = notebook();
    const code = "let n = 1\ncontrol n in [1, 2]\nshow n * 10\n";
    expect((await run(code, undefined, "plans.dtp", ["n=2"])).texts.join("\n")).toContain("= 20");
    const refused = await run(code, undefined, "plans.dtp", ["n=3"]);
    expect(refused.reply.status).toBe("error");
    // The choice was of one run alone.
    expect((await run(code, undefined, "plans.dtp")).texts.join("\n")).toContain("= 10");
    expect(notebookCell({ dtpFile: "a.dtp", dtpChoices: ["n=2", 3] }).choices).toEqual(["n=2"]);
    expect(notebookCell({ dtpChoices: "n=2" }).choices).toEqual([]);
  });
});
