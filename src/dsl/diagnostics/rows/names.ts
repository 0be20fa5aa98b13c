import { article, didYouMean, error, note } from "./row.ts";

/**
 * Suggestion of a field, followed by the field's documentation: "did you mean `micro_batch`? It is the number of
 * sequences in one micro-batch."
 */
function meantWithDoc(p: {
  readonly suggestion?: string | null | undefined;
  readonly doc?: string | null | undefined;
}): string | undefined {
  const question = didYouMean(p.suggestion);
  return question && p.doc ? `${question} ${p.doc.replace(/^The /, "It is the ")}` : question;
}

/** Advice for a missing field: "`layers`: The number of layers. Write for example `layers = 96`". */
function toWrite(
  field: string,
  p: { readonly doc?: string | null | undefined; readonly example?: string | null | undefined },
): string | undefined {
  const doc = p.doc ? `\`${field}\`: ${p.doc}` : undefined;
  return p.example ? `${doc ? `${doc} ` : ""}Write for example \`${field} = ${p.example}\`` : doc;
}

/** Catalogue of errors and notes on names, records, calls and imports. */
export const nameRows = {
  "unknown-name": error<{
    name: string;
    suggestion?: string | null | undefined;
    help?: string | null | undefined;
  }>((p) => `nothing here is called \`${p.name}\``, {
    label: () => "not defined",
    help: (p) => p.help ?? didYouMean(p.suggestion),
    value: true,
  }),
  "unknown-field": error<{
    kind: string;
    field: string;
    suggestion?: string | null | undefined;
    doc?: string | null | undefined;
    /** Setting that replaces the field, if the field is a switch of another tool: `zero = 3` for `fsdp`. */
    setting?: string | null | undefined;
  }>((p) => `${article(p.kind)} has no field \`${p.field}\``, {
    help: (p) => (p.setting ? `\`${p.field} = true\` is \`${p.setting}\` here` : meantWithDoc(p)),
  }),
  "unknown-function": error<{ name: string; suggestion?: string | null | undefined }>(
    (p) => `there is no function \`${p.name}\``,
    { help: (p) => didYouMean(p.suggestion), value: true },
  ),
  "unknown-argument": error<{
    function: string;
    argument: string;
    suggestion?: string | null | undefined;
    arguments?: string | null | undefined;
  }>((p) => `\`${p.function}\` takes no argument \`${p.argument}\``, {
    help: (p) => didYouMean(p.suggestion) ?? (p.arguments ? `it takes ${p.arguments}` : undefined),
  }),
  "unknown-word": error<{
    field: string;
    word: string;
    words: string;
    suggestion?: string | null | undefined;
  }>((p) => `\`${p.word}\` is not a value of \`${p.field}\``, {
    help: (p) => {
      const question = didYouMean(p.suggestion);
      return `${question ? `${question} ` : ""}\`${p.field}\` takes ${p.words}`;
    },
    value: true,
  }),
  "unknown-output": error<{
    of: string;
    output: string;
    suggestion?: string | null | undefined;
    doc?: string | null | undefined;
  }>((p) => `there is no result \`${p.output}\`${p.of === "model" ? " of a model alone" : ""}`, {
    help: (p) => meantWithDoc(p),
  }),
  "missing-field": error<{
    kind: string;
    name?: string | null | undefined;
    field: string;
    doc?: string | null | undefined;
    example?: string | null | undefined;
    for?: string | null | undefined;
  }>(
    (p) =>
      `${p.name ? `${p.kind} \`${p.name}\`` : article(p.kind)} needs \`${p.field}\`${p.for ? ` for \`${p.for}\`` : ""}`,
    {
      label: (p) => `\`${p.field}\` is not set`,
      help: (p) => toWrite(p.field, p),
    },
  ),
  "missing-argument": error<{
    function: string;
    argument: string;
    doc?: string | null | undefined;
    example?: string | null | undefined;
  }>((p) => `\`${p.function}\` needs the argument \`${p.argument}\``, {
    help: (p) => toWrite(p.argument, p),
  }),
  "duplicate-definition": error<{ name: string }>((p) => `\`${p.name}\` is defined twice`, {
    label: () => "the second definition",
    help: () => "give one of them another name; to change a thing use `with`",
  }),
  "taken-name": error<{ name: string; what: string }>((p) => `\`${p.name}\` is ${p.what}`, {
    label: () => "the language has this name",
    help: (p) => `choose another name, such as \`my_${p.name}\``,
  }),
  "duplicate-field": error<{ field: string }>((p) => `\`${p.field}\` is set twice in one record`, {
    label: () => "set again here",
  }),
  "cyclic-definition": error<{
    cycle: string;
    /** Field that reads itself; absent for longer cycles. */
    field?: string | null | undefined;
    /** Definition outside the record that has the field's name; absent for none. */
    hidden?: string | null | undefined;
  }>((p) => `this is defined by itself: ${p.cycle}`, {
    help(p) {
      if (p.field == null) return "give one of them a value that does not read the others";
      return p.hidden != null
        ? `\`${p.field}\` on the right is the field itself, which hides the definition \`${p.hidden}\`: names look in the record first. Rename the definition, as in \`own_${p.field}\``
        : `\`${p.field}\` on the right is the field itself: names look in the record first. Write its value`;
    },
  }),
  "unknown-import": error<{
    module: string;
    name?: string | null | undefined;
    suggestion?: string | null | undefined;
  }>(
    (p) =>
      p.name === undefined
        ? `there is no file \`${p.module}\` to import from`
        : `\`${p.module}\` defines no \`${p.name}\``,
    { help: (p) => didYouMean(p.suggestion), value: true },
  ),
  "import-cycle": error<{ cycle: string }>((p) => `these files import each other: ${p.cycle}`, {
    help: () => "move what both need into a third file",
  }),
  "import-outside-project": error<{ module: string }>((p) => `\`${p.module}\` lies outside the project`, {
    help: () => 'imports are "std/..." or "./..." below the project\'s folder; copy the file into it',
  }),
  "import-not-text": error<{ module: string; where: string }>(
    (p) => `\`${p.module}\` is not UTF-8 text (${p.where})`,
    {
      help: () =>
        "save it as UTF-8, for example with `iconv -f latin1 -t utf-8`; replace `latin1` by the encoding of the file",
    },
  ),
  "unknown-code": error<{ code: string; suggestion?: string | null | undefined }>(
    (p) => `there is no diagnostic \`${p.code}\``,
    {
      help: (p) => didYouMean(p.suggestion),
    },
  ),
  "unknown-magic": error<{
    magic: string;
    suggestion?: string | null | undefined;
    all?: string | null | undefined;
  }>((p) => `there is no \`${p.magic}\``, {
    label: () => "a line that begins with `%` speaks to the notebook",
    help: (p) => didYouMean(p.suggestion) ?? (p.all ? `there are ${p.all}` : undefined),
  }),
  "wrong-magic-argument": error<{ magic: string; argument: string; signature: string }>(
    (p) =>
      p.argument === ""
        ? `\`${p.magic}\` needs to know what to do`
        : `\`${p.magic}\` cannot do \`${p.argument}\``,
    { help: (p) => `write \`${p.signature}\`` },
  ),
  "no-help": error<{ word: string }>((p) => `there is no help on \`${p.word}\``, {
    help: () => "`%help` without a word prints the whole language; `%who` lists this notebook's names",
  }),
  "defined-elsewhere": note<{ name: string; where?: string | null | undefined }>(
    (p) =>
      `\`${p.name}\` was also defined ${p.where ? `in ${p.where}` : "in another cell"}; the last run wins`,
  ),
  "stale-outputs": note<{ what?: string | null; outputs: string; verb?: string | null | undefined }>((p) =>
    p.what
      ? `${p.what} changed: ${p.outputs} ${p.verb ?? "are"} stale`
      : `${p.outputs} ${p.verb ?? "are"} stale and could not be refreshed in place: run ${p.verb === "is" ? "its cell" : "their cells"} again`,
  ),
} as const;
