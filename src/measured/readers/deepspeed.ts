import { LogBuilder } from "../log/logBuilder.ts";
import type { LineReader } from "../log/measuredLog.ts";
import { bytesIn, numberIn, timeIn } from "../log/numbers.ts";

/**
 * Reader of DeepSpeed's own lines: the throughput timer's, and those of DeepSpeed-Chat's third step. Source:
 * microsoft/DeepSpeed, `ThroughputTimer.stop` in deepspeed/utils/timer.py (GB are 2^30 bytes);
 * microsoft/DeepSpeedExamples, applications/DeepSpeed-Chat. A timer's line has no duration: it is the difference of the
 * times of two lines.
 */
export function deepspeedReader(): LineReader {
  const log = new LogBuilder("DeepSpeed");
  return {
    line(text, line) {
      const number = numberIn(/\bglobal_step=(\d+)/.exec(text)?.[1]);
      if (number !== undefined && text.includes("SamplesPerSec=")) {
        const memory = bytesIn(/MaxMemAllocated=([^,\s]+)/.exec(text)?.[1]);
        log.add({ number, line, time: timeIn(text), memory });
        log.raise("memoryAllocated", memory);
        return;
      }
      const latency = /\|E2E latency=([\d.]+)s/.exec(text);
      if (latency) log.add({ number: log.count + 1, line, seconds: Number(latency[1]) });
      else if (log.count === 0) setting(log, text);
      else if (/evaluating|^\s*ppl: /i.test(text)) log.happen({ kind: "evaluation", line });
      else if (/saving (?:model )?checkpoint|\[Torch\] Saving/i.test(text))
        log.happen({ kind: "checkpoint", line });
    },
    finish: () => log.finish(),
  };
}

/** Line of the configuration that the engine prints: `[config.py:955:print]   train_batch_size ............. 128`. */
function setting(log: LogBuilder, text: string): void {
  const [, name, value] = /\bprint\]\s+(\w+) \.{2,} (\S+)/.exec(text) ?? [];
  if (name === "train_batch_size") log.fact("batch", numberIn(value));
  if (name === "world_size") log.fact("devices", numberIn(value));
}
