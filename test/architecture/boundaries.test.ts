import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tableOf } from "./document.ts";
import { code, files, type Import, imports, importsOf, src, targetOf } from "./imports.ts";

type Room =
  | "units"
  | "measured"
  | "engine"
  | "uncertainty"
  | "dsl"
  | "report"
  | "launch"
  | "session"
  | "diff"
  | "host"
  | "validation"
  | "calibration"
  | "library"
  | "lsp"
  | "kernel/core"
  | "web"
  | "editor"
  | "page"
  | "play"
  | "kernel"
  | "cli"
  | "lab"
  | "lite"
  | "vscode"
  | "index";

/**
 * Which rooms a room may import, beside itself. `types` of a room: only `import type`. A text names the one file or folder that
 * is allowed. This is ARCHITECTURE.md's table.
 */
const allowed: Readonly<Record<Room, Readonly<Partial<Record<Room, "all" | "types" | readonly string[]>>>>> =
  {
    units: {},
    measured: {},
    engine: { units: "all" },
    uncertainty: { engine: "all" },
    dsl: { units: "all", measured: "all", engine: "types" },
    report: { units: "all", engine: "types", uncertainty: "types" },
    // A plan as files of other programs, and back: words and defaults of the language, the engine for what fits.
    launch: { engine: "all", dsl: ["dsl/schema", "dsl/diagnostics/suggest.ts"] },
    session: {
      units: "all",
      measured: "all",
      engine: "all",
      uncertainty: "all",
      dsl: "all",
      report: "all",
      launch: "all",
    },
    // Two programs compared: what changed, and what that does.
    diff: { units: "all", report: "all", session: "all", dsl: ["dsl/diagnostics", "dsl/syntax"] },
    // The file reader fulfils the session's interface.
    host: {
      measured: ["measured/isMeasuredFile.ts", "measured/binaryFile.ts"],
      session: "types",
      dsl: "types",
    },
    validation: {
      units: "all",
      engine: "all",
      uncertainty: "all",
      dsl: "all",
      report: "all",
      session: "all",
    },
    calibration: {
      units: "all",
      engine: "all",
      dsl: "all",
      report: "types",
      session: "types",
      validation: "all",
    },
    // A kernel's answers, in a process or in a page.
    "kernel/core": {
      units: "all",
      report: "all",
      session: "all",
      dsl: ["dsl/diagnostics", "dsl/syntax"],
    },
    // A language server's answers, over any connection.
    lsp: {
      units: "all",
      report: "all",
      session: "all",
      dsl: ["dsl/ast", "dsl/diagnostics", "dsl/syntax", "dsl/services"],
      "kernel/core": ["kernel/core/cells"],
    },
    // The language in a page's workers.
    web: {
      units: "all",
      measured: ["measured/isMeasuredFile.ts", "measured/binaryFile.ts"],
      report: "all",
      session: "all",
      lsp: "all",
      "kernel/core": "all",
      dsl: ["dsl/diagnostics", "dsl/syntax"],
    },
    // Parts of pages of all hosts: the editor's language, elements that answer.
    editor: {
      units: ["units/withUnit.ts", "units/unit.ts", "units/scale.ts"],
      dsl: ["dsl/syntax/tokens/number.ts", "dsl/ast/words.ts"],
      report: [
        "report/document",
        "report/render",
        "report/figures/theme/theme.ts",
        "report/figures/theme/darkColors.ts",
      ],
    },
    // A page's own script.
    page: {
      report: ["report/render/livePage.ts"],
      web: ["web/client", "web/protocol", "web/index.ts"],
      editor: "all",
    },
    // The playground.
    play: {
      editor: "all",
      web: ["web/client", "web/protocol", "web/index.ts"],
      report: [
        "report/document/control.ts",
        "report/figures/theme/darkColors.ts",
        "report/render/plotlyConfig.ts",
      ],
    },
    kernel: {
      units: "all",
      report: "all",
      session: "all",
      host: "all",
      "kernel/core": "all",
      dsl: ["dsl/diagnostics", "dsl/syntax"],
    },
    cli: {
      units: "all",
      measured: ["measured/index.ts"],
      report: "all",
      session: "all",
      host: "all",
      dsl: ["dsl/diagnostics", "dsl/syntax"],
      kernel: ["kernel/install", "kernel/loadEvaluation.ts"],
      "kernel/core": ["kernel/core/magics/readMagics.ts"],
      validation: ["validation/rows/row.ts"],
      calibration: "all",
      launch: "all",
      diff: "all",
      lsp: "all",
    },
    // A page's code: small parts that load nothing else.
    lab: {
      editor: "all",
      kernel: ["kernel/install/logo.ts"],
      web: ["web/client", "web/files", "web/index.ts"],
    },
    lite: {
      "kernel/core": ["kernel/core/protocol/message.ts"],
      kernel: ["kernel/install/logo.ts"],
      web: "all",
    },
    // Code of an editor and of its notebooks' pages: small parts that load nothing else.
    vscode: {
      report: ["report/render/pageStyle.ts"],
      editor: ["editor/controls", "editor/figures", "editor/watchedEndings.ts"],
    },
    library: { report: "all", session: "all", host: "all", dsl: ["dsl/diagnostics"] },
    // The library's entry.
    index: {
      library: "all",
      units: "all",
      engine: "all",
      uncertainty: "all",
      dsl: "all",
      report: "all",
      session: "all",
      host: "all",
    },
  };

/** Packages that one part of the tree owns. The tokens, the parser and what reads their output are `dsl/syntax/`. */
const owners: Readonly<Record<string, readonly string[]>> = {
  chevrotain: ["dsl/syntax/"],
  "@noble/hashes": ["session/exercise/"],
  mathjs: ["units/", "engine/formulas/"],
  "fast-equals": ["engine/trainingStep/inputs/"],
  fflate: ["measured/json/"],
  tinyqueue: ["engine/search/", "engine/serving/"],
  zeromq: ["kernel/"],
  typescript: ["kernel/ts/"],
  "plotly.js-cartesian-dist-min": ["report/svg/"],
  "plotly.js-dist": ["report/svg/", "lab/", "vscode/"],
  "@jupyterlab": ["lab/", "lite/"],
  "@jupyterlite": ["lite/"],
  "@lumino": ["lab/", "lite/"],
  "@codemirror": ["editor/", "play/", "lab/"],
  "vscode-languageserver": ["lsp/", "cli/lsp/", "web/languageWorker.ts"],
  "vscode-languageclient": ["vscode/"],
  vscode: ["vscode/"],
  "vscode-languageserver-textdocument": ["lsp/"],
  "@lezer": ["editor/", "play/", "lab/"],
};
const touchesWorld: readonly Room[] = ["host", "kernel", "cli"];

describe("import boundaries", () => {
  test("the reader of import lines sees every form", () => {
    const text = [
      'import a from "x1";',
      'import type { B } from "./x2.ts";',
      "import {\n  c,\n  d,\n} from '../x3.ts';",
      'export { e } from "./x4.ts";',
      'export type * from "./x5.ts";',
      'const f = await import("./x6.ts");',
      'import "x7";',
      'let g: import("./x8.ts").G;',
      'import { type H, type I } from "./x9.ts";',
    ].join("\n");
    const found = importsOf("probe.ts", text);
    expect(found.map(({ specifier }) => specifier).sort()).toEqual(
      ["../x3.ts", "./x2.ts", "./x4.ts", "./x5.ts", "./x6.ts", "./x8.ts", "./x9.ts", "x1", "x7"].sort(),
    );
    const types = found.filter(({ typeOnly }) => typeOnly).map(({ specifier }) => specifier);
    expect(types.sort()).toEqual(["./x2.ts", "./x5.ts", "./x8.ts", "./x9.ts"]);
    expect(found.filter(({ lazy }) => lazy).map(({ specifier }) => specifier)).toEqual(["./x6.ts"]);
  });

  test("rooms import only what the table allows", () => {
    expect(imports.length).toBeGreaterThan(20);
    expect(imports.flatMap(roomViolation)).toEqual([]);
  });

  test("ARCHITECTURE.md's table says the same", () => {
    const said = tableOf("may import").map(([room, what = ""]) => [
      room,
      what.replace(/ \((?!types\)).*?\)/g, " (parts)"),
    ]);
    const checked = Object.entries(allowed).map(([room, rooms]) => {
      const words = Object.entries(rooms).map(([to, how]) =>
        how === "all" ? to : how === "types" ? `${to} (types)` : `${to} (parts)`,
      );
      if (touchesWorld.some((one) => one === room)) words.push("Node");
      return [room, words.length > 0 ? words.sort().join(", ") : "nothing"];
    });
    const sorted = said.map(([room, what = ""]) => [room, what.split(", ").sort().join(", ")]);
    expect(Object.fromEntries(sorted)).toEqual(Object.fromEntries(checked));
    // A room stands below those that it may import.
    const order = said.map(([room]) => room);
    const upwards = Object.entries(allowed).flatMap(([room, rooms]) =>
      Object.entries(rooms).flatMap(([to]) =>
        order.indexOf(to) < order.indexOf(room) ? [] : [`${room} imports ${to}`],
      ),
    );
    expect(upwards).toEqual([]);
  });

  test("packages stay with their owners", () => {
    const wrong = imports.flatMap(({ file, specifier }) => {
      const owner = Object.entries(owners).find(
        ([name]) => specifier === name || specifier.startsWith(`${name}/`),
      );
      return owner && !owner[1].some((folder) => file.startsWith(folder))
        ? [`${file} imports ${specifier}`]
        : [];
    });
    expect(wrong).toEqual([]);
  });

  test("only kernel, cli and host touch Node", () => {
    const inWorld = (file: string) => touchesWorld.some((room) => room === roomOf(file));
    const wrong = imports.filter(({ file, specifier }) => specifier.startsWith("node:") && !inWorld(file));
    expect(wrong.map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual([]);
    const globals = files.filter(
      (file) =>
        !inWorld(file) &&
        /\b(process|Buffer|__dirname)\s*[.[]/.test(code(readFileSync(join(src, file), "utf8"))),
    );
    expect(globals).toEqual([]);
  });

  test("every relative import names a file with its extension", () => {
    const wrong = imports.filter(({ specifier }) => specifier.startsWith(".") && !specifier.endsWith(".ts"));
    expect(wrong).toEqual([]);
  });
});

function roomViolation(one: Import): readonly string[] {
  const { file, typeOnly, lazy } = one;
  const target = targetOf(one);
  if (target === null) return [];
  const from = roomOf(file);
  const to = roomOf(target);
  if (from === to) return [];
  const complaint = [`${file} imports ${target}`];
  if (!from || !to) return complaint;
  const rule = allowed[from][to];
  if (rule === "all") return [];
  if (rule === "types") return typeOnly ? [] : complaint;
  if (rule === undefined) return complaint;
  // The command loads the kernel's installer, or its reader of magics, only when a command needs it. Its entry of the evaluation is
  // the kernel's as well.
  const late = from === "cli" && (to === "kernel" || to === "kernel/core") && file !== "cli/evaluation.ts";
  if (late && !lazy && !typeOnly) return complaint;
  return rule.some((path) => target.startsWith(path)) ? [] : complaint;
}

function roomOf(file: string): Room | null {
  const [first = "", second = ""] = file.split("/");
  if (first === "index.ts") return "index";
  const rooms: readonly string[] = Object.keys(allowed);
  // A room of its own inside another, such as `kernel/core`.
  const found = [`${first}/${second}`, first].find((room) => rooms.includes(room));
  return found !== undefined && found !== "index" ? (found as Room) : null;
}
