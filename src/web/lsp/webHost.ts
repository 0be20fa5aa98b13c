import type { Evaluator, Host } from "../../lsp/index.ts";
import { createSession } from "../../session/index.ts";
import type { WorkspaceTexts } from "./workspaceTexts.ts";

/** Files and services of a language server in a worker. Pages on diagnostics are not part of it. */
export const webHost = (texts: WorkspaceTexts, evaluator: Evaluator): Host => ({
  evaluator,
  services: (uri) => createSession(texts.world({ uri, open: {} }).world),
  resolve(specifier, from) {
    const { world, files } = texts.world({ uri: from, open: {} });
    const found = world.read(specifier, "");
    const uri = "problem" in found ? undefined : files[found.name];
    return "problem" in found || uri === undefined ? null : { uri, text: found.text };
  },
  programs: (uri) => texts.programs(uri),
  errorPage: () => null,
  isLibrary: (uri) => texts.isLibrary(uri),
});
