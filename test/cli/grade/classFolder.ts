import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { dtp } from "../../../src/cli/dtp.ts";
import { evaluateHere } from "../../../src/cli/evaluateHere.ts";
import { testIo } from "../testIo.ts";

/** Beginning of a lesson whose exercises ask for a plan beside `start`. */
export const LESSON_START = `edition 2026
import dgx_h100 from "std/clusters"
import llama3_8b from "std/models"

plan start {
  dp = fill
  zero = 1
  seq_len = 8Ki
  global_batch = 128 sequences
  recompute = full
}
let base = llama3_8b on (dgx_h100 with { nodes = 4 }) with start
`;

/** Folder of a teacher, new for each test, in which `dtp` runs. */
export function classFolder() {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "dtp-class-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const pathOf = (name: string): string => join(folder, name);
  return {
    pathOf,
    put: (name: string, text: string | Uint8Array): void => {
      mkdirSync(dirname(pathOf(name)), { recursive: true });
      writeFileSync(pathOf(name), text);
    },
    read: (name: string): string => readFileSync(pathOf(name), "utf8"),
    run: async (...argv: readonly string[]) => {
      const io = testIo({ cwd: folder, evaluate: async (request, events) => evaluateHere(request, events) });
      const code = await dtp(argv, io);
      return { code, out: io.stdoutText(), err: io.stderrText() };
    },
  };
}
