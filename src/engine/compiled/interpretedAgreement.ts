import type { Agreement } from "./agrees.ts";
import type { Read, ReadObject } from "./watchedScenario.ts";

/** Comparison of one object of a scenario with the recorded one. Writes variables to `x`. */
type Check = (object: Readonly<Record<string, unknown>>, x: Float64Array) => boolean;

/** Object that agreed in the last call; undefined without one. */
interface Last {
  object: object | undefined;
}

/** Makes the comparison of `agreement` from nested functions, for surroundings that forbid compiled code. */
export function interpretedAgreement(read: ReadObject): Agreement {
  const lasts: Last[] = [];
  const check = checkOf(read, lasts);
  return (scenario, variables, anew) => {
    if (anew) for (const last of lasts) last.object = undefined;
    return check(scenario as unknown as Readonly<Record<string, unknown>>, variables);
  };
}

function checkOf({ fields, keys }: ReadObject, lasts: Last[]): Check {
  const listed = keys?.join();
  const checks = [...fields].map(([key, one]) => fieldCheck(key, one, lasts));
  return (object, x) => {
    if (listed !== undefined && Object.keys(object).join() !== listed) return false;
    for (const check of checks) if (!check(object, x)) return false;
    return true;
  };
}

function fieldCheck(key: string, one: Read, lasts: Last[]): Check {
  if (one.kind === "plain") {
    const { value, variable } = one;
    const numeric = typeof value === "number";
    return (object, x) => {
      const found = object[key];
      if (!(numeric ? Object.is(found, value) : found === value)) return false;
      if (variable !== null) x[variable] = found as number;
      return true;
    };
  }
  if (one.kind === "variable") {
    const { variable } = one;
    return (object, x) => {
      const found = object[key];
      if (typeof found !== "number") return false;
      x[variable] = found;
      return true;
    };
  }
  const last: Last = { object: undefined };
  lasts.push(last);
  const check = checkOf(one, lasts);
  return (object, x) => {
    const found = object[key];
    if (found !== undefined && found === last.object) return true;
    if (typeof found !== "object" || found === null) return false;
    last.object = undefined;
    if (!check(found as Readonly<Record<string, unknown>>, x)) return false;
    last.object = found;
    return true;
  };
}
