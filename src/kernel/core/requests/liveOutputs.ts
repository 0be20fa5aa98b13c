import { diagnostic } from "../../../dsl/diagnostics/index.ts";
import type { RunResult } from "../../../session/world/runResult.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { MimeBundle } from "../evaluation/mimeBundle.ts";
import type { Publish } from "./publisher.ts";

/**
 * Display ids of a run's mime bundles, by output. null for a bundle that a front end cannot update: not every
 * front end applies `update_display_data` to an `execute_result`.
 */
export type DisplayIds = readonly (readonly (string | null)[])[];

/**
 * Bundle without content. It follows a figure that may change, because the new one may have a caption, which is a bundle of its own,
 * and front ends can update a display but not add one.
 */
export const EMPTY: MimeBundle = { "text/plain": "", "text/html": "" };

/**
 * Outputs that front ends show, and the state of `%live` (`on`): true where outputs follow changed
 * definitions.
 */
export interface LiveOutputs {
  on: boolean;
  sent(run: string, ids: DisplayIds): void;
  /** Replaces the outputs of a run with those of another result. Resolves to false where their number has changed. */
  renew(evaluation: Evaluation, publish: Publish, run: string, result: RunResult): Promise<boolean>;
  reset(): void;
  /** Replaces stale outputs with new values. Resolves to a sentence about outputs that stay stale, if any. */
  refresh(
    evaluation: Evaluation,
    publish: Publish,
    again: (run: string) => RunResult | null,
  ): Promise<string | null>;
}

/** Limit on the runs whose outputs can be updated. It equals the session's limit. */
const MAX_RUNS = 1_000;

/** Outputs of one run: their display ids, and by id the part that was last sent in an update, as JSON. */
interface SentRun {
  readonly ids: DisplayIds;
  readonly updated: Map<string, string>;
}

export function liveOutputs(): LiveOutputs {
  const byRun = new Map<string, SentRun>();
  /** Runs whose outputs were reported as stale, so that each is reported once. */
  const reportedRuns = new Set<string>();

  /**
   * Updates the outputs of a run with new values. Resolves to false where a part cannot be updated, which leaves the whole run
   * as it is. Each part is sent before the next is drawn: a figure takes longer than the numbers before it. A part that has not
   * changed is neither drawn nor sent, and the page keeps what a reader did to it.
   */
  async function replace(evaluation: Evaluation, publish: Publish, run: string, result: RunResult) {
    const outputs = result.outputs.filter(({ kind }) => kind !== "note");
    const sent = byRun.get(run);
    if (!sent || sent.ids.length !== outputs.length) return false;
    const { ids, updated } = sent;
    const displays = outputs.map(({ document }, at) => ({
      parts: evaluation.parts(document),
      own: (ids[at] ?? []).flatMap((id) => id ?? []),
      places: ids[at]?.length ?? 0,
    }));
    if (displays.some(({ parts, own, places }) => own.length < places || parts.length > places)) return false;
    for (const { parts, own } of displays) {
      for (const [index, id] of own.entries()) {
        const part = parts[index];
        const text = part === undefined ? "" : JSON.stringify(part);
        // A reader may have moved a control meanwhile: it always gets the value that holds.
        const asks = part?.blocks.some(({ kind }) => kind === "control") === true;
        if (!asks && updated.get(id) === text) continue;
        const [data = EMPTY] = part === undefined ? [] : await evaluation.bundles(part);
        publish("update_display_data", { data, metadata: {}, transient: { display_id: id } });
        updated.set(id, text);
      }
    }
    return true;
  }

  return {
    on: false,
    renew: replace,
    sent(run, ids) {
      if (ids.length === 0) return;
      byRun.set(run, { ids, updated: new Map() });
      const oldest = byRun.keys().next();
      if (byRun.size > MAX_RUNS && !oldest.done) byRun.delete(oldest.value);
    },
    reset() {
      byRun.clear();
      reportedRuns.clear();
    },
    async refresh(evaluation, publish, again) {
      const left: string[] = [];
      for (const run of evaluation.session.stale()) {
        const result = again(run);
        if (result && !result.interrupted && (await replace(evaluation, publish, run, result))) {
          evaluation.session.refreshed(run);
          reportedRuns.delete(run);
        } else if (!reportedRuns.has(run)) {
          reportedRuns.add(run);
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
