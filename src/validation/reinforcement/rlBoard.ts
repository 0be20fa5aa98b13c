import { createSession, type World } from "../../session/index.ts";
import { rlProgram } from "./rlProgram.ts";
import type { RlRow } from "./rlRows.ts";

/** Parts of an iteration, s. */
export interface RlParts {
  /**
   * Generation. For rows of verl also the change of the devices between training and generation, which its timer
   * `gen` includes (verl docs/advance/one_step_off.md: 321 s of `gen`, 247 s of `generate_sequences`).
   */
  readonly generation: number;
  readonly logProbs: number;
  readonly training: number;
  readonly step: number;
}

/** A measured iteration with the engine's answer, or the reason why there is none. */
export type RlJudged = { readonly row: RlRow } & (
  | { readonly kind: "judged"; readonly predicted: RlParts }
  | { readonly kind: "left out"; readonly reason: string }
);

const READ = ["rl.generation", "rl.log_probs", "rl.training", "rl.step_time", "rl.sync", "plan.rl.overhead"];

/** The engine's answers to measured iterations of RL post-training. */
export function rlBoard(world: World, rows: readonly RlRow[]): readonly RlJudged[] {
  return rows.map((row): RlJudged => {
    const program = rlProgram(row);
    if (program.kind === "unexpressed") return { row, kind: "left out", reason: program.reason };
    const session = createSession(world);
    const text = `${program.text}show ${READ.map((path) => `base.${path}`).join(", ")}\n`;
    const { outputs, diagnostics } = session.run(text, { name: row.id, mode: "cell" });
    const wrong = diagnostics.find(({ severity }) => severity === "error");
    if (wrong) return { row, kind: "left out", reason: wrong.message };
    const data = outputs.at(-1)?.data as readonly { readonly value: number }[] | undefined;
    const [decoded = 0, logProbs = 0, training = 0, step = 0, sync = 0, overhead = 0] = (data ?? []).map(
      ({ value }) => value,
    );
    const generation = row.system.startsWith("verl") ? decoded + sync + overhead : decoded;
    return { row, kind: "judged", predicted: { generation, logProbs, training, step } };
  });
}

/** Error of a predicted time, relative to the measured one. */
export const relativeError = (predicted: number, measured: number): number => predicted / measured - 1;

/** Parts of an iteration from the longest to the shortest, by name. */
export const orderOf = (parts: Pick<RlParts, "generation" | "logProbs" | "training">): string =>
  Object.entries({ generation: parts.generation, logProbs: parts.logProbs, training: parts.training })
    .sort(([, a], [, b]) => b - a)
    .map(([name]) => name)
    .join(" > ");
