import type { Command } from "./command.ts";
import { set } from "./set.ts";

export const watchCommand: Command = {
  name: "watch",
  operands: "LOG FILE [SCENARIO]",
  count: [2, 3],
  summary: "follow a running job beside its prediction, with alarms",
  flags: [
    {
      name: "--alarm",
      value: "RULE",
      repeated: true,
      doc: "condition in the language; default: step_time > predicted_high",
    },
    { name: "--once", doc: "look at the log once, for cron and tests" },
    { name: "--every", value: "SECONDS", doc: "time between two looks; default: 10" },
    { name: "--json", doc: "print each look as a line of JSON, in base units" },
    { name: "--prometheus", value: "OUT.prom", doc: "also write each look as metrics for Prometheus" },
    set,
  ],
  details: [
    "FILE is the program of the plan. SCENARIO is needed where it defines several.",
    "A rule reads the log's numbers (step_time, memory, mfu, loss, ..), recent_step_time (median of the",
    "last 20 steps), drift (last lasting level of the step time / first - 1), iteration, silence (time",
    "since the log grew), predicted, predicted_low and predicted_high (step time with its 80% interval),",
    "and SCENARIO. It ends with exit status 1 at the first look at which an alarm is on.",
  ],
  examples: [
    "watch train.log plan.dtp",
    "watch train.log plan.dtp base --alarm 'recent_step_time>1.1*predicted' --once --json",
    "watch train.log plan.dtp --once --prometheus /var/lib/node_exporter/dtp.prom",
  ],
  load: async () => (await import("../watch/watch.ts")).watch,
};
