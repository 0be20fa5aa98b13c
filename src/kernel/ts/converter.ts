import Module, { createRequire } from "node:module";
import { dirname } from "node:path";
import type ts from "typescript";
import { compiledModule } from "../../host/index.ts";
import { fileChanges } from "./fileChanges.ts";
import { LEAN_CONSOLE } from "./leanConsole.ts";
import type { Surroundings } from "./nodeOnDemand.ts";
import { type Position, sourceMaps } from "./sourceMaps.ts";
import { tslabCompiler } from "./tslabCompiler.ts";

/**
 * The one place that knows tslab: its converter, loaded from a path that its package does not promise, and its copy of
 * TypeScript. `test/kernel/ts/converter.test.ts` is the contract. tslab's own settings are changed on the way in: only Node's types
 * are loaded, files are looked at when a cell runs instead of watched, source maps are kept, loops can be stopped.
 */
export interface Converter {
  /** `declarations` are those of earlier cells. */
  convert(declarations: string, source: string): Converted;
  complete(declarations: string, source: string, offset: number): Completions;
  /** Null where there is nothing to say. */
  inspect(declarations: string, source: string, offset: number): QuickInfo | null;
  /** Whether a console should run the text now, or wait for more. */
  isComplete(source: string): { readonly completed: boolean; readonly indent: string };
}

export type Converted =
  | { readonly kind: "wrong"; readonly mistakes: readonly Mistake[] }
  | {
      readonly kind: "converted";
      /** The body of a function of `exports` and `require`. */
      readonly code: string;
      /** What later cells see of this one and of those before it. */
      readonly declarations: string;
      /** The names that the source itself declares. */
      readonly declared: ReadonlySet<string>;
      /** The export that holds the value of the last expression. */
      readonly last: string | null;
      readonly awaits: boolean;
      /** Of files that the source imports: path → CommonJS. */
      readonly files: ReadonlyMap<string, string>;
      /** Where a place of `code` comes from in the source, lines and columns from 0; null for what the converter added. */
      original(place: Position): Position | null;
    };

export interface Mistake {
  readonly code: number;
  readonly message: string;
  /** Offsets in the source; null for a mistake in another file. */
  readonly span: { readonly start: number; readonly end: number } | null;
  readonly file: string | null;
}

export interface Completions {
  readonly start: number;
  readonly end: number;
  readonly items: readonly { readonly text: string; readonly kind: string }[];
}

export interface QuickInfo {
  readonly signature: string;
  readonly doc: string;
}

/** tslab's `dist/converter`, as far as it is used. */
interface Tslab {
  createConverter(): {
    convert(
      prevDecl: string,
      src: string,
    ): {
      readonly output?: string;
      readonly declOutput?: string;
      readonly diagnostics: readonly {
        readonly start: { readonly offset: number };
        readonly end: { readonly offset: number };
        readonly messageText: string;
        readonly code: number;
        readonly fileName?: string;
      }[];
      readonly hasToplevelAwait?: boolean;
      readonly lastExpressionVar?: string;
      readonly sideOutputs?: readonly { readonly path: string; readonly data: string }[];
    };
    inspect(prevDecl: string, src: string, position: number): ts.QuickInfo | undefined;
    complete(
      prevDecl: string,
      src: string,
      position: number,
    ): {
      readonly start: number;
      readonly end: number;
      readonly candidates: readonly string[];
      readonly original?: ts.CompletionInfo;
    };
  };
  isCompleteCode(content: string): { readonly completed: boolean; readonly indent?: string };
}

/** Lines that tslab puts before a source. */
const PREFIX_LINES = 1;

let loaded: typeof ts | null = null;

/** Nine megabytes: compiled once for the user, run once for the process. */
function typescript(path: string): typeof ts {
  loaded ??= compiledModule(path).exports as typeof ts;
  return loaded;
}

/**
 * `ambient` declares what every cell sees, beside Node unless the surroundings are lean. Throws when tslab is not installed.
 * Takes about a second, and half of that without Node.
 */
export function loadConverter(ambient: string, surroundings: Surroundings = "node"): Converter {
  const require = createRequire(import.meta.url);
  const converterPath = require.resolve("tslab/dist/converter");
  const fromTslab = createRequire(converterPath);
  const compilerPath = fromTslab.resolve("@tslab/typescript-for-tslab");
  const compiler = typescript(compilerPath);
  const changes = fileChanges();
  const maps = sourceMaps(PREFIX_LINES);
  const ours = tslabCompiler(
    compiler,
    surroundings === "node" ? ambient : `${ambient}\n${LEAN_CONSOLE}`,
    dirname(dirname(fromTslab.resolve("@types/node/package.json"))),
    surroundings === "node" ? ["node"] : [],
    changes,
    maps,
  );
  // tslab reads its compiler through this entry once, when its converter is loaded; ours is nobody else's
  const entry = new Module(compilerPath);
  Object.assign(entry, { exports: ours, loaded: true });
  const before = require.cache[compilerPath];
  require.cache[compilerPath] = entry;
  let tslab: Tslab;
  try {
    delete require.cache[converterPath];
    tslab = require(converterPath) as Tslab;
  } finally {
    if (before) require.cache[compilerPath] = before;
    else delete require.cache[compilerPath];
    delete require.cache[converterPath];
  }
  const converter = tslab.createConverter();
  return {
    convert(declarations, source) {
      changes.tell();
      maps.clear();
      const made = converter.convert(declarations, source);
      if (made.diagnostics.length > 0) {
        const mistakes = made.diagnostics.map(({ start, end, messageText, code, fileName }): Mistake => {
          const span = fileName === undefined ? spanIn(source, start.offset, end.offset) : null;
          return { code, message: messageText, span, file: fileName ?? null };
        });
        return { kind: "wrong", mistakes };
      }
      const code = made.output ?? "";
      return {
        kind: "converted",
        code,
        declarations: made.declOutput ?? "",
        declared: declaredIn(code),
        last: made.lastExpressionVar ?? null,
        awaits: made.hasToplevelAwait === true,
        files: new Map((made.sideOutputs ?? []).map(({ path, data }) => [path, data])),
        original: maps.reader(code),
      };
    },
    complete(declarations, source, offset) {
      changes.tell();
      const { start, end, candidates, original } = converter.complete(declarations, source, offset);
      const kinds = new Map((original?.entries ?? []).map(({ name, kind }) => [name, String(kind)]));
      return { start, end, items: candidates.map((text) => ({ text, kind: kinds.get(text) ?? "" })) };
    },
    inspect(declarations, source, offset) {
      changes.tell();
      const info = converter.inspect(declarations, source, offset);
      if (!info) return null;
      const joined = (parts: readonly ts.SymbolDisplayPart[] | undefined) =>
        (parts ?? []).map(({ text }) => text).join("");
      return { signature: joined(info.displayParts), doc: joined(info.documentation) };
    },
    isComplete(source) {
      const { completed, indent } = tslab.isCompleteCode(source);
      return { completed, indent: indent ?? "" };
    },
  };
}

/** `exports.a = exports.b = void 0` declares a and b; what is imported is a property with a getter. */
function declaredIn(code: string): ReadonlySet<string> {
  const values = [...code.matchAll(/^exports\.([\w$]+(?: = exports\.[\w$]+)*) = void 0;$/gm)];
  const imports = [...code.matchAll(/^Object\.defineProperty\(exports, "([\w$]+)"/gm)];
  return new Set([
    ...values.flatMap(([, list = ""]) => list.split(" = exports.")),
    ...imports.map(([, name = ""]) => name),
  ]);
}

/** tslab adds a list of exports below the source; what is said of that is said of the source's end. */
function spanIn(
  source: string,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } {
  const within = (offset: number) => Math.min(Math.max(offset, 0), source.length);
  return { start: within(start), end: within(end) };
}
