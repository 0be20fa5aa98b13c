import { print, quantity } from "../../units/index.ts";
import type { Look } from "./look.ts";

/** A look as lines for a terminal: one on the step, one for each other number outside its interval, one for each alarm. */
export function lookLines(look: Look): readonly string[] {
  const { state, iteration, recentStepTime, drift, silence } = look;
  const alarms = look.alarms.flatMap(({ rule, on }) => (on ? [`ALARM  ${rule}`] : []));
  if (state === "waiting")
    return [`waiting: no iteration in the log yet, last written ${text(silence, "s")} ago`, ...alarms];
  const head = [
    `iteration ${iteration}`,
    ...(recentStepTime === null ? [] : [`recent step ${text(recentStepTime, "s")}`]),
    ...(drift === null ? [] : [`drift ${signed(drift)}`]),
    `log written ${text(silence, "s")} ago`,
  ];
  const numbers = look.numbers.map(({ label, unit, measured, predicted, interval }) => {
    const within =
      interval === null ? "" : `, 80% interval ${text(interval[0], unit)} to ${text(interval[1], unit)}`;
    const verdict =
      interval === null
        ? ""
        : measured < interval[0]
          ? ": below"
          : measured > interval[1]
            ? ": above"
            : ": inside";
    const error = predicted === 0 ? "" : ` (${signed(measured / predicted - 1)})`;
    return `  ${label}: measured ${text(measured, unit)}, predicted ${text(predicted, unit)}${error}${within}${verdict}`;
  });
  const unlike = look.unlike.map(
    ({ setting, measured, predicted }) =>
      `  not the same: ${setting} is ${measured} in the log, ${predicted} in the plan`,
  );
  return [head.join(", "), ...unlike, ...numbers, ...alarms];
}

const text = (value: number, unit: string): string => print(quantity(value, unit));

const signed = (ratio: number): string => `${ratio < 0 ? "" : "+"}${(100 * ratio).toFixed(1)}%`;
