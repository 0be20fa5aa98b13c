import { canCompile } from "../../units/index.ts";
import type { Agreement } from "./agrees.ts";
import { interpretedAgreement } from "./interpretedAgreement.ts";
import type { Read, ReadObject } from "./watchedScenario.ts";

export type { Agreement } from "./agrees.ts";

/**
 * Compiles the comparison to one native function, because it runs once per scenario and trace. An object that agreed in the last
 * call is not compared again, since rows of a table share most objects. All calls must therefore pass the same `variables`. Names
 * and values are written as JSON.
 */
export function agreement(read: ReadObject): Agreement {
  if (!canCompile()) return interpretedAgreement(read);
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
      } else if (one.kind === "variable") {
        lines.push(`{const n=${at};if(typeof n!=="number")return false;x[${one.variable}]=n;}`);
      } else {
        const [name, last] = [`o${objects}`, `last${objects}`];
        objects++;
        lines.push(`const ${name}=${at};if(${name}!==${last}){`);
        lines.push(`if(typeof ${name}!=="object"||${name}===null)return false;${last}=none;`);
        compare(one, name);
        lines.push(`${last}=${name};}`);
      }
    }
  };
  compare(read, "s");
  const lasts = Array.from({ length: objects }, (_, at) => `last${at}`);
  const begin = ["none={}", ...lasts.map((last) => `${last}=none`)];
  const forget = ["none", ...lasts.toReversed()].reduce((value, last) => `${last}=${value}`);
  const text = `"use strict";let ${begin.join()};return (s,x,anew)=>{if(anew){${forget};}${lines.join("\n")}return true;}`;
  return new Function(text)() as Agreement;
}

function equals(at: string, { value }: Extract<Read, { readonly kind: "plain" }>): string {
  if (typeof value !== "number")
    return `${at}===${value === undefined ? "undefined" : JSON.stringify(value)}`;
  return value === 0 || Number.isNaN(value)
    ? `Object.is(${at},${Object.is(value, -0) ? "-0" : value})`
    : `${at}===${value}`;
}
