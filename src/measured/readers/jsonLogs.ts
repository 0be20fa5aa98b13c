import { LogBuilder } from "../log/logBuilder.ts";
import type { MeasuredLog } from "../log/measuredLog.ts";
import { isMemorySnapshot, readMemorySnapshot } from "./memorySnapshot.ts";

type Json = Readonly<Record<string, unknown>>;

/** True for the text of a JSON file that records a run, by the keys that only such files have. */
export const isJsonLog = (text: string): boolean =>
  /"log_history"\s*:\s*\[/.test(text) || /"iteration-time"\s*:\s*\{/.test(text) || isMemorySnapshot(text);

/**
 * Reads a run from JSON: `trainer_state.json` of the Hugging Face Trainer, or the recorded series of Megatron-LM's
 * functional tests, or a memory snapshot of PyTorch. Null for any other JSON.
 *
 * Sources: huggingface/transformers, `TrainerState` in trainer_callback.py, which has no time of each step, only the
 * duration of the whole run; NVIDIA/Megatron-LM, tests/functional_tests (`"values": {"5": 6.12929}`, s and bytes).
 */
export function readJsonLog(text: string): MeasuredLog | null {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(data)) return null;
  if (Array.isArray(data.log_history)) return trainerState(data, data.log_history);
  return isObject(data["iteration-time"]) ? recordedSeries(data) : readMemorySnapshot(data);
}

function trainerState(state: Json, history: readonly unknown[]): MeasuredLog {
  const log = new LogBuilder("Hugging Face Trainer");
  for (const [index, entry] of history.entries()) {
    if (!isObject(entry)) continue;
    const [number, line] = [numeric(entry.step), index + 1];
    const runtime = numeric(entry.train_runtime);
    if (runtime !== undefined && number !== undefined) log.fact("meanSeconds", runtime / number);
    else if (!("loss" in entry) && Object.keys(entry).some((key) => key.startsWith("eval_")))
      log.happen({ kind: "evaluation", line, ...optional("seconds", numeric(entry.eval_runtime)) });
    else if (number !== undefined && "loss" in entry)
      log.add({ ...{ number, line }, loss: numeric(entry.loss), gradNorm: numeric(entry.grad_norm) });
  }
  const { train_batch_size: micro } = state;
  if (numeric(micro) !== undefined) log.args.set("per_device_train_batch_size", String(micro));
  return log.finish();
}

function recordedSeries(data: Json): MeasuredLog {
  const log = new LogBuilder("Megatron-LM");
  const series = (name: string): Json => {
    const found = data[name];
    return isObject(found) && isObject(found.values) ? found.values : {};
  };
  const [times, losses, memories] = [
    series("iteration-time"),
    series("lm loss"),
    series("mem-max-allocated-bytes"),
  ];
  const numbers = [...new Set([times, losses, memories].flatMap(Object.keys))].map(Number);
  for (const number of numbers.filter(Number.isInteger).sort((a, b) => a - b)) {
    const key = String(number);
    const memory = numeric(memories[key]);
    log.add({ ...{ number, line: 1, memory }, seconds: numeric(times[key]), loss: numeric(losses[key]) });
    log.raise("memoryAllocated", memory);
  }
  return log.finish();
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Finite number of a JSON value. Missing points of a series are the text `"nan"`. */
const numeric = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

const optional = (name: string, value: number | undefined): Readonly<Record<string, number>> =>
  value === undefined ? {} : { [name]: value };
