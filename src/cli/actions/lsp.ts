import { fileURLToPath } from "node:url";
import { compiledModule } from "../../host/index.ts";
import type { Arguments } from "../io/arguments.ts";

/** Command `dtp lsp`: serves an editor over standard input and output, until the editor ends the process. */
export async function lsp(_: Arguments): Promise<number> {
  const { exports } = compiledModule(fileURLToPath(new URL("./languageServer.cjs", import.meta.url)));
  (exports as typeof import("../lsp/languageServer.ts")).serveStdio();
  return new Promise(() => {});
}
