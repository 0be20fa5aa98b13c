import { LogBuilder } from "../log/logBuilder.ts";
import type { LineReader } from "../log/measuredLog.ts";

const MARK = ":::MLLOG ";

/** Record of MLPerf's logging library. `step` and `samples_count` count sequences, not iterations. */
interface Entry {
  readonly key?: unknown;
  readonly time_ms?: unknown;
  readonly value?: unknown;
  readonly metadata?: { readonly step?: unknown };
}

/**
 * Reader of MLPerf Training results. Source: mlcommons/training_policies, and results of mlcommons/training_results_v5.0.
 * A result's file counts sequences; iterations follow from the global batch.
 */
export function mlperfReader(): LineReader {
  const log = new LogBuilder("MLPerf");
  let batch: number | undefined;
  let evaluationBegan: number | null = null;
  return {
    line(text, line) {
      const at = text.indexOf(MARK);
      const entry = at < 0 ? null : parsed(text.slice(at + MARK.length));
      if (!entry) return;
      const time = typeof entry.time_ms === "number" ? entry.time_ms / 1e3 : undefined;
      switch (entry.key) {
        case "global_batch_size":
          batch = numeric(entry.value);
          log.fact("batch", batch);
          break;
        case "max_sequence_length":
          log.fact("seqLen", numeric(entry.value));
          break;
        case "eval_start":
          evaluationBegan = time ?? null;
          log.happen({ kind: "evaluation", line });
          break;
        case "eval_stop":
          if (time !== undefined && evaluationBegan !== null)
            log.happen({ kind: "evaluation", line, seconds: time - evaluationBegan });
          evaluationBegan = null;
          break;
        case "tracked_stats":
          stats(log, entry, line, batch, time);
          break;
      }
    },
    finish: () => log.finish(),
  };
}

function stats(
  log: LogBuilder,
  { value, metadata }: Entry,
  line: number,
  batch: number | undefined,
  time: number | undefined,
): void {
  if (typeof value !== "object" || value === null) return;
  const { train_step_time: seconds, reduced_train_loss: loss } = value as Readonly<Record<string, unknown>>;
  const samples = numeric(metadata?.step);
  // Entries without a loss are the means of a block of steps.
  if (numeric(seconds) === undefined || numeric(loss) === undefined || samples === undefined) return;
  const number = batch === undefined ? log.count + 1 : Math.round(samples / batch);
  log.add({ ...{ number, line, time, batch }, seconds: numeric(seconds), loss: numeric(loss) });
}

function parsed(text: string): Entry | null {
  try {
    return JSON.parse(text) as Entry;
  } catch {
    return null;
  }
}

const numeric = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
