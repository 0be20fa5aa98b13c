import { LogBuilder } from "../log/logBuilder.ts";
import type { LineReader } from "../log/measuredLog.ts";
import { numberIn, timeIn } from "../log/numbers.ts";

/**
 * Reader of MaxText's logs. The first steps are dispatched without waiting for the devices, so their durations mean
 * little. Source: AI-Hypercomputer/maxtext, docs/guides/monitoring_and_debugging/understand_logs_and_metrics.md.
 */
export function maxtextReader(): LineReader {
  const log = new LogBuilder("MaxText");
  return {
    line(text, line) {
      const number = numberIn(/completed step: (\d+), seconds: /.exec(text)?.[1]);
      if (number === undefined) {
        if (log.count === 0) return;
        if (/\beval metrics after step|completed eval step/i.test(text))
          log.happen({ kind: "evaluation", line });
        else if (/saved a checkpoint|saving checkpoint/i.test(text)) log.happen({ kind: "checkpoint", line });
        else if (/restoring|restored from/i.test(text)) log.happen({ kind: "restart", line });
        return;
      }
      const after = (name: string): number | undefined => numberIn(text.split(`${name}: `)[1]?.split(",")[0]);
      const teraflops = after("TFLOP/s/device");
      log.add({
        ...{ number, line, time: timeIn(text), seconds: after("seconds"), loss: after("loss") },
        tokensPerSecondPerDevice: after("Tokens/s/device"),
        flopsPerDevice: teraflops === undefined ? undefined : teraflops * 1e12,
      });
    },
    finish: () => log.finish(),
  };
}
