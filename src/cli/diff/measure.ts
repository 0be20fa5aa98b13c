import type { Numbers } from "../../session/index.ts";
import { createSession, type World } from "../../session/index.ts";
import { type Piece, programOf } from "./parts.ts";

/** What of a scenario is compared: the name of a column, its expression, its base unit, and what a reader calls it. */
export const MEASURES = [
  { name: "peak", expr: "memory.peak", base: "B", label: "memory per device" },
  { name: "step_time", expr: "step_time", base: "s", label: "step time" },
  { name: "tokens_per_s", expr: "tokens_per_s", base: "token/s", label: "throughput" },
  { name: "mfu", expr: "mfu", base: "1", label: "MFU" },
  { name: "time_to_train", expr: "time_to_train", base: "s", label: "time to train" },
  { name: "cost", expr: "cost", base: "$", label: "cost" },
] as const;

export interface Measured {
  readonly numbers: Numbers;
  /** Whether it fits its devices. */
  readonly fits: boolean;
}

/** What each `let` of a program that is a scenario comes to, by name; those without an answer are missing. */
export function measure(pieces: ReadonlyMap<string, Piece>, world: World): ReadonlyMap<string, Measured> {
  const session = createSession(world);
  const used = withoutIdleTables(pieces);
  const name = "diff";
  const defined = session.run(programOf(used.values()), { name, mode: "cell" });
  const found = new Map<string, Measured>();
  if (defined.diagnostics.some(({ severity }) => severity === "error")) return found;
  const columns = [...MEASURES.map((one) => `${one.name} = ${one.expr}`), "fits = memory.fits"].join(", ");
  for (const { owner, kind } of used.values()) {
    if (!owner.startsWith("let ") || kind === "field") continue;
    const scenario = owner.slice("let ".length);
    const { outputs } = session.run(`show ${scenario} { ${columns} }`, { name: "diff, shown", mode: "cell" });
    const row = rowOf(outputs.find((one) => one.kind === "show")?.data);
    if (!row) continue;
    const numbers = Object.fromEntries(
      MEASURES.map((one, i) => [one.name, typeof row[i] === "number" ? (row[i] as number) : null]),
    );
    if (numbers.step_time !== null) found.set(scenario, { numbers, fits: row[MEASURES.length] === true });
  }
  return found;
}

/** Sweeps and searches that no `let` reads take long and tell nothing here. */
function withoutIdleTables(pieces: ReadonlyMap<string, Piece>): ReadonlyMap<string, Piece> {
  const read = [...pieces.values()].filter(({ owner }) => owner.startsWith("let ")).map(({ text }) => text);
  return new Map(
    [...pieces].filter(([, { owner }]) => {
      const table = /^(?:sweep|search) (\w+)$/.exec(owner)?.[1];
      return table === undefined || read.some((text) => new RegExp(`\\b${table}\\b`).test(text));
    }),
  );
}

/** The one row of `show scenario { .. }`; null for what is no scenario. */
function rowOf(data: unknown): readonly unknown[] | null {
  if (typeof data !== "object" || data === null || !("rows" in data) || !Array.isArray(data.rows))
    return null;
  const [row, more] = data.rows as readonly (readonly unknown[])[];
  return row && !more ? row : null;
}
