import { DIMENSIONLESS, print, type Quantity } from "../../../units/index.ts";
import type { CallExpr } from "../../ast/ast.ts";
import type { Place } from "../../diagnostics/diagnostic.ts";
import { diagnostic } from "../../diagnostics/index.ts";
import { distributed } from "../draws/combined.ts";
import { normalQuantile } from "../draws/normalQuantile.ts";
import { meanOf } from "../draws/quantiles.ts";
import { randomInputOf } from "../draws/randomInput.ts";
import type { Context } from "../values/context.ts";
import type { Scope } from "../values/scope.ts";
import { type Poison, poison, type Value } from "../values/value.ts";
import { asTruth, counted } from "./arithmetic.ts";
import { placeOf } from "./exprText.ts";
import { dimensionMismatch, unknownArgument, wrongType } from "./problem.ts";

/** Arguments of a distribution, checked: quantities that are no distributions themselves, and the items of a list. */
type Arguments = readonly Quantity[];

interface Distribution {
  /** Names of the arguments, in order. */
  readonly names: readonly string[];
  /** Quantile function in base units, or the reason why the arguments make no distribution. */
  make(args: Arguments, place: Place): ((share: number) => number) | Poison;
}

const outside = (field: string, found: Quantity, range: string, place: Place): Poison =>
  poison(diagnostic("out-of-range", { field, value: print(found), range }, place));

/**
 * Standard deviation in base units. A percentage is relative to the mean, as in `within 5%`; so is a plain number where the
 * mean has a unit.
 */
function deviation(mean: Quantity, sd: Quantity): number {
  const relative = sd.dimension.key === "1" && (sd.unit === "%" || mean.dimension.key !== "1");
  return relative ? Math.abs(mean.value) * sd.value : sd.value;
}

const distributions: Readonly<Record<string, Distribution>> = {
  normal: {
    names: ["mean", "sd"],
    make([mean, sd], place) {
      if (!mean || !sd) return poison();
      if (sd.dimension.key !== "1" && sd.dimension !== mean.dimension)
        return poison(dimensionMismatch("normal", [mean.dimension, sd.dimension], place));
      if (sd.value < 0) return outside("sd", sd, "0 or more", place);
      const width = deviation(mean, sd);
      return (share) => mean.value + width * normalQuantile(share);
    },
  },
  lognormal: {
    names: ["median", "sigma"],
    make([median, sigma], place) {
      if (!median || !sigma) return poison();
      if (median.value <= 0) return outside("median", median, "above 0", place);
      if (sigma.dimension.key !== "1") return wrongType("`sigma`", "a plain number", sigma, place);
      if (sigma.value < 0) return outside("sigma", sigma, "0 or more", place);
      return (share) => median.value * Math.exp(sigma.value * normalQuantile(share));
    },
  },
  uniform: {
    names: ["low", "high"],
    make([low, high], place) {
      if (!low || !high) return poison();
      const wrong = ascending("uniform", [low, high], ["low", "high"], place);
      return wrong ?? ((share) => low.value + share * (high.value - low.value));
    },
  },
  triangular: {
    names: ["low", "mode", "high"],
    make([low, mode, high], place) {
      if (!low || !mode || !high) return poison();
      const wrong = ascending("triangular", [low, mode, high], ["low", "mode", "high"], place);
      if (wrong) return wrong;
      const [width, left] = [high.value - low.value, mode.value - low.value];
      return (share) =>
        share * width < left
          ? low.value + Math.sqrt(share * width * left)
          : high.value - Math.sqrt((1 - share) * width * (width - left));
    },
  },
  samples: {
    names: ["list"],
    make(items, place) {
      const [first] = items;
      if (!first)
        return poison(diagnostic("missing-argument", { function: "samples", argument: "list" }, place));
      for (const one of items)
        if (one.dimension !== first.dimension)
          return poison(dimensionMismatch("samples", [first.dimension, one.dimension], place));
      const sorted = Float64Array.from(items, ({ value }) => value).sort();
      return (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number;
    },
  },
};

export const distributionNames: ReadonlySet<string> = new Set(Object.keys(distributions));

/** Error where the bounds of a distribution have different dimensions or do not ascend. */
function ascending(
  name: string,
  bounds: readonly Quantity[],
  names: readonly string[],
  place: Place,
): Poison | null {
  for (let at = 1; at < bounds.length; at++) {
    const [below, above] = [bounds[at - 1] as Quantity, bounds[at] as Quantity];
    if (below.dimension !== above.dimension)
      return poison(dimensionMismatch(name, [below.dimension, above.dimension], place));
    if (below.value > above.value)
      return outside(names[at] ?? "", above, `${print(below)} or more, the \`${names[at - 1]}\``, place);
  }
  const [first, last] = [bounds[0], bounds.at(-1)];
  if (first && last && first.value === last.value)
    return outside(names.at(-1) ?? "", last, `above ${print(first)}`, place);
  return null;
}

/** Evaluates `normal(400 Gb/s, 10%)` and the like: the median as a number, with its distribution. */
export function distribution(context: Context, expr: CallExpr, scope: Scope): Value {
  const { name } = expr.callee;
  const place = placeOf(expr, scope);
  const of = distributions[name];
  if (!of) return poison();
  const args = argumentsOf(context, expr, scope, of.names);
  if (!Array.isArray(args)) return args as Poison;
  const quantile = of.make(args as Arguments, place);
  if (typeof quantile !== "function") return quantile;
  const [first] = args as Arguments;
  if (!first) return poison();
  const { dimension, unit } = first;
  const median = { kind: "quantity" as const, value: quantile(0.5), dimension };
  if (!Number.isFinite(median.value)) return poison(diagnostic("number-too-large", {}, place));
  const draws = distributed(randomInputOf(expr, scope), quantile);
  return unit === undefined ? { ...median, draws } : { ...median, unit, draws };
}

/** Arguments of a call by position or by name, as plain quantities. */
function argumentsOf(
  context: Context,
  expr: CallExpr,
  scope: Scope,
  names: readonly string[],
): Arguments | Poison {
  const { name } = expr.callee;
  const found = new Map<string, Value>();
  let position = 0;
  for (const argument of expr.args) {
    const value = counted(context.evaluate(argument.value, scope, null));
    if (value.kind === "poison") return value;
    const own = argument.name?.name ?? names[position++];
    if (own === undefined || !names.includes(own))
      return poison(
        unknownArgument(name, own ?? scope.source.text.slice(argument.span.start, argument.span.end), names, {
          source: scope.source,
          span: argument.name?.span ?? argument.span,
        }),
      );
    found.set(own, value);
  }
  const numbers: Quantity[] = [];
  for (const own of names) {
    const value = found.get(own);
    const place = placeOf(expr, scope);
    if (!value) return poison(diagnostic("missing-argument", { function: name, argument: own }, place));
    const items =
      own === "list" && value.kind === "list" ? value.items.filter(({ kind }) => kind !== "none") : [value];
    for (const item of items) {
      const number = counted(item);
      if (number.kind !== "quantity" || number.draws)
        return wrongType(
          `\`${own}\` of \`${name}\``,
          own === "list" ? "a list of numbers" : "a certain number",
          number,
          place,
        );
      numbers.push(number);
    }
  }
  return numbers;
}

/** Evaluates `probability(condition)`: the share of draws in which the condition holds. */
export function probability(context: Context, expr: CallExpr, scope: Scope): Value {
  const place = placeOf(expr, scope);
  const [argument, more] = expr.args;
  if (!argument)
    return poison(diagnostic("missing-argument", { function: "probability", argument: "condition" }, place));
  if (more || argument.name)
    return poison(
      unknownArgument(
        "probability",
        (more ?? argument).name?.name ?? "a second condition",
        ["condition"],
        place,
      ),
    );
  const value = context.evaluate(argument.value, scope, null);
  const holds = asTruth(value, placeOf(argument.value, scope));
  if (typeof holds !== "boolean") return holds;
  const draws = value.kind === "boolean" || value.kind === "word" ? value.draws : undefined;
  const share = draws ? meanOf(draws) : holds ? 1 : 0;
  if (Number.isNaN(share)) return poison(diagnostic("number-too-large", { what: "probability" }, place));
  return { kind: "quantity", value: share, dimension: DIMENSIONLESS, unit: "%" };
}
