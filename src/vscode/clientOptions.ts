import type { ExtensionContext } from "vscode";
import { window } from "vscode";
import type { LanguageClientOptions } from "vscode-languageclient";
import { Results } from "./results.ts";

/** Schemes of the documents that the server checks by themselves. Cells are checked with their notebook. */
const SCHEMES = ["file", "untitled", "vscode-vfs", "vscode-test-web", "memfs", "vscode-remote"];

/** Options of the language client: which documents it serves, and what a command of the server does with its report. */
export function clientOptions(context: ExtensionContext): LanguageClientOptions {
  const results = new Results();
  context.subscriptions.push(results);
  return {
    documentSelector: SCHEMES.map((scheme) => ({ language: "dtp", scheme })),
    middleware: {
      // The commands of lenses, and the same commands from the palette, which know no document.
      async executeCommand(command, given, next) {
        const args = await results.argumentsOf(command, given);
        if (args === null) return null;
        const report: unknown = await next(command, args);
        if (typeof report === "string") await results.show(command, args, report);
        else await window.showWarningMessage("DTP: a newer command has ended this one.");
        return report;
      },
    },
  };
}
