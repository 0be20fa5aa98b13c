import { isAlarmed, type Look } from "./look.ts";

/**
 * A look as metrics in Prometheus's text format, version 0.0.4: gauges in base units. Node exporter's textfile collector
 * reads such a file (`*.prom`).
 */
export function prometheusText(look: Look): string {
  const scenario = label("scenario", look.scenario);
  const ofNumbers = (read: (one: Look["numbers"][number]) => number | undefined): readonly Sample[] =>
    look.numbers.flatMap((one) => {
      const value = read(one);
      const labels = [scenario, label("name", one.name), label("unit", one.unit)];
      return value === undefined ? [] : [[labels, value] as const];
    });
  const alone = (value: number | null): readonly Sample[] => (value === null ? [] : [[[scenario], value]]);
  const rules = look.alarms.flatMap(({ rule, on }): readonly Sample[] =>
    on === null ? [] : [[[scenario, label("rule", rule)], Number(on)]],
  );
  const metrics: readonly (readonly [name: string, help: string, samples: readonly Sample[]])[] = [
    ["measured", "Number of the run's log, in its base unit.", ofNumbers(({ measured }) => measured)],
    ["predicted", "The same number as the plan predicts it.", ofNumbers(({ predicted }) => predicted)],
    ["predicted_low", "Lower end of the 80% interval.", ofNumbers(({ interval }) => interval?.[0])],
    ["predicted_high", "Upper end of the 80% interval.", ofNumbers(({ interval }) => interval?.[1])],
    ["recent_step_time_seconds", "Median of the last steps.", alone(look.recentStepTime)],
    ["drift_ratio", "Last level of the step time over the first, minus 1.", alone(look.drift)],
    ["iteration", "Number of the last iteration.", alone(look.iteration)],
    ["silence_seconds", "Time since the log was written.", alone(look.silence)],
    ["alarm", "1 for a rule that holds, else 0.", rules],
    ["alarms", "1 if any rule holds, else 0.", alone(Number(isAlarmed(look)))],
  ];
  return metrics
    .filter(([, , samples]) => samples.length > 0)
    .flatMap(([name, help, samples]) => [
      `# HELP dtp_${name} ${help}`,
      `# TYPE dtp_${name} gauge`,
      ...samples.map(([labels, value]) => `dtp_${name}{${labels.join(",")}} ${value}`),
      "",
    ])
    .join("\n");
}

type Sample = readonly [labels: readonly string[], value: number];

/** Label of a sample. The format escapes backslashes, quotes and line ends. */
const label = (name: string, value: string): string =>
  `${name}="${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
