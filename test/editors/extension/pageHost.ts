import { URI } from "vscode-uri";
import { loadExtension, vscodeMock } from "./vscodeMock.ts";

/** A host of the web extension in a page, for `webExtension.test.ts`: functions among the page's globals. */
Object.assign(globalThis, {
  async startExtension({ at, files, folder }: { at: string; files: Record<string, string>; folder: string }) {
    const texts = new Map(Object.entries(files));
    const mock = vscodeMock({ files: texts, folders: [folder] });
    const script = await (await fetch(`${at}/dist/browser.js`)).text();
    const extension = loadExtension(script, mock, (name) => {
      throw new Error(`the web extension asks for ${name}`);
    });
    await extension.activate({ subscriptions: [], extensionUri: URI.parse(at) });
    Object.assign(globalThis, {
      open: (uri: string, text: string) => void mock.open(uri, text),
      messages: (uri: string) => mock.diagnostics.get(uri)?.map(({ message }) => message) ?? null,
      change(uri: string, text: string | null) {
        if (text === null) texts.delete(uri);
        else texts.set(uri, text);
        mock.fire(text === null ? "delete" : "change", URI.parse(uri));
      },
      async command(name: string) {
        await mock.commands.get(name)?.();
        const [, uri] = mock.called.at(-1) ?? [];
        return mock.providers.get("content dtp-result")?.provideTextDocumentContent?.(uri);
      },
      library: (uri: string) =>
        mock.providers.get("content dtp-library")?.provideTextDocumentContent?.(URI.parse(uri)),
    });
  },

  async render(at: string, mime: string, data: unknown) {
    const asked: unknown[] = [];
    let answer: (message: unknown) => void = () => {};
    const { activate } = await import(`${at}/dist/renderer/renderer.js`);
    const renderer = activate({
      postMessage: (message: unknown) => asked.push(message),
      onDidReceiveMessage: (listener: typeof answer) => {
        answer = listener;
      },
    });
    Object.assign(globalThis, { asked, answer: (message: unknown) => answer(message) });
    const page = (globalThis as never as { document: { getElementById(id: string): unknown } }).document;
    await renderer.renderOutputItem({ id: "1", mime, json: () => data }, page.getElementById("output"));
  },
});
