import type { Marks } from "../describe.ts";
import type { FieldRow, RecordRow } from "../notation/row.ts";
import { exerciseRow } from "../rows/exercise.ts";
import { plotRow } from "../rows/plot.ts";
import { predictRow } from "../rows/predict.ts";
import { kindRows, recordRow, tagsOf } from "../schema.ts";
import { familiesOf } from "./family.ts";
import { familyLines } from "./familyLines.ts";
import { code, recordLines, tableRow } from "./recordLines.ts";

interface Page {
  /** File name of the page, without its extension. */
  readonly name: string;
  readonly title: string;
  readonly intro: string;
  /** Kind of definition whose fields the page describes first; null for a page on the tags of one field. */
  readonly kind: RecordRow | null;
  readonly tags: readonly RecordRow[];
}

/** Fields whose tags have a page of their own, because they are many. */
const APART: Readonly<Record<string, Omit<Page, "tags" | "kind">>> = {
  framework: {
    name: "frameworks",
    title: "Frameworks: values of `plan.framework`",
    intro:
      "A framework gives a plan its defaults, says what its code can run, and carries the constants of its code. Every field can be set: `nanotron(fused = true)`.",
  },
  precision: {
    name: "formats",
    title: "Number formats: values of `plan.precision`",
    intro:
      "A format says in how many bytes weights, gradients, optimizer state and activations are stored. Every field can be set: `bf16(gradients = fp32)`.",
  },
};

const folder = "docs/reference/fields";

/**
 * Text of each page of docs/reference/fields/ and of the index docs/fields.md, made from the schema. The key is the
 * page's path.
 */
export function fieldPages(): Readonly<Record<string, string>> {
  const pages = pagesOfKinds();
  const pageOf = new Map(pages.flatMap(({ name, tags }) => tags.map((tag) => [tag.name, name] as const)));
  return {
    "docs/fields.md": index(pages),
    ...Object.fromEntries(pages.map((page) => [`${folder}/${page.name}.md`, pageText(page, pageOf)])),
  };
}

/** Pages of all kinds of definitions. A tag that several kinds accept is on the page of the first one. */
function pagesOfKinds(): readonly Page[] {
  const seen = new Set<string>();
  return [...kindRows, plotRow, exerciseRow, predictRow].flatMap((kind) => {
    const apart = kind.fields.flatMap((field) => {
      const page = APART[field.name];
      if (!page) return [];
      const tags = ownTags(field, seen);
      return [{ ...page, kind: null, tags }];
    });
    const tags = tagsUnder(kind, seen);
    return [{ name: kind.name, title: code(kind.name), intro: kind.doc, kind, tags }, ...apart];
  });
}

const ownTags = (field: FieldRow, seen: Set<string>): readonly RecordRow[] =>
  tagsOf(field.accepts).flatMap((name) => {
    const tag = recordRow(name);
    if (!tag || seen.has(name)) return [];
    seen.add(name);
    return [tag];
  });

/**
 * Tags that the fields of a record accept, and the tags that the fields of those tags accept. Tags in `seen` are left
 * out.
 */
function tagsUnder(record: RecordRow, seen: Set<string>): readonly RecordRow[] {
  return record.fields.flatMap((field) => {
    const tags = ownTags(field, seen);
    return [...tags, ...tags.flatMap((tag) => tagsUnder(tag, seen))];
  });
}

function pageText(page: Page, pageOf: ReadonlyMap<string, string>): string {
  const marks: Marks = {
    word: code,
    tag: (name) => {
      const at = pageOf.get(name);
      return `[${code(name)}](${at === undefined || at === page.name ? "" : `${at}.md`}#${name})`;
    },
  };
  const lines = [
    `# ${page.title}`,
    "",
    page.intro,
    "",
    "Generated from the schema by `npm run generate`. [All pages of fields](../../fields.md).",
    "",
  ];
  if (page.kind) lines.push(...recordLines(page.kind, marks));
  for (const one of familiesOf(page.tags)) {
    if ("members" in one) lines.push(...familyLines(one, marks));
    else lines.push(`### ${code(one.name)}`, "", one.doc, "", ...recordLines(one, marks));
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

function index(pages: readonly Page[]): string {
  const rows = pages.map(({ name, title, intro, kind, tags }) =>
    tableRow([
      `[${title}](reference/fields/${name}.md)`,
      intro,
      `${kind?.fields.length ?? ""}`,
      `${tags.length}`,
    ]),
  );
  const tags = pages
    .flatMap((page) => page.tags.map(({ name }) => ({ name, page: page.name })))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, page }) => `[${code(name)}](reference/fields/${page}.md#${name})`);
  return `# Fields

Generated from the schema by \`npm run generate\`; edit \`src/dsl/schema/rows/\` instead.

A default is an expression of the language. It is evaluated late, in the record that holds the field: change a field
that it reads, and it follows. Every field can be overridden with \`with { field = .. }\`.
\`dtp explain plan.tp\` in a terminal and \`%help plan.tp\` in a notebook print one field.

| page | what it describes | fields | tagged values |
|---|---|---|---|
${rows.join("\n")}

## Tagged values

A tagged value has fields of its own: \`gqa(heads = 16, kv_heads = 4)\`.

${tags.join(",\n")}.
`;
}
