import { type Formula, formulaInfo } from "../formulas/notation/formula.ts";
import type { FormulaInfo } from "../formulas/notation/formulaInfo.ts";
import type { Origin } from "../scenario/scenario.ts";
import type { Algebra, Part } from "./algebra.ts";
import type { Derivation } from "./derivation.ts";
import { numbers } from "./numbers.ts";

/**
 * The explaining algebra: every result keeps its formula and its inputs. Nodes are shared, so a result is a
 * graph; readers walk it as a tree to the depth that they choose.
 */
export function derivations(origins: Readonly<Record<string, Origin>>): Algebra<Derivation> {
  return {
    shares: false,
    input(path, value, unit) {
      const origin = Object.hasOwn(origins, path) ? origins[path] : undefined;
      return origin ? { kind: "input", path, value, unit, origin } : { kind: "input", path, value, unit };
    },
    constant: (name, value, unit, source) => ({ kind: "constant", name, value, unit, source }),
    apply<S extends string>(formula: Formula<S>, args: Readonly<Record<S, Derivation>>) {
      const values = {} as Record<S, number>;
      const inputs: { symbol: string; derivation: Derivation }[] = [];
      for (const symbol of formula.symbolNames) {
        const derivation = args[symbol];
        values[symbol] = derivation.value;
        inputs.push({ symbol, derivation });
      }
      return { kind: "formula", formula: formulaInfo(formula), value: formula.evaluate(values), inputs };
    },
    sum(result, unit, parts) {
      const value = numbers.sum(result, unit, parts.map(plain));
      return collection("sum", result, unit, parts, value);
    },
    max(result, unit, parts) {
      const value = numbers.max(result, unit, parts.map(plain));
      return collection("max", result, unit, parts, value);
    },
    least: (parts) => parts.reduce((best, next) => (next.value.value < best.value.value ? next : best)),
    less: (a, b) => a.value < b.value,
    atMost: (a, b) => a.value <= b.value,
    decide: (of, make) => make(of.map(({ value }) => value)),
    counted: (of, { make, name, source }) =>
      Array.from(make(of.map(({ value }) => value)), (value, place) => ({
        ...{ kind: "constant", name: name(place), value, unit: "1", source: source() },
      })),
    value: (n) => n.value,
  };
}

const plain = (part: Part<Derivation>): Part<number> => ({ label: part.label, value: part.value.value });

/** A sum or maximum as a formula of its own, with symbols x_1, x_2, … named after the parts. */
function collection(
  name: "sum" | "max",
  result: string,
  unit: string,
  parts: readonly Part<Derivation>[],
  value: number,
): Derivation {
  const symbols = parts.map((part, i) => ({ symbol: `x_${i + 1}`, meaning: part.label, unit }));
  const names = symbols.map((s) => s.symbol);
  const expression = name === "sum" ? names.join(" + ") || "0" : `max(${names.join(", ")})`;
  const formula: FormulaInfo = { name, result, unit, expression, symbols, source: "definition", assumes: "" };
  const inputs = parts.map((part, i) => ({ symbol: `x_${i + 1}`, derivation: part.value }));
  return { kind: "formula", formula, value, inputs };
}
