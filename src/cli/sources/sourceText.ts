import { createHash } from "node:crypto";
import { basename } from "node:path";
import { importedTexts } from "./importedTexts.ts";

interface Program {
  readonly name: string;
  readonly text: string;
  readonly folder: string;
  readonly root: string;
  /** Absolute path of the program; null for standard input. */
  readonly path: string | null;
}

/** Digits of a file's hash that captions show. 48 bits tell a project's versions of a file apart. */
const DIGITS = 12;

/**
 * Program that a figure or a table was made from, with the files that it imports, each with the first digits of the SHA-256 of its
 * bytes, and the fields that `--set` changed: `plan.dtp (SHA-256 3f2a91c04b7d), cluster.dtp (SHA-256 88d1c0aa97e2)`. `sha256sum plan.dtp` begins with them.
 */
export function sourceText(program: Program, overrides: readonly string[] = []): string {
  const own = program.path === null ? program.name : basename(program.path);
  const files = new Map([[own, program.text], ...importedTexts(program).files]);
  const made = [...files].map(([name, text]) => `${name} (SHA-256 ${digest(text)})`).join(", ");
  return overrides.length === 0 ? made : `${made}, with ${overrides.join(", ")}`;
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, DIGITS);
