import { LogBuilder } from "../log/logBuilder.ts";
import type { LineReader } from "../log/measuredLog.ts";
import { numberIn, timeIn } from "../log/numbers.ts";
import { pairsOf } from "./pairs.ts";

const MB = 2 ** 20;

/**
 * Reader of logs of Megatron-LM and Megatron Core, and of their descendants with the same lines (Megatron-DeepSpeed,
 * nanotron, NeMo 2). Source: NVIDIA/Megatron-LM, `training_log` in megatron/training/training.py; huggingface/nanotron,
 * `train_step_logs` in src/nanotron/trainer.py. Memory is in units of 2^20 bytes.
 */
export function megatronReader(): LineReader {
  const log = new LogBuilder("Megatron-LM");
  let arguing = false;
  return {
    line(text, line) {
      if (/time[ _]per[ _]iteration|train_step_timing in s/.test(text)) iteration(log, text, line);
      else if (/-{5,} (?:end of )?arguments -{5,}/.test(text)) {
        arguing = !text.includes("end of");
        if (arguing && log.count > 0) log.happen({ kind: "restart", line });
      } else if (arguing) argument(log, text);
      else happening(log, text, line);
    },
    finish() {
      const padded = log.args.get("padded_vocab_size");
      if (padded !== undefined && !log.args.has("vocab_size")) log.args.set("vocab_size", padded);
      log.fact("devices", numberIn(log.args.get("world_size")));
      log.fact("seqLen", numberIn(log.args.get("seq_length")));
      log.fact("batch", numberIn(log.args.get("global_batch_size")));
      return log.finish();
    },
  };
}

function iteration(log: LogBuilder, text: string, line: number): void {
  const number = numberIn(/iteration[ =:]+(\d+)\s*(?:\/|\|)/.exec(text)?.[1]);
  if (number === undefined) return;
  const pairs = pairsOf(text);
  const read = (...names: readonly string[]): number | undefined =>
    names.map((name) => numberIn(pairs.get(name))).find((value) => value !== undefined);
  const milliseconds = read(
    "elapsed time per iteration (ms)",
    "elapsed time per iteration ms",
    "time per iteration ms",
  );
  if (pairs.has("tokens per sec per gpu")) log.framework = "nanotron";
  if (pairs.has("train step timing in s")) log.framework = "NeMo";
  const flops = read("throughput per gpu (tflop/s/gpu)", "model tflops per gpu", "tflops", "[lm]tflops");
  log.add({
    number,
    line,
    time: timeIn(text),
    seconds:
      milliseconds === undefined
        ? read("elapsed time per iteration (s)", "train step timing in s")
        : milliseconds / 1e3,
    loss: read("lm loss", "reduced train loss", "loss"),
    gradNorm: read("grad norm"),
    tokensPerSecond: read("tokens per sec", "tokens per second"),
    tokensPerSecondPerDevice: read("tokens per sec per gpu"),
    flopsPerDevice: flops === undefined ? undefined : flops * 1e12,
    batch: read("global batch size", "gloabl batch size"),
    consumed: read("consumed samples"),
    memory: read("cuda max memory reserved"),
  });
}

/** Line of the block of arguments: `  adam_beta1 ............. 0.9`. Arguments without a value are left out. */
function argument(log: LogBuilder, text: string): void {
  const [, name, value] = /^\s*(\w+) \.{2,} (.*?)\s*$/.exec(text) ?? [];
  if (name !== undefined && value !== undefined && !/^(None|False|)$/.test(value)) log.args.set(name, value);
}

function happening(log: LogBuilder, text: string, line: number): void {
  const memory = /\(after \d+ iterations\) memory \(MB\)(.*)/.exec(text)?.[1];
  if (memory !== undefined) {
    const pairs = pairsOf(memory);
    log.raise("memoryAllocated", (numberIn(pairs.get("max allocated")) ?? Number.NaN) * MB);
    log.raise("memoryReserved", (numberIn(pairs.get("max reserved")) ?? Number.NaN) * MB);
  } else if (log.count === 0) return;
  else if (/validation loss at|evaluating (?:iter|on|\.\.\.)/i.test(text))
    log.happen({ kind: "evaluation", line });
  else if (/(?:saving|saved) checkpoint|save-checkpoint/i.test(text))
    log.happen({ kind: "checkpoint", line });
  else if (/loading (?:distributed )?checkpoint|successfully loaded checkpoint/i.test(text))
    log.happen({ kind: "restart", line });
}
