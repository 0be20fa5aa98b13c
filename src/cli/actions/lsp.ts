import type { Arguments } from "../io/arguments.ts";

/** Command `dtp lsp`: serves an editor over standard input and output, until the editor ends the process. */
export async function lsp(_: Arguments): Promise<number> {
  const { serveStdio } = await import("../lsp/languageServer.ts");
  serveStdio();
  return new Promise(() => {});
}
