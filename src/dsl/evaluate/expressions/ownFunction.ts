import type { CallExpr, Fn, Name } from "../../ast/ast.ts";
import { type Diagnostic, diagnostic, type Place, suggest } from "../../diagnostics/index.ts";
import type { Context } from "../values/context.ts";
import { tagType } from "../values/recordType.ts";
import type { OwnArgument, Scope } from "../values/scope.ts";
import { describe, type FunctionValue, type Poison, poison, type Value } from "../values/value.ts";
import { placeOf } from "./exprText.ts";
import { functionNames } from "./functions.ts";
import { unknownArgument } from "./problem.ts";

/**
 * Largest number of calls that one call of a function may lead to. Functions cannot call themselves, so every call
 * ends; but each of thirty that calls the one before it twice would need a billion.
 */
const MAX_CALLS = 10_000;

/**
 * Makes the value of a `fn` statement. An error for a name that the language uses, for a parameter written twice, for
 * an unknown function in the body, and for functions that call one another in a circle.
 */
export function ownFunction(context: Context, statement: Fn, scope: Scope): FunctionValue | Poison {
  const { name, params, body, doc } = statement;
  const at = ({ span }: Name): Place => ({ source: scope.source, span });
  const taken = functionNames.has(name.name)
    ? "a function of the language"
    : tagType(name.name)
      ? "a value that fields take"
      : null;
  if (taken !== null) return poison(diagnostic("taken-name", { name: name.name, what: taken }, at(name)));
  for (const [index, param] of params.entries()) {
    const first = params.findIndex((one) => one.name === param.name);
    const earlier = params[first];
    if (!earlier || first === index) continue;
    const related = [{ place: at(earlier), label: "the first one" }];
    return poison(
      diagnostic("duplicate-definition", { name: param.name }, at(param), {
        related,
        help: "give one of the parameters another name",
      }),
    );
  }
  let calls = 1;
  for (const callee of calleesIn(body)) {
    const called = functionIn(context, callee, scope);
    if (called?.kind === "poison") return { ...called, diagnostics: called.diagnostics.map(noRecursion) };
    calls += called?.calls ?? 0;
  }
  if (calls > MAX_CALLS)
    return poison(
      diagnostic("too-deep", { limit: MAX_CALLS, what: "calls of functions" }, at(name), {
        help: "pass a value that is used twice to a function as a parameter, so that it is computed once",
      }),
    );
  return { kind: "function", name: name.name, params, body, doc, calls, scope, place: at(name) };
}

/** Function of the program that a call means. Undefined for the language's own; an error for an unknown one. */
function functionIn(context: Context, callee: Name, scope: Scope): FunctionValue | Poison | undefined {
  const found = scope.called?.(context, callee.name);
  if (found || functionNames.has(callee.name) || tagType(callee.name)) return found;
  return unknownFunction(context, callee, scope);
}

/** Error for a call of a function that neither the language nor the program has. */
export function unknownFunction(context: Context, callee: Name, scope: Scope, help?: string): Poison {
  const own = [...scope.names(context)].filter((name) => scope.called?.(context, name));
  const suggestion = suggest(callee.name, [...functionNames, ...own]);
  const params = { name: callee.name, ...(suggestion === null ? {} : { suggestion }) };
  const place = { source: scope.source, span: callee.span };
  return poison(diagnostic("unknown-function", params, place, help === undefined ? {} : { help }));
}

const noRecursion = (one: Diagnostic): Diagnostic =>
  one.code === "cyclic-definition"
    ? {
        ...one,
        help: "a function cannot call itself, nor through others: write the repeated part once, with its values as parameters",
      }
    : one;

/** Names of the functions that an expression calls, one for each call. */
function calleesIn(node: unknown): readonly Name[] {
  if (typeof node !== "object" || node === null) return [];
  const inner = Object.values(node).flatMap(calleesIn);
  return "kind" in node && node.kind === "call" ? [(node as CallExpr).callee, ...inner] : inner;
}

/** Arguments of a call of a program's function, by parameter. */
export function argumentsOf(
  context: Context,
  called: FunctionValue,
  expr: CallExpr,
  scope: Scope,
): ReadonlyMap<string, OwnArgument> | Poison {
  const found = new Map<string, OwnArgument>();
  const names = called.params.map(({ name }) => name);
  let unnamed = 0;
  for (const { name, value: argument } of expr.args) {
    const place = name ? { source: scope.source, span: name.span } : placeOf(argument, scope);
    const text = scope.source.text.slice(place.span.start, place.span.end);
    const param = name ? name.name : names[unnamed++];
    if (param === undefined || !names.includes(param))
      return poison(unknownArgument(called.name, text, names, place));
    if (found.has(param)) return poison(diagnostic("duplicate-field", { field: param }, place));
    const value = context.evaluate(argument, scope, null);
    if (value.kind === "poison") return value;
    if (value.kind === "function") {
      const what = { what: `\`${called.name}\``, wanted: "a value", found: describe(value) };
      const help = `call it with its arguments: \`${value.name}(..)\``;
      return poison(diagnostic("wrong-type", { ...what, help }, place));
    }
    found.set(param, { expr: argument, scope, value });
  }
  const missing = names.find((name) => !found.has(name));
  if (missing === undefined) return found;
  return poison(
    diagnostic("missing-argument", { function: called.name, argument: missing }, placeOf(expr, scope), {
      help: `it is \`${signatureOf(called)}\``,
    }),
  );
}

/** A function's name with its parameters: `per_token(s, share)`. */
export const signatureOf = ({ name, params }: Pick<FunctionValue, "name" | "params">): string =>
  `${name}(${params.map((param) => param.name).join(", ")})`;

/** Scope of a function's body: its parameters, then the names where the function was written. */
export function bodyScope(called: FunctionValue, args: ReadonlyMap<string, OwnArgument>): Scope {
  const { scope } = called;
  return {
    source: scope.source,
    record: null,
    find: (context, name) => args.get(name)?.value ?? scope.find(context, name),
    *names(context) {
      yield* args.keys();
      yield* scope.names(context);
    },
    called: (context, name) => scope.called?.(context, name),
    argument: (name) => args.get(name),
  };
}

/** Evaluates a call of a function that the program defines. An error in the body also shows the call. */
export function callOwn(context: Context, called: FunctionValue, expr: CallExpr, scope: Scope): Value {
  const args = argumentsOf(context, called, expr, scope);
  if ("kind" in args) return args;
  const value = context.evaluate(called.body, bodyScope(called, args), null);
  if (value.kind !== "poison") return value;
  const place = placeOf(expr, scope);
  const label = `\`${called.name}\` is called here`;
  const inside = (one: Diagnostic): boolean =>
    one.place?.source === called.scope.source &&
    one.place.span.start >= called.body.span.start &&
    one.place.span.end <= called.body.span.end;
  const diagnostics = value.diagnostics.map((one) =>
    inside(one) ? { ...one, related: [...one.related, { place, label }] } : one,
  );
  return { ...value, diagnostics };
}
