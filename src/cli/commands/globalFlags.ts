import type { Flag } from "./command.ts";

/** Flags that are valid before and after any command, such as `--help`. */
export const globalFlags: readonly Flag[] = [
  { name: "--help", short: "-h", doc: "print this help" },
  { name: "--version", short: "-V", doc: "print the versions of engine, language and data" },
];
