import { LogBuilder } from "../log/logBuilder.ts";
import type { LineReader } from "../log/measuredLog.ts";

const MARK = ":::MLLOG ";

/** Record of MLPerf's logging library. `step` and `samples_count` count sequences, not iterations. */
interface Entry {
  readonly key?: unknown;
  readonly time_ms?: unknown;
  readonly value?: unknown;
  readonly metadata?: {
    readonly step?: unknown;
    readonly samples_count?: unknown;
    readonly epoch_num?: unknown;
  };
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
        case "train_loss":
          add(log, entry, { line, time, batch }, { loss: numeric(entry.value) });
          break;
        case "tracked_stats":
          stats(log, entry, { line, time, batch });
          break;
      }
    },
    finish: () => log.finish(),
  };
}

/** Line, time and global batch of an entry. */
interface Where {
  readonly line: number;
  readonly time: number | undefined;
  readonly batch: number | undefined;
}

function stats(log: LogBuilder, entry: Entry, where: Where): void {
  const { value } = entry;
  if (typeof value !== "object" || value === null) return;
  const stats = value as Readonly<Record<string, unknown>>;
  const [seconds, loss] = [numeric(stats.train_step_time), numeric(stats.reduced_train_loss)];
  const throughput = numeric(stats.throughput);
  // Step times without a loss are the means of a block of steps. A throughput is too, but then there are no others.
  if (seconds !== undefined && loss !== undefined) add(log, entry, where, { seconds, loss });
  else if (throughput !== undefined && where.batch !== undefined)
    add(log, entry, where, { seconds: where.batch / throughput });
}

function add(
  log: LogBuilder,
  { metadata }: Entry,
  { line, time, batch }: Where,
  found: { readonly seconds?: number; readonly loss?: number | undefined },
): void {
  const samples = numeric(metadata?.samples_count) ?? numeric(metadata?.step) ?? numeric(metadata?.epoch_num);
  if (samples === undefined || samples === 0) return;
  const number = batch === undefined ? log.count + 1 : Math.round(samples / batch);
  // A block's throughput comes after the losses in it.
  log.add({ ...{ number: Math.max(number, log.last?.number ?? 0), line, time, batch }, ...found });
}

function parsed(text: string): Entry | null {
  try {
    return JSON.parse(text) as Entry;
  } catch {
    return null;
  }
}

const numeric = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
