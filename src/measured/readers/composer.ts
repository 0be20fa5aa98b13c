import { type Found, LogBuilder } from "../log/logBuilder.ts";
import type { LineReader } from "../log/measuredLog.ts";
import { numberIn } from "../log/numbers.ts";

const GB = 1e9;

/**
 * Reader of the logs of Composer and llm-foundry: `[batch=1/100]:`, and below it one line a metric. Rates are means over
 * a window of batches. Source: mosaicml/composer, composer/loggers/console_logger.py and
 * composer/callbacks/{speed,memory}_monitor.py (GB are 10^9 bytes).
 */
export function composerReader(): LineReader {
  const log = new LogBuilder("Composer");
  let open: Found | null = null;
  const close = (): void => {
    if (open) log.add(open);
    open = null;
  };
  return {
    line(text, line) {
      const number = numberIn(/\[batch=(\d+)(?:\/\d+)?\]:\s*$/.exec(text)?.[1]);
      if (number !== undefined) {
        close();
        open = { number, line };
        return;
      }
      const [, what, name, value] = /^\s+(Train|Eval) (\S+): (\S+)\s*$/.exec(text) ?? [];
      if (what === "Eval") {
        if (name?.startsWith("metrics/")) log.happen({ kind: "evaluation", line });
      } else if (open && name !== undefined) metric(log, open, name, numberIn(value));
      else if (open && /saving checkpoint|saved checkpoint/i.test(text))
        log.happen({ kind: "checkpoint", line });
    },
    finish() {
      close();
      return log.finish();
    },
  };
}

function metric(log: LogBuilder, found: Found, name: string, value: number | undefined): void {
  if (value === undefined) return;
  switch (name) {
    case "loss/train/total":
      found.loss = value;
      break;
    case "throughput/batches_per_sec":
      found.seconds = 1 / value;
      break;
    case "throughput/tokens_per_sec":
      found.tokensPerSecond = value;
      break;
    case "throughput/device/tokens_per_sec":
      found.tokensPerSecondPerDevice = value;
      break;
    case "throughput/device/flops_per_sec":
      found.flopsPerDevice = value;
      break;
    case "throughput/device/mfu":
      found.mfu = value;
      break;
    case "memory/peak_reserved_mem":
      found.memory = value * GB;
      log.raise("memoryReserved", value * GB);
      break;
    case "memory/peak_allocated_mem":
      log.raise("memoryAllocated", value * GB);
      break;
  }
}
