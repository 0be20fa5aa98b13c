import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readCsv } from "../../src/dsl/csv/readCsv.ts";
import type { FieldRow, RecordRow } from "../../src/dsl/schema/notation/row.ts";
import { plotRow } from "../../src/dsl/schema/rows/plot.ts";
import { kindRows } from "../../src/dsl/schema/schema.ts";
import { createWorld } from "../../src/host/index.ts";
import { toHtml } from "../../src/report/index.ts";
import { createSession } from "../../src/session/index.ts";
import { deviceOf } from "../../src/validation/programs/machine/device.ts";
import { htmlBlock } from "./htmlBlock.mjs";

/** One page of the site that no file of the repository holds. */
interface LibraryPage {
  readonly path: string;
  readonly text: string;
}

/** Table of measured runs whose `gpu` column may name a device, with the word for its rows. */
const MEASURED: readonly (readonly [string, string])[] = [
  ["runs", "training runs"],
  ["nanotron", "training runs of nanotron's benchmark"],
  ["vtrain", "training runs of vTrain"],
  ["megatron_ci", "training runs of Megatron's tests"],
  ["gemm", "matmuls"],
  ["collectives", "collectives"],
];

/**
 * Pages of single fields, devices, models and clusters of the library, with an index of each kind.
 *
 * @param root the repository's folder
 */
export function libraryPages(root: string): readonly LibraryPage[] {
  const session = createSession(createWorld(root));
  const help = (word: string): string => {
    const found = session.help(word);
    // The page has the first heading as its own.
    return found === null ? "" : htmlBlock(toHtml({ blocks: found.blocks.slice(1) }));
  };
  const programs = programsOf(root);
  return [
    ...fieldPagesOf(help),
    ...definitionPages(root, session, programs, "devices", "device", measuredOn(root)),
    ...definitionPages(root, session, programs, "models", "model", () => ""),
    ...definitionPages(root, session, programs, "clusters", "cluster", () => ""),
  ];
}

function fieldPagesOf(help: (word: string) => string): readonly LibraryPage[] {
  const pages = [...kindRows, plotRow].flatMap((kind) =>
    kind.fields.map((field) => ({
      path: `docs/library/fields/${kind.name}/${field.name}.md`,
      kind,
      field,
      text: fieldText(kind, field, help(`${kind.name}.${field.name}`)),
    })),
  );
  const index = [...kindRows, plotRow].map((kind) =>
    [
      `## ${kind.name}`,
      "",
      kind.doc,
      "",
      kind.fields.map((field) => `[\`${field.name}\`](./${kind.name}/${field.name}.md)`).join(", "),
      "",
    ].join("\n"),
  );
  return [
    ...pages.map(({ path, text }) => ({ path, text })),
    { path: "docs/library/fields/index.md", text: `# Fields, a page each\n\n${index.join("\n")}` },
  ];
}

const fieldText = (kind: RecordRow, field: FieldRow, help: string): string =>
  [
    `# ${kind.name}.${field.name}`,
    "",
    help,
    "",
    `[All fields of \`${kind.name}\`](../../../reference/fields/${kind.name}.md) · [all fields](../index.md)`,
    "",
  ].join("\n");

/** Text of each of the library's programs by its name in an import. */
type Programs = ReadonlyMap<string, string>;

function programsOf(root: string): Programs {
  const files = readdirSync(join(root, "src/std"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".dtp"))
    .map((name) => name.replaceAll("\\", "/"))
    .toSorted();
  return new Map(
    files.map((name) => [
      `std/${name.replace(/\.dtp$/, "")}`,
      readFileSync(join(root, "src/std", name), "utf8"),
    ]),
  );
}

/** Pages of the definitions of one file of the library. */
function definitionPages(
  root: string,
  session: ReturnType<typeof createSession>,
  programs: Programs,
  file: string,
  kind: string,
  more: (name: string) => string,
): readonly LibraryPage[] {
  const source = readFileSync(join(root, `src/std/${file}.dtp`), "utf8");
  const found = [
    ...source.matchAll(new RegExp(`(?:^## (.*)\\n)?^${kind} (\\w+)[^\\n]*(?:\\n(?:  .*|\\}|\\)|)$)*`, "gm")),
  ];
  const pages = found.map(([whole, title, name = ""]) => {
    const text = whole.replace(/^## .*\n/, "").trimEnd();
    const { outputs } = session.run(`import ${name} from "std/${file}"\nshow ${name}`, {
      name,
      mode: "file",
    });
    const shown = outputs.map(({ document }) => htmlBlock(toHtml(document)));
    const users = [...programs].filter(
      ([path, other]) => path !== `std/${file}` && new RegExp(`\\b${name}\\b`).test(other),
    );
    return {
      name,
      title: title ?? name,
      path: `docs/library/${file}/${name}.md`,
      text: [
        `# ${name}`,
        "",
        prose(title ?? ""),
        "",
        ...shown,
        "",
        "## As the library says it",
        "",
        "````dtp source",
        text,
        "````",
        "",
        more(name),
        ...(users.length === 0
          ? []
          : [
              "## Where the library uses it",
              "",
              ...users.map(([path]) => `- [${path}](../../../src/${path}-dtp.md)`),
              "",
            ]),
        `[All ${file}](./index.md)`,
        "",
      ].join("\n"),
    };
  });
  const rows = pages.map(
    ({ name, title }) => `| [\`${name}\`](./${name}.md) | ${prose(title).replaceAll("|", "\\|")} |`,
  );
  return [
    ...pages.map(({ path, text }) => ({ path, text })),
    {
      path: `docs/library/${file}/index.md`,
      text: [
        `# ${file[0]?.toUpperCase()}${file.slice(1)} of the library`,
        "",
        `| name | what it is |`,
        "|---|---|",
        ...rows,
        "",
      ].join("\n"),
    },
  ];
}

/** Counts of measured rows on a device, by the device that the scoreboard reads in a table's `gpu` cell. */
function measuredOn(root: string): (name: string) => string {
  const tables = MEASURED.map(([table, what]) => {
    const [head, ...rows] = readCsv(readFileSync(join(root, `validation/${table}.csv`), "utf8")).records;
    const columns = head?.cells.map(({ text }) => text) ?? [];
    const [gpu, memory] = [columns.indexOf("gpu"), columns.indexOf("gpu_mem_gb")];
    const devices = rows.map(({ cells }) => {
      const gigabytes = Number(cells[memory]?.text || Number.NaN);
      return deviceOf(cells[gpu]?.text ?? "", Number.isNaN(gigabytes) ? undefined : gigabytes)?.std;
    });
    return { table, what, devices };
  });
  return (name) => {
    const rows = tables
      .map(({ table, what, devices }) => ({
        table,
        what,
        n: devices.filter((one) => one === name).length,
      }))
      .filter(({ n }) => n > 0);
    if (rows.length === 0) return "";
    return [
      "## What was measured on it",
      "",
      "| table | measured |",
      "|---|---|",
      ...rows.map(
        ({ table, what, n }) => `| \`validation/${table}.csv\` | ${n.toLocaleString("en")} ${what} |`,
      ),
      "",
      "[The engine against measured runs](../../validation.md)",
      "",
    ].join("\n");
  };
}

const prose = (text: string): string => text.replaceAll("{{", "&#123;&#123;").replaceAll("<", "&lt;");
