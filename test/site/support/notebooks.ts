import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SavedOutput, Step } from "../page/task.ts";

const folder = join(import.meta.dirname, "../../../notebooks");

interface Cell {
  readonly cell_type: string;
  readonly source: string | readonly string[];
  readonly outputs?: readonly SavedOutput[];
}

/** Shipped notebook: its code cells, and the outputs that are saved with them. */
export interface Shipped {
  readonly step: Extract<Step, { readonly kind: "notebook" }>;
  readonly saved: readonly (readonly SavedOutput[])[];
}

/** Every shipped notebook, by its path. */
export const shipped: readonly Shipped[] = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ipynb"))
  .sort()
  .map((path) => {
    const { cells } = JSON.parse(readFileSync(join(folder, path), "utf8")) as {
      readonly cells: readonly Cell[];
    };
    const code = cells.filter(({ cell_type }) => cell_type === "code");
    return {
      step: {
        kind: "notebook",
        id: path,
        cells: code.map(({ source }) => joined(source)),
        files: filesBeside(dirname(path)),
      },
      saved: code.map(({ outputs = [] }) => outputs.map(whole)),
    };
  });

/** Programs and tables in a notebook's folder, which it may import. */
function filesBeside(path: string): Readonly<Record<string, string>> {
  const names = readdirSync(join(folder, path), { recursive: true, encoding: "utf8" });
  return Object.fromEntries(
    names
      .filter((name) => /\.(dtp|csv|json|log|txt)$/.test(name))
      .map((name) => [name.replaceAll("\\", "/"), readFileSync(join(folder, path, name), "utf8")]),
  );
}

function joined(text: string | readonly string[]): string {
  return typeof text === "string" ? text : text.join("");
}

/** Saved output with its texts joined: a notebook's file has them as lines. */
function whole(output: SavedOutput): SavedOutput {
  const data = output.data as Readonly<Record<string, unknown>> | undefined;
  const isLines = (one: unknown): one is readonly string[] =>
    Array.isArray(one) && one.every((line) => typeof line === "string");
  const entries = Object.entries(data ?? {}).map(([type, value]) => [
    type,
    isLines(value) ? joined(value) : value,
  ]);
  return {
    ...output,
    ...(data === undefined ? {} : { data: Object.fromEntries(entries) }),
    ...(isLines(output.text) ? { text: joined(output.text) } : {}),
  };
}
