import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { URI } from "vscode-uri";
import { parse } from "../../../src/dsl/syntax/index.ts";
import { commands as serverCommands } from "../../../src/lsp/features/results.ts";
import { CONTROL_MIME, PLOTLY_MIME } from "../../../src/report/render/toMimeBundles.ts";
import { root } from "../programs.ts";
import { loadExtension, type Mock, vscodeMock } from "./vscodeMock.ts";

const built = join(root, "build/vscode");
const read = (path: string) => readFileSync(join(built, path), "utf8");
const manifest = JSON.parse(read("package.json"));
const PROGRAM = `edition 2026
import llama3_8b from "std/models"
import dgx_h100 from "std/clusters"
import tp8 from "./tp8.dtp"
let base = llama3_8b on dgx_h100 with { plan = tp8, cluster.nodes = 1 }
show base.step_time
`;
const TP8 = "edition 2026\nplan tp8 { seq_len = 8_192 tokens, global_batch = 64 sequences, tp = 8 }\n";

describe("the manifest", () => {
  test("names files that are there, and commands and types that the code has", () => {
    const { contributes, main, browser, icon } = manifest;
    const named: string[] = [
      ...[main, browser, icon, contributes.languages[0].configuration, contributes.grammars[0].path],
      ...[contributes.snippets[0].path, contributes.notebookRenderer[0].entrypoint],
    ];
    for (const path of named) expect(existsSync(join(built, path)), path).toBe(true);
    const declared: string[] = contributes.commands.map(({ command }: { command: string }) => command);
    expect(declared).toEqual(expect.arrayContaining(Object.values(serverCommands)));
    for (const { command } of [...contributes.menus["editor/title"], ...contributes.menus.commandPalette])
      expect(declared).toContain(command);
    expect(contributes.notebookRenderer[0].mimeTypes).toEqual([CONTROL_MIME, PLOTLY_MIME]);
    expect(contributes.grammars[0].scopeName).toBe(JSON.parse(read("dtp.tmLanguage.json")).scopeName);
    const types = JSON.parse(
      readFileSync(createRequire(import.meta.url).resolve("@types/vscode/package.json"), "utf8"),
    );
    expect(manifest.engines.vscode).toBe(`^${types.version.replace(/\.\d+$/, ".0")}`);
  });

  test("the package holds the folder, and the two files of its format", () => {
    const files = unzipSync(
      new Uint8Array(readFileSync(join(root, `build/dtplan-${manifest.version}.vsix`))),
    );
    expect(strFromU8(files["extension/package.json"] ?? new Uint8Array())).toBe(read("package.json"));
    const about = strFromU8(files["extension.vsixmanifest"] ?? new Uint8Array());
    expect(about).toContain(`Id="dtplan" Version="${manifest.version}" Publisher="dtplan"`);
    for (const [, path = ""] of about.matchAll(/Path="([^"]+)"/g)) expect(Object.keys(files)).toContain(path);
    const types = strFromU8(files["[Content_Types].xml"] ?? new Uint8Array());
    for (const path of Object.keys(files).filter((one) => /\.\w+$/.test(one) && !one.startsWith("[")))
      expect(types).toContain(`Extension="${/\.\w+$/.exec(path)?.[0]}"`);
  });

  test("every snippet is a statement of the language", () => {
    const snippets: Record<string, { body: string[]; prefix: string }> = JSON.parse(read("snippets.json"));
    for (const [name, { body }] of Object.entries(snippets)) {
      const values = new Map<string, string>();
      const text = body
        .join("\n")
        .replace(/\$\{(\d+):([^}]*)\}/g, (_, at, value) => {
          values.set(at, value);
          return value;
        })
        .replace(/\$(\d+)/g, (_, at) => values.get(at) ?? "?");
      expect(parse({ name, text }, "cell").diagnostics, `${name}:\n${text}`).toEqual([]);
    }
  });
});

describe("the extension with its server, in a mocked VS Code", () => {
  let folder: string;
  let mock: Mock;
  let extension: ReturnType<typeof loadExtension>;
  let uri: string;
  const subscriptions: { dispose(): unknown }[] = [];
  const executed: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "dtp-vscode-"));
    writeFileSync(join(folder, "dtp.json"), "{}");
    writeFileSync(join(folder, "tp8.dtp"), TP8);
    uri = pathToFileURL(join(folder, "a.dtp")).href;
    const files = new Map([
      [pathToFileURL(join(folder, "tp8.dtp")).href, TP8],
      [pathToFileURL(join(built, "dist/preview.html")).href, read("dist/preview.html")],
    ]);
    const kernel = {
      async *executeCode(code: string) {
        executed.push(code);
        const data = new TextEncoder().encode(JSON.stringify({ message: "no such value" }));
        yield { items: code.includes("9") ? [{ mime: "application/vnd.code.notebook.error", data }] : [] };
      },
    };
    const jupyter = { activate: async () => ({ kernels: { getKernel: async () => kernel } }) };
    mock = vscodeMock({
      files,
      folders: [pathToFileURL(folder).href],
      extensions: { "ms-toolsai.jupyter": jupyter },
    });
    extension = loadExtension(read("dist/node.js"), mock, createRequire(import.meta.url));
    await extension.activate({ subscriptions, extensionUri: URI.file(built), extensionPath: built });
  });

  afterAll(async () => {
    await extension?.deactivate();
    for (const one of subscriptions) one.dispose();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  test("every command of the manifest is registered", () => {
    for (const { command } of manifest.contributes.commands)
      expect([...mock.commands.keys()]).toContain(command);
  });

  test("diagnostics follow the text, and code lenses its scenarios", async () => {
    const document = mock.open(uri, PROGRAM.replace("base.step_time", "base.step_tim"));
    await expect
      .poll(() =>
        mock.diagnostics
          .get(uri)
          ?.map(({ message }) => message)
          .join(),
      )
      .toContain("step_tim");
    mock.edit(document, PROGRAM);
    await expect.poll(() => mock.diagnostics.get(uri)).toEqual([]);
    const lenses = await mock.providers.get("CodeLens")?.provideCodeLenses?.(document, {
      onCancellationRequested: () => {},
    });
    expect(lenses.map(({ command }: { command: { title: string } }) => command.title)).toEqual([
      ...["Run", "Explain", "Best plan"],
    ]);
  });

  test("commands without arguments take the active program and its scenario, and show the report", async () => {
    for (const [command, expected] of [
      ["dtp.run", "step_time"],
      ["dtp.explain", "80% interval"],
    ] as const) {
      await mock.commands.get(command)?.();
      const [shown, at] = mock.called.at(-1) as [string, URI];
      expect(shown).toBe("markdown.showPreviewToSide");
      const text = await mock.providers.get("content dtp-result")?.provideTextDocumentContent?.(at);
      expect(text.replaceAll("\\", ""), command).toContain(expected);
    }
    expect(mock.messages).toEqual([]);
  });

  test("the preview gets the program with its imports, and follows edits", async () => {
    const document = mock.open(pathToFileURL(join(folder, "b.dtp")).href, PROGRAM);
    await mock.commands.get("dtp.showPreview")?.();
    const [panel] = mock.panels;
    expect(panel?.title).toBe("Preview b.dtp");
    expect(panel?.webview.html).toContain("<h1>b.dtp</h1>");
    expect(panel?.webview.html).toContain("script-src https://example.test 'sha256-");
    expect(panel?.webview.html).toMatch(/<script src="https:\/\/example.test[^"]*plotly.min.js"><\/script>/);
    expect(panel?.posted).toEqual([]);
    panel?.send({ kind: "dtp-ready" });
    await expect
      .poll(() => panel?.posted.at(-1))
      .toMatchObject({
        kind: "dtp-program",
        program: { name: "b.dtp", text: PROGRAM, files: { "tp8.dtp": TP8 } },
      });
    mock.edit(document, `${PROGRAM}# more\n`);
    await expect.poll(() => panel?.posted.at(-1)).toMatchObject({ program: { text: `${PROGRAM}# more\n` } });
  });

  test("a choice of a control runs in the notebook's kernel, and a refusal comes back", async () => {
    const editor = { notebook: { uri: URI.file("/n.ipynb") } };
    const choose = async (path: string, text: string) => {
      mock.fire("renderer", { editor, message: { path, text } });
      await expect.poll(() => mock.rendererMessages.at(-1)).toMatchObject({ path, text });
      return (mock.rendererMessages.at(-1) as { refusal: unknown }).refusal;
    };
    expect(await choose("base.plan.tp", "4")).toBeNull();
    expect(await choose("base.plan.tp", "9")).toBe("no such value");
    expect(await choose("base.plan.tp", "4\n%reset")).toBe("The control is malformed.");
    expect(executed).toEqual(["%control base.plan.tp 4", "%control base.plan.tp 9"]);
  });
});

test("a server that is not there is said, and the rest of the extension works", async () => {
  const mock = vscodeMock({ files: new Map(), folders: [], settings: { "dtp.server.path": "/no/such/dtp" } });
  const extension = loadExtension(read("dist/node.js"), mock, createRequire(import.meta.url));
  await extension.activate({ subscriptions: [], extensionUri: URI.file(built), extensionPath: built });
  expect(mock.messages.join("\n")).toContain("the language server did not start");
  await mock.commands.get("dtp.showPreview")?.();
  expect(mock.messages.at(-1)).toBe("DTP: open a program first.");
  await extension.deactivate();
});
