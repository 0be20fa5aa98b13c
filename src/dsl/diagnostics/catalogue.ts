import { convergenceRows } from "./rows/convergence.ts";
import { degreeRows } from "./rows/degrees.ts";
import { divisibleRows } from "./rows/divisible.ts";
import { energyRows } from "./rows/energy.ts";
import { expertRows } from "./rows/experts.ts";
import { machineRows } from "./rows/machine.ts";
import { nameRows } from "./rows/names.ts";
import { phaseRows } from "./rows/phases.ts";
import { planRows } from "./rows/plan.ts";
import { queueRows } from "./rows/queue.ts";
import { rlRows } from "./rows/rl.ts";
import { scheduleRows } from "./rows/schedule.ts";
import { servingRows } from "./rows/serving.ts";
import { syncRows } from "./rows/sync.ts";
import { syntaxRows } from "./rows/syntax.ts";
import { tableRows } from "./rows/tables.ts";
import { valueRows } from "./rows/values.ts";

/**
 * All diagnostics by code, each with its severity and texts. To add one, write a row here (in its file below `rows/`),
 * a page `docs/errors/<code>.md` and a folder `test/diagnostics/<code>/`. A test compares the three.
 */
export const catalogue = {
  ...syntaxRows,
  ...nameRows,
  ...valueRows,
  ...machineRows,
  ...divisibleRows,
  ...degreeRows,
  ...expertRows,
  ...scheduleRows,
  ...planRows,
  ...syncRows,
  ...convergenceRows,
  ...energyRows,
  ...phaseRows,
  ...queueRows,
  ...rlRows,
  ...servingRows,
  ...tableRows,
} as const;

export type Code = keyof typeof catalogue;

export type ParamsOf<C extends Code> = Parameters<(typeof catalogue)[C]["message"]>[0];

export const codes = Object.keys(catalogue) as readonly Code[];

const known: ReadonlySet<string> = new Set(codes);

export function isCode(text: string): text is Code {
  return known.has(text);
}
