import type { BuildOptions } from "esbuild";

export function partition(given: {
  readonly root: string;
  readonly entries: Readonly<Record<string, string>>;
  readonly parts: Readonly<Record<string, readonly string[]>>;
  readonly options: BuildOptions;
}): Promise<{ readonly mains: ReadonlyMap<string, string>; readonly parts: ReadonlyMap<string, string> }>;
