import { didYouMean, error, note, warning } from "./row.ts";

/** Catalogue of errors, warnings and notes that the lexer and the parser report. */
export const syntaxRows = {
  syntax: error<{ expected: string; found: string; help?: string | null | undefined }>(
    (p) => `expected ${p.expected}, but found ${p.found}`,
    { help: (p) => p.help },
  ),
  "stray-character": error<{ character: string; help?: string | null | undefined }>(
    (p) => `the character \`${p.character}\` has no meaning here`,
    { help: (p) => p.help },
  ),
  unclosed: error<{ open: string; close: string }>((p) => `this \`${p.open}\` is never closed`, {
    label: () => "opened here",
    help: (p) => `add the missing \`${p.close}\``,
  }),
  "missing-comma": error<{ field?: string | null | undefined }>(
    (p) =>
      p.field
        ? `a comma is missing before \`${p.field}\``
        : "a comma is missing between two fields on one line",
    { help: () => "on one line, fields are separated by commas; or give each its own line" },
  ),
  "unknown-unit": error<{ unit: string; suggestion?: string | null | undefined }>(
    (p) => `there is no unit \`${p.unit}\``,
    {
      help: (p) =>
        didYouMean(p.suggestion) ??
        "units come from a closed list: `%help unknown-unit` prints it in a notebook, `dtp explain unknown-unit` in a terminal",
    },
  ),
  "bare-billion": error<{ number: string }>((p) => `\`${p.number}B\` may be billions or bytes`, {
    label: () => "billions, or bytes?",
    help: (p) => `write \`${p.number}B params\`, \`${p.number}G\` or \`${p.number} bytes\``,
  }),
  "unit-spelling": note<{ unit: string; canonical: string }>(
    (p) => `\`${p.unit}\` is read as \`${p.canonical}\``,
    { help: (p) => `\`dtp fmt\` writes \`${p.canonical}\`` },
  ),
  "too-deep": error<{ limit: number; what?: string | null | undefined }>(
    (p) => `${p.what ?? "brackets"} are nested more than ${p.limit} deep`,
    { help: () => "name an inner part with `let`" },
  ),
  "too-large": error<{ size: string; limit: string }>(
    (p) => `the text is ${p.size} long; a file may have ${p.limit}`,
    { help: () => "split it, and import one part from the other" },
  ),
  "unknown-edition": error<{ edition: number | string; latest: number }>(
    (p) => `this dtp knows no edition ${p.edition}; the latest it knows is ${p.latest}`,
    { help: (p) => `write \`edition ${p.latest}\`, or install a newer dtp` },
  ),
  "misplaced-import": warning<{ name?: string | null | undefined }>(
    () => "imports must be at the top of a file",
    {
      help: () => "move it above the first definition",
    },
  ),
} as const;
