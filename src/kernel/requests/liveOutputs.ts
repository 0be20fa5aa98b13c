import { diagnostic } from "../../dsl/diagnostics/index.ts";
import type { RunResult } from "../../session/session.ts";
import type { Evaluation } from "../evaluation.ts";
import type { MimeBundle } from "../mimeBundle.ts";
import type { Publish } from "./publisher.ts";

/**
 * The display id of each bundle of each output that a run has sent, in order; null where a front end cannot update it: an
 * `execute_result` has no place that `update_display_data` would reach in every front end.
 */
export type DisplayIds = readonly (readonly (string | null)[])[];

/** What is on the page, and `%live`: whether it follows when a definition changes. */
export interface LiveOutputs {
  on: boolean;
  sent(run: string, ids: DisplayIds): void;
  reset(): void;
  /** Puts new values in place of stale ones. Gives a sentence about those that stay stale, if any. */
  refresh(
    evaluation: Evaluation,
    publish: Publish,
    again: (run: string) => RunResult | null,
  ): Promise<string | null>;
}

/** As many as the session watches. */
const MAX_RUNS = 1_000;

export function liveOutputs(): LiveOutputs {
  const byRun = new Map<string, DisplayIds>();
  /** Named already: a reader is told once. */
  const told = new Set<string>();

  /** Whether every bundle found its place. One that has none leaves the run stale as a whole. */
  async function replace(evaluation: Evaluation, publish: Publish, run: string, result: RunResult) {
    const ids = byRun.get(run);
    const outputs = result.outputs.filter(({ kind }) => kind !== "note");
    if (!ids || ids.length !== outputs.length) return false;
    const updates: { readonly data: MimeBundle; readonly id: string }[] = [];
    for (const [at, { document }] of outputs.entries()) {
      const bundles = await evaluation.bundles(document);
      if (bundles.length !== ids[at]?.length) return false;
      for (const [index, data] of bundles.entries()) {
        const id = ids[at][index];
        if (typeof id !== "string") return false;
        updates.push({ data, id });
      }
    }
    for (const { data, id } of updates)
      publish("update_display_data", { data, metadata: {}, transient: { display_id: id } });
    return true;
  }

  return {
    on: false,
    sent(run, ids) {
      if (ids.length === 0) return;
      byRun.set(run, ids);
      const oldest = byRun.keys().next();
      if (byRun.size > MAX_RUNS && !oldest.done) byRun.delete(oldest.value);
    },
    reset() {
      byRun.clear();
      told.clear();
    },
    async refresh(evaluation, publish, again) {
      const left: string[] = [];
      for (const run of evaluation.session.stale()) {
        const result = again(run);
        if (result && !result.interrupted && (await replace(evaluation, publish, run, result))) {
          evaluation.session.refreshed(run);
          told.delete(run);
        } else if (!told.has(run)) {
          told.add(run);
          left.push(run);
        }
      }
      return left.length === 0 ? null : stillStale(left);
    },
  };
}

function stillStale(runs: readonly string[]): string {
  const outputs = runs.map((run) => run.replace(/^cell /, "")).join(" ");
  const one = runs.length === 1;
  const params = { outputs: `${one ? "output" : "outputs"} ${outputs}`, verb: one ? "is" : "are" };
  return diagnostic("stale-outputs", params).message;
}
