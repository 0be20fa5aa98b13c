import type { ControlRange } from "../../report/document/control.ts";
import { withUnit } from "../../units/withUnit.ts";
import type { Stop } from "./stops.ts";

/** Number of a slider as a reader sees it: `1,600 Gb/s`. */
export const stopText = ({ count }: Stop, { unit }: ControlRange): string =>
  withUnit(count.toLocaleString("en", { maximumSignificantDigits: 6 }), unit.text);

/** Number of a slider as a text of the language, which sets it: `1600 Gb/s`. */
export const stopSet = ({ count }: Stop, { unit }: ControlRange): string =>
  withUnit(String(count), unit.text);
