import { LogBuilder } from "../log/logBuilder.ts";
import type { LineReader } from "../log/measuredLog.ts";
import { bytesIn, numberIn, timeIn } from "../log/numbers.ts";

/**
 * Reader of torchtitan's logs. `tps` is of one device. Source: pytorch/torchtitan, `MetricsProcessor.log` in
 * torchtitan/components/metrics.py. A line has no duration: it is the difference of the times of two lines.
 */
export function torchtitanReader(): LineReader {
  const log = new LogBuilder("torchtitan");
  return {
    line(text, line) {
      const number = numberIn(/\bstep:\s*(\d+)\b.*\btps:/.exec(text)?.[1]);
      if (number === undefined) {
        if (log.count > 0) happening(log, text, line);
        return;
      }
      const after = (name: string): string | undefined => new RegExp(`\\b${name}:\\s*(\\S+)`).exec(text)?.[1];
      const teraflops = numberIn(after("tflops"));
      const percent = numberIn(after("mfu"));
      log.add({
        ...{ number, line, time: timeIn(text) },
        loss: numberIn(after("loss")),
        gradNorm: numberIn(after("grad_norm")),
        memory: bytesIn(after("memory")),
        tokensPerSecondPerDevice: numberIn(after("tps")),
        flopsPerDevice: teraflops === undefined ? undefined : teraflops * 1e12,
        mfu: percent === undefined ? undefined : percent / 100,
      });
      log.raise("memoryReserved", bytesIn(after("memory")));
    },
    finish: () => log.finish(),
  };
}

function happening(log: LogBuilder, text: string, line: number): void {
  const seconds = numberIn(/([\d.]+) seconds/.exec(text)?.[1]);
  const lasted = seconds === undefined ? {} : { seconds };
  if (/\bvalidate step:|\bvalidation\b/i.test(text)) log.happen({ kind: "evaluation", line });
  else if (/saving (?:the|a|full)?\s*checkpoint|finished saving/i.test(text))
    log.happen({ kind: "checkpoint", line, ...lasted });
  else if (/loading the checkpoint|training starts at step/i.test(text))
    log.happen({ kind: "restart", line });
  else if (/\[GC\]/.test(text)) log.happen({ kind: "collection", line, ...lasted });
  else if (/dumping (?:profiler|memory)/i.test(text)) log.happen({ kind: "profiling", line, ...lasted });
}
