import type { Scenario } from "../scenario.ts";
import type { Read, ReadObject } from "./watchedScenario.ts";

/** Whether a scenario is as the recorded one in all that was read of it as it is; its variables are then in `variables`. */
export type Agreement = (scenario: Scenario, variables: Float64Array) => boolean;

/** The comparison as one native function: it runs for each scenario and record. Names and values are written as JSON writes them. */
export function agreement(read: ReadObject): Agreement {
  const lines: string[] = [];
  let objects = 0;
  const compare = (of: ReadObject, there: string): void => {
    if (of.keys)
      lines.push(`if(Object.keys(${there}).join()!==${JSON.stringify(of.keys.join())})return false;`);
    for (const [key, one] of of.fields) {
      const at = `${there}[${JSON.stringify(key)}]`;
      if (one.kind === "plain") {
        lines.push(`if(!(${equals(at, one)}))return false;`);
        if (one.variable !== null) lines.push(`x[${one.variable}]=${at};`);
      } else {
        const name = `o${objects++}`;
        lines.push(`const ${name}=${at};`);
        if (one.kind === "variable")
          lines.push(`if(typeof ${name}!=="number")return false;x[${one.variable}]=${name};`);
        else {
          lines.push(`if(typeof ${name}!=="object"||${name}===null)return false;`);
          compare(one, name);
        }
      }
    }
  };
  compare(read, "s");
  return new Function("s", "x", `"use strict";${lines.join("\n")}return true;`) as Agreement;
}

function equals(at: string, { value }: Extract<Read, { readonly kind: "plain" }>): string {
  if (typeof value !== "number")
    return `${at}===${value === undefined ? "undefined" : JSON.stringify(value)}`;
  return value === 0 || Number.isNaN(value)
    ? `Object.is(${at},${Object.is(value, -0) ? "-0" : value})`
    : `${at}===${value}`;
}
