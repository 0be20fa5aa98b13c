/**
 * Declaration of `console` with the methods that Node gives it, for cells that are checked without Node's
 * declarations.
 */
export const LEAN_CONSOLE = `
interface Console {
  ${["log", "info", "debug", "warn", "error", "trace", "group", "groupCollapsed"]
    .map((name) => `${name}(...data: any[]): void;`)
    .join("\n  ")}
  assert(condition?: unknown, ...data: any[]): void;
  clear(): void;
  count(label?: string): void;
  countReset(label?: string): void;
  dir(item?: any, options?: { depth?: number | null; colors?: boolean; showHidden?: boolean }): void;
  dirxml(...data: any[]): void;
  groupEnd(): void;
  table(rows?: any, columns?: readonly string[]): void;
  time(label?: string): void;
  timeEnd(label?: string): void;
  timeLog(label?: string, ...data: any[]): void;
}
declare var console: Console;
`;
