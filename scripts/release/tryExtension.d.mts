import type { Diagnostic } from "vscode-languageserver";
export interface ExtensionManifest {
  readonly main?: string;
  readonly browser?: string;
  readonly icon?: string;
  readonly contributes?: {
    readonly languages?: readonly { readonly configuration?: string; readonly icon?: Readonly<Record<string, string>> }[];
    readonly grammars?: readonly { readonly path: string }[];
    readonly snippets?: readonly { readonly path: string }[];
    readonly notebookRenderer?: readonly { readonly entrypoint: string | { readonly path: string } }[];
  };
}
export function filesNamed(manifest: ExtensionManifest): readonly string[];
export function filesMissing(folder: string, manifest: ExtensionManifest): readonly string[];
export function diagnosticsOf(script: string, folder: string, text: string): Promise<readonly Diagnostic[]>;
export function tryExtension(extension: string, empty: string): Promise<string>;
