import type { Origin } from "../../../engine/scenario/scenario.ts";
import type { Expr } from "../../ast/ast.ts";
import { type Place, position } from "../../diagnostics/index.ts";
import { readField } from "../expressions/readField.ts";
import { bindingPlace } from "../expressions/record.ts";
import type { Context } from "../values/context.ts";
import type { Binding, RecordValue } from "../values/value.ts";

/**
 * Collects the origin of each field of a record, by dotted path (`plan.micro_batch`, `model.blocks[0].mlp.d_ff`). An
 * origin says that a value is written in the program (with its place), a default or computed.
 */
export function collectOrigins(
  context: Context,
  record: RecordValue,
  prefix: string,
  into: Record<string, Origin>,
  cited: CitedText | null = null,
): void {
  for (const name of record.type.fields.keys()) {
    const path = `${prefix}.${name}`;
    const origin = originOf(record, name, cited, context);
    if (origin) into[path] = origin;
    const value = readField(context, record, name);
    const inner = (held: RecordValue, at: string): void =>
      collectOrigins(context, held, at, into, citedInside(context, record, name, held, cited));
    if (value.kind === "record") inner(value, path);
    if (value.kind === "list")
      for (const [i, item] of value.items.entries()) if (item.kind === "record") inner(item, `${path}[${i}]`);
  }
}

/**
 * Source that a program cites (`cite "..."`), and the part of the program's text to which the citation applies. Numbers
 * written elsewhere do not get the citation.
 */
export interface CitedText {
  readonly cite: string;
  readonly place: Place;
}

/** Citation that applies to the fields of `held`, a tagged value in the field `name`; null for none. */
export function citedInside(
  context: Context,
  record: RecordValue,
  name: string,
  held: RecordValue,
  cited: CitedText | null,
): CitedText | null {
  if (held.type.what !== "tagged") return null;
  const binding = record.fields.get(name);
  return (binding && (citeOf(binding) ?? citeBehind(context, binding))) ?? cited;
}

/**
 * Origin of a field: its place in the program, or that the value is a default or computed. `cited` is the citation of
 * the enclosing tagged value. It applies unless the field has a `cite` of its own.
 */
export function originOf(
  record: RecordValue,
  name: string,
  cited: CitedText | null,
  context: Context,
): Origin | null {
  const field = record.type.fields.get(name);
  if (!field) return null;
  const binding = record.fields.get(name);
  if (!binding) {
    const text = field.row.default;
    const kind = field.default && readsNames(field.default.expr) ? "derived" : "default";
    return {
      kind,
      ...(text === undefined ? {} : { text }),
      ...(field.row.source ? { cite: field.row.source } : {}),
    };
  }
  const place = bindingPlace(binding);
  if (!place) return { kind: "default" };
  const own = citeOf(binding) ?? citeBehind(context, binding);
  const { cite } = own ?? (cited && holds(cited.place, place) ? cited : { cite: null });
  return {
    kind: "given",
    text: place.source.text.slice(place.span.start, place.span.end).replace(/\s+/g, " "),
    file: place.source.name,
    line: position(place.source, place.span.start).line,
    ...(cite === null ? {} : { cite }),
  };
}

function citeOf(binding: Binding): CitedText | null {
  if (binding.kind === "expr") return binding.cite ? { cite: binding.cite.text, place: binding.place } : null;
  return binding.kind === "patch" && binding.base ? citeOf(binding.base) : null;
}

/**
 * Citation of a field whose value is copied from a field of another definition (`carbon_intensity =
 * france.carbon_intensity`): the citation of the copied field. Null for none.
 */
function citeBehind(context: Context, binding: Binding): CitedText | null {
  if (binding.kind !== "expr" || binding.expr.kind !== "member") return null;
  const { object, member } = binding.expr;
  const of = object.kind === "name" ? binding.scope.find(context, object.name) : undefined;
  const field = of?.kind === "record" ? of.fields.get(member.name) : undefined;
  return field ? citeOf(field) : null;
}

const holds = (outer: Place, { source, span }: Place): boolean =>
  source === outer.source && span.start >= outer.span.start && span.end <= outer.span.end;

/**
 * Names that a schema default may consist of and that refer to another field (`bias`) or are computed (`fill`). Any
 * other default that is a single name is a word, such as `bf16`.
 */
const FIELDS: ReadonlySet<string> = new Set(["bias", "d_head", "devices_per_node", "fill"]);

/**
 * True where a default depends on other fields, as `4 * d_model` does. False for constants such as `2_048` and `bf16`.
 */
function readsNames(expr: Expr, alone = true): boolean {
  switch (expr.kind) {
    case "binary":
      return readsNames(expr.left, false) || readsNames(expr.right, false);
    case "unary":
      return readsNames(expr.operand, false);
    case "paren":
      return readsNames(expr.inner, alone);
    case "member":
    case "if":
      return true;
    case "call":
      return expr.args.some((argument) => readsNames(argument.value, false));
    case "name":
      return !alone || FIELDS.has(expr.name);
    default:
      return false;
  }
}
