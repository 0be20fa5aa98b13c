import Module, { createRequire } from "node:module";
import { dirname } from "node:path";
import type ts from "typescript";
import { compiledModule } from "../../host/index.ts";
import type { Converter, Mistake } from "./conversion.ts";
import { fileChanges } from "./fileChanges.ts";
import { LEAN_CONSOLE } from "./leanConsole.ts";
import { sourceMaps } from "./sourceMaps.ts";
import type { Surroundings } from "./surroundings.ts";
import { tslabCompiler } from "./tslabCompiler.ts";

/** Part of tslab's `dist/converter` that is used here. */
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

/** Number of lines that tslab adds before a source. */
const PREFIX_LINES = 1;

let loaded: typeof ts | null = null;

/**
 * Loads the TypeScript compiler, nine megabytes. Its compiled code is cached for the user, and it is loaded
 * once per process.
 */
function typescript(path: string): typeof ts {
  loaded ??= compiledModule(path).exports as typeof ts;
  return loaded;
}

/**
 * Loads the converter of TypeScript cells. `ambient` declares what every cell sees, besides Node's
 * declarations unless `surroundings` is "lean". Throws when tslab is not installed. Loading takes about a
 * second, and half of that without Node's declarations.
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
  // tslab reads its compiler through this entry once, when its converter loads. Our compiler must stay
  // private to it.
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

/**
 * Names that the converted code of a cell exports. `exports.a = exports.b = void 0` declares a and b; an
 * import is a property with a getter.
 */
function declaredIn(code: string): ReadonlySet<string> {
  const values = [...code.matchAll(/^exports\.([\w$]+(?: = exports\.[\w$]+)*) = void 0;$/gm)];
  const imports = [...code.matchAll(/^Object\.defineProperty\(exports, "([\w$]+)"/gm)];
  return new Set([
    ...values.flatMap(([, list = ""]) => list.split(" = exports.")),
    ...imports.map(([, name = ""]) => name),
  ]);
}

/**
 * Span moved to lie inside the source. tslab adds a list of exports below the source; a span there becomes
 * the source's end.
 */
function spanIn(
  source: string,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } {
  const within = (offset: number) => Math.min(Math.max(offset, 0), source.length);
  return { start: within(start), end: within(end) };
}
