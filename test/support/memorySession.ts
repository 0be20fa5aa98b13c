import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createSession, type RunResult, type Session, type World } from "../../src/session/index.ts";

const std = join(import.meta.dirname, "../../src/std");

/** A session over files in memory and the shipped library. */
export function memorySession(
  files: Readonly<Record<string, string>> = {},
  extra: Partial<World> = {},
): Session {
  return createSession({
    read: memoryRead(files),
    list: () => ["std/clusters", "std/devices", "std/models"],
    interrupted: () => false,
    ...extra,
  });
}

/** Reader of files in memory and of the shipped library. */
export function memoryRead(files: Readonly<Record<string, string>> = {}): World["read"] {
  return (specifier) => {
    if (specifier.startsWith("std/")) {
      const path = join(std, `${specifier.slice(4)}.dtp`);
      return existsSync(path)
        ? { name: specifier, text: readFileSync(path, "utf8") }
        : { problem: "missing" };
    }
    const name = specifier.replace(/^\.\//, "");
    const text = Object.hasOwn(files, name) ? files[name] : undefined;
    return text === undefined ? { problem: "missing" } : { name, text };
  };
}

let count = 0;
/** Runs a cell, named as the kernel names it. */
export function cell(session: Session, text: string, name = `[${++count}]`): RunResult {
  return session.run(text, { name, mode: "cell" });
}

/** Value that `show e` printed, as data in base units. */
export function shown(session: Session, expr: string): unknown {
  const result = cell(session, `show ${expr}`, "[show]");
  const data = result.outputs.find((one) => one.kind === "show")?.data;
  return isQuantity(data)
    ? data.value
    : result.diagnostics.length > 0 && data === undefined
      ? codes(result)
      : data;
}

export function codes(result: RunResult): readonly string[] {
  return result.diagnostics.map((one) => one.code);
}

function isQuantity(data: unknown): data is { readonly value: number } {
  return typeof data === "object" && data !== null && "value" in data && "unit" in data;
}

/** Program for GPT-3 on 64 GPUs of Selene, as a start for tests. */
export const BASE = `
import selene from "std/clusters"
import gpt3_175b from "std/models"
plan p {
  tp = 8
  pp = 8
  vpp = 3
  schedule = interleaved_1f1b
  sequence_parallel = true
  seq_len = 2_048
  micro_batch = 1
  global_batch = 64 sequences
}
cluster c = selene with { nodes = 8 }
let t = gpt3_175b on c with p
`;
