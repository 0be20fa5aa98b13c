import type { CallExpr, Expr } from "../../ast/ast.ts";
import type { Place } from "../../diagnostics/diagnostic.ts";
import { diagnostic } from "../../diagnostics/index.ts";
import type { Context } from "../values/context.ts";
import { itemOf } from "../values/listing.ts";
import type { Scope } from "../values/scope.ts";
import { type Poison, poison, type Quantity, type Value } from "../values/value.ts";
import { counted, nearlySame, plainNumber } from "./arithmetic.ts";
import { groupOf } from "./column.ts";
import { placeOf } from "./exprText.ts";
import { member } from "./member.ts";
import { unknownArgument, wrongType } from "./problem.ts";

/** Kinds of scaling. */
const KINDS = ["strong", "weak", "to_loss"] as const;
type Kind = (typeof KINDS)[number];

/** Time, devices and global batch of a row of a scaling table. */
interface Point {
  readonly seconds: Quantity;
  readonly devices: number;
  readonly batch: number;
}

/**
 * Evaluates `scaling(strong)` on a row of a table: the row's efficiency relative to the first row, or with `per =
 * plan.framework` relative to the first row of its series. With a time T on N devices, and T_1 on N_1 in the first row:
 * strong scaling (the same global batch; Amdahl 1967) is T_1 N_1 / (T N); weak scaling (a global batch in proportion to
 * the devices; Gustafson, CACM 31(5), 1988) is T_1 / T; `to_loss` is strong scaling of `time_to_loss`. An error where
 * the batches of a series do not suit the kind, or where two rows of a series have equally many devices.
 */
export function scaling(context: Context, expr: CallExpr, scope: Scope): Value {
  const place = placeOf(expr, scope);
  const { rows } = scope;
  if (!rows) return wrongType("`scaling`", "a column of a table around it", { kind: "none" }, place);
  const per = expr.args.find(({ name }) => name?.name === "per");
  const odd = expr.args.find((one) => one.name && one !== per);
  if (odd?.name)
    return poison(
      unknownArgument("scaling", odd.name.name, ["per"], { source: scope.source, span: odd.name.span }),
    );
  const kind = kindOf(expr.args.find(({ name }) => !name)?.value, place);
  if (typeof kind !== "string") return kind;
  const group = per ? groupOf(context, per.value, scope, rows) : null;
  if (group?.kind === "poison") return group;
  const places = group ? (group.groups.members.get(group.key) ?? []) : [...Array(rows.scopes.length).keys()];
  const own = pointOf(context, kind, scope, place);
  if ("kind" in own) return own;
  const first = pointOf(context, kind, itemOf(rows.scopes, places[0] ?? 0), place);
  if ("kind" in first) return first;
  const problem =
    unsuited(kind, first, own) ??
    repeated(
      context,
      places.map((at) => itemOf(rows.scopes, at)),
      own,
      place,
    );
  if (problem !== null)
    return typeof problem === "string"
      ? poison(
          diagnostic(
            "wrong-type",
            { what: `\`scaling(${kind})\``, wanted: WANTED[kind], found: problem },
            place,
            {
              help: "name what differs between the series: `scaling(strong, per = plan.framework)`",
            },
          ),
        )
      : problem;
  const ratio = first.seconds.value / own.seconds.value;
  return { ...plainNumber(kind === "weak" ? ratio : (ratio * first.devices) / own.devices), unit: "%" };
}

const WANTED: Readonly<Record<Kind, string>> = {
  strong: "one global batch in all rows of a series, each with its own number of devices",
  weak: "a global batch in proportion to the devices, each row with its own number of devices",
  to_loss: "rows of a series with its own number of devices each",
};

function kindOf(asked: Expr | undefined, place: Place): Kind | Poison {
  const word = asked?.kind === "name" ? asked.name : null;
  const kind = KINDS.find((one) => one === word);
  if (kind) return kind;
  if (!asked) return poison(diagnostic("missing-argument", { function: "scaling", argument: "kind" }, place));
  return poison(unknownArgument("scaling", word ?? "..", KINDS, place));
}

function pointOf(context: Context, kind: Kind, scope: Scope, place: Place): Point | Poison {
  const read = (root: string, field?: string): Quantity | Poison => {
    const whole = scope.find(context, root) ?? poison();
    const value = counted(field === undefined ? whole : member(context, whole, field, place));
    if (value.kind === "quantity" || value.kind === "poison") return value;
    return wrongType("`scaling`", "rows with a scenario", value, place);
  };
  const seconds = read(kind === "to_loss" ? "time_to_loss" : "step_time");
  if (seconds.kind === "poison") return seconds;
  const devices = read("cluster", "devices");
  if (devices.kind === "poison") return devices;
  const batch = read("plan", "global_batch");
  if (batch.kind === "poison") return batch;
  return { seconds, devices: devices.value, batch: batch.value };
}

/** Reason, in words, why two rows cannot be in one series of a kind of scaling; null where they can. */
function unsuited(kind: Kind, first: Point, own: Point): string | null {
  const grown = own.batch / first.batch;
  if (kind === "strong" && !nearlySame(grown, 1)) return `${first.batch} and ${own.batch} sequences`;
  if (kind === "weak" && !nearlySame(grown, own.devices / first.devices))
    return `${first.batch} sequences on ${first.devices} devices and ${own.batch} on ${own.devices}`;
  return null;
}

/** Reason, in words, why a series is ambiguous: another of its rows has as many devices as `own`. Null where none has. */
function repeated(
  context: Context,
  series: readonly Scope[],
  own: Point,
  place: Place,
): string | Poison | null {
  let count = 0;
  for (const row of series) {
    const devices = counted(member(context, row.find(context, "cluster") ?? poison(), "devices", place));
    if (devices.kind === "poison") return devices;
    if (devices.kind === "quantity" && devices.value === own.devices) count++;
  }
  return count > 1 ? `${count} rows with ${own.devices} devices` : null;
}
