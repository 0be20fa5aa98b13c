import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Setting } from "../../../src/launch/carry/settings.ts";

/** One argument as its framework declares it. */
export interface Fact {
  readonly type?: string;
  readonly choices?: readonly (string | number)[];
  readonly nargs?: string | number;
  /** Takes no value. */
  readonly switch?: true;
  /** `--name` or `--name=value`. */
  readonly optional?: true;
}

/** A framework's own list of arguments, copied as names, types and choices from the version that the file names. */
export function facts(name: string): {
  readonly version: string;
  readonly arguments: Readonly<Record<string, Fact>>;
} {
  return JSON.parse(readFileSync(fileURLToPath(new URL(`${name}.json`, import.meta.url)), "utf8"));
}

/** Why a value does not fit what is declared; null where it does. */
export function misfit(fact: Fact | undefined, value: Setting): string | null {
  if (!fact) return "there is no such argument";
  if (fact.optional) return null;
  if (fact.switch) return value === true ? null : "it takes no value";
  const values = typeof value === "object" && value !== null ? value : [value];
  if (values.length !== 1 && fact.nargs === undefined && !fact.type?.startsWith("list"))
    return "it takes one value";
  for (const one of values) {
    if (fact.choices && !fact.choices.some((choice) => choice === one))
      return `${String(one)} is not offered`;
    if (fact.type === "int" && !Number.isInteger(one)) return `${String(one)} is no whole number`;
    if (fact.type === "float" && typeof one !== "number") return `${String(one)} is no number`;
    if (fact.type === "bool" && typeof one !== "boolean") return `${String(one)} is neither true nor false`;
  }
  return null;
}
