import type { Diagnostic } from "../../dsl/diagnostics/index.ts";
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

/** What each `let` of a program that is a scenario comes to, by name. */
export interface Measures {
  readonly answers: ReadonlyMap<string, Measured>;
  /** Of those without an answer, why; under the empty name, why there is none at all. */
  readonly refusals: ReadonlyMap<string, string>;
}

export function measure(pieces: ReadonlyMap<string, Piece>, world: World): Measures {
  const session = createSession(world);
  const used = withoutIdleTables(pieces);
  const name = "diff";
  const defined = session.run(programOf(used.values()), { name, mode: "cell" });
  const answers = new Map<string, Measured>();
  const refusals = new Map<string, string>();
  const mistake = firstError(defined.diagnostics);
  if (mistake !== null) return { answers, refusals: refusals.set("", mistake) };
  const columns = [...MEASURES.map((one) => `${one.name} = ${one.expr}`), "fits = memory.fits"].join(", ");
  for (const { owner, kind } of used.values()) {
    if (!owner.startsWith("let ") || kind === "field") continue;
    const scenario = owner.slice("let ".length);
    const text = `show ${scenario} { ${columns} }`;
    const { outputs, diagnostics } = session.run(text, { name: "diff, shown", mode: "cell" });
    const refusal = firstError(diagnostics);
    if (refusal !== null) refusals.set(scenario, refusal);
    const row = rowOf(outputs.find((one) => one.kind === "show")?.data);
    if (!row) continue;
    const numbers = Object.fromEntries(
      MEASURES.map((one, i) => [one.name, typeof row[i] === "number" ? (row[i] as number) : null]),
    );
    if (numbers.step_time !== null) answers.set(scenario, { numbers, fits: row[MEASURES.length] === true });
  }
  return { answers, refusals };
}

const firstError = (diagnostics: readonly Diagnostic[]): string | null =>
  diagnostics.find(({ severity }) => severity === "error")?.message ?? null;

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
