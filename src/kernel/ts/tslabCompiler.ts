import { join } from "node:path";
import type ts from "typescript";
import type { FileChanges } from "./fileChanges.ts";
import { loopPolls } from "./loopPolls.ts";
import type { SourceMaps } from "./sourceMaps.ts";

/** TypeScript compiler that is given to tslab, with a different file system host and different output. */
export function tslabCompiler(
  compiler: typeof ts,
  ambient: string,
  typeRoot: string,
  types: readonly string[],
  changes: FileChanges,
  maps: SourceMaps,
): typeof ts {
  const ambientFile = join(compiler.sys.getCurrentDirectory(), "__dtp__.d.ts").replaceAll("\\", "/");
  const sys: ts.System = {
    ...compiler.sys,
    readFile: (path, encoding) => (path === ambientFile ? ambient : compiler.sys.readFile(path, encoding)),
    fileExists: (path) => path === ambientFile || compiler.sys.fileExists(path),
    watchFile: changes.watch,
    watchDirectory: () => ({ close() {} }),
  };
  const createWatchCompilerHost = (
    files: string[],
    options: ts.CompilerOptions,
    system: ts.System,
    ...rest: readonly unknown[]
  ) => {
    const settings: ts.CompilerOptions = {
      ...options,
      // Packages in the folder's own node_modules/@types must not apply to cells.
      types: [...types],
      typeRoots: [typeRoot],
      inlineSourceMap: true,
    };
    const create = compiler.createWatchCompilerHost as unknown as (
      ...args: readonly unknown[]
    ) => ts.WatchCompilerHostOfFilesAndCompilerOptions<ts.BuilderProgram>;
    const host = create([...files, ambientFile], settings, system, ...rest);
    const cache = compiler.createModuleResolutionCache(sys.getCurrentDirectory(), (name) => name, settings);
    // Resolve missing imports again: they may have been installed or written since.
    const incomplete = new Set<string>();
    host.resolveModuleNames = (names, containing) => {
      const isOwn = !containing.includes("/node_modules/");
      const found = names.map(
        (name) =>
          compiler.resolveModuleName(name, containing, settings, system, isOwn ? undefined : cache)
            .resolvedModule,
      );
      if (isOwn && found.includes(undefined)) incomplete.add(containing);
      else incomplete.delete(containing);
      return found;
    };
    host.hasInvalidatedResolutions = (path) => incomplete.has(path);
    return host;
  };
  const transpileModule: typeof ts.transpileModule = (js, options) => {
    const made = compiler.transpileModule(js, {
      ...options,
      compilerOptions: { ...options.compilerOptions, sourceMap: true },
      transformers: { before: [loopPolls(compiler)] },
    });
    return { ...made, outputText: maps.keep(js, made.outputText, made.sourceMapText ?? "") };
  };
  return Object.assign({}, compiler, { sys, createWatchCompilerHost, transpileModule });
}
