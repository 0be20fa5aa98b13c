import type { Clause, Expr, Path, Sweep } from "../../ast/ast.ts";
import type { Place } from "../../diagnostics/diagnostic.ts";
import { diagnostic } from "../../diagnostics/index.ts";
import { counted, nearlySame, plainNumber } from "../expressions/arithmetic.ts";
import { groupOf } from "../expressions/column.ts";
import { member } from "../expressions/member.ts";
import { pathExpr } from "../expressions/pathExpr.ts";
import { unknownArgument, wrongType } from "../expressions/problem.ts";
import type { Context } from "../values/context.ts";
import { itemOf } from "../values/listing.ts";
import type { Groups, Rows, Scope } from "../values/scope.ts";
import { type Poison, poison, type Quantity, type Value } from "../values/value.ts";
import { keepOf, pathText } from "./aims.ts";

export type Scaling = Extract<Clause, { kind: "scaling" }>;

/** Kinds of scaling, each with what the rows of a series must have in common. */
const KINDS = {
  strong: "one global batch in all rows of a series, each with its own number of devices",
  weak: "a global batch in proportion to the devices, each row with its own number of devices",
  to_loss: "rows of a series with its own number of devices each",
} as const;
type Kind = keyof typeof KINDS;

/** Paths whose `for` clause changes the number of devices. */
const SIZES: ReadonlySet<string> = new Set(["cluster.nodes", "cluster.devices_per_node", "cluster"]);

/** Time, devices and global batch of a row of a scaling table. */
interface Point {
  readonly seconds: Quantity;
  readonly devices: number;
  readonly batch: number;
}

/**
 * Function that evaluates the column of a `scaling` clause on a row: the scaling efficiency from the first row of its
 * series. With a time T on N devices, and T_1 on N_1 in the first row: strong scaling (the same global batch; Amdahl
 * 1967) is T_1 N_1 / (T N); weak scaling (a global batch in proportion to the devices; Gustafson, CACM 31(5), 1988) is
 * T_1 / T; `to_loss` is strong scaling of `time_to_loss`. The function returns an error where the batches of a series
 * do not suit the kind, or two rows of it have equally many devices.
 */
export function scalingColumn(
  context: Context,
  statement: Sweep,
  clause: Scaling,
  scope: Scope,
): (row: Scope) => Value {
  const place = { source: scope.source, span: clause.span };
  const kind = kindOf(clause, scope);
  if (typeof kind !== "string") return () => kind;
  const series = seriesOf(statement);
  if (series === null) {
    const help = "add `for cluster.nodes in pow2(1, 64)`";
    const what = { what: "`scaling`", wanted: "a `for` that varies the number of devices", found: "none" };
    return () => poison(diagnostic("wrong-type", what, place, { help }));
  }
  const items = series.map(({ names }) => pathExpr(names));
  const per: Expr | null = items.length === 0 ? null : { kind: "list", span: clause.span, items };
  const known = new Map<string, Series>();
  return (row) => efficiency(context, kind, per, row, place, known);
}

/** Kind of scaling that a clause asks for; null where the statement has no such clause, or asks for an unknown kind. */
export function scalingKind({ clauses }: Sweep): Kind | null {
  const clause = clauses.find((one) => one.kind === "scaling");
  return clause && clause.how.name in KINDS ? (clause.how.name as Kind) : null;
}

function kindOf({ how }: Scaling, scope: Scope): Kind | Poison {
  if (how.name in KINDS) return how.name as Kind;
  const place = { source: scope.source, span: how.span };
  return poison(unknownArgument("scaling", how.name, Object.keys(KINDS), place));
}

/** Paths of the `for` clauses of a statement that change the number of devices. */
function sizesOf(statement: Sweep): readonly Path[] {
  const sizes = pathsOf(statement).filter((paths) => paths.some((path) => SIZES.has(pathText(path))));
  // Clusters of several kinds are series where another clause varies their size.
  const inner = sizes.filter((paths) => paths.some((path) => pathText(path) !== "cluster"));
  return (inner.length > 0 ? inner : sizes).flat();
}

/** Path over which a statement with `scaling` is plotted: the number of nodes. Null for other statements. */
export function scaledPath(statement: Sweep): string | null {
  if (scalingKind(statement) === null) return null;
  return (
    sizesOf(statement)
      .map(pathText)
      .find((path) => SIZES.has(path)) ?? null
  );
}

const pathsOf = ({ clauses }: Sweep): readonly (readonly Path[])[] =>
  clauses.flatMap((one) => (one.kind === "for" ? [one.paths] : []));

/**
 * Paths that tell the series of a statement's rows apart: those that do not change the number of devices. In a sweep
 * all varied paths count, in a search those of `keep 1 per ..`. Null where no clause changes the number of devices.
 */
function seriesOf(statement: Sweep): readonly Path[] | null {
  const sized = new Set(sizesOf(statement).map(pathText));
  if (sized.size === 0) return null;
  const apart = statement.kind === "search" ? (keepOf(statement)?.per ?? []) : pathsOf(statement).flat();
  return apart.filter((path) => !sized.has(pathText(path)));
}

/** Rows of a series: the first, and how many have each number of devices. */
interface Series {
  readonly first: Point;
  readonly sizes: ReadonlyMap<number, number>;
}

function efficiency(
  context: Context,
  kind: Kind,
  per: Expr | null,
  row: Scope,
  place: Place,
  known: Map<string, Series>,
): Value {
  const { rows } = row;
  if (!rows) return poison();
  const group = per ? groupOf(context, per, row, rows) : null;
  if (group?.kind === "poison") return group;
  const own = pointOf(context, kind, row, place);
  if ("kind" in own) return own;
  const key = group?.key ?? "";
  const series = known.get(key) ?? seriesAt(context, kind, group, rows, place);
  if ("kind" in series) return series;
  known.set(key, series);
  const { first, sizes } = series;
  const problem = unsuited(kind, first, own) ?? repeated(sizes, own);
  if (problem !== null)
    return poison(
      diagnostic(
        "wrong-type",
        { what: `\`scaling ${kind}\``, wanted: KINDS[kind], found: problem },
        place,
        kind === "strong" ? { help: "`scaling weak` keeps the batch per device instead" } : {},
      ),
    );
  const ratio = first.seconds.value / own.seconds.value;
  return { ...plainNumber(kind === "weak" ? ratio : (ratio * first.devices) / own.devices), unit: "%" };
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

/** Reason in words why two rows are not of one series of this kind; null where they are. */
function unsuited(kind: Kind, first: Point, own: Point): string | null {
  const grown = own.batch / first.batch;
  if (kind === "strong" && !nearlySame(grown, 1)) return `${first.batch} and ${own.batch} sequences`;
  if (kind === "weak" && !nearlySame(grown, own.devices / first.devices))
    return `${first.batch} sequences on ${first.devices} devices and ${own.batch} on ${own.devices}`;
  return null;
}

/** Series of a group of rows; of all rows without a group. Read once for each series. */
function seriesAt(
  context: Context,
  kind: Kind,
  group: { readonly groups: Groups; readonly key: string } | null,
  { scopes }: Rows,
  place: Place,
): Series | Poison {
  const places = group ? (group.groups.members.get(group.key) ?? []) : [...Array(scopes.length).keys()];
  const first = pointOf(context, kind, itemOf(scopes, places[0] ?? 0), place);
  if ("kind" in first) return first;
  const sizes = new Map<number, number>();
  for (const at of places) {
    const cluster = itemOf(scopes, at).find(context, "cluster") ?? poison();
    const devices = counted(member(context, cluster, "devices", place));
    if (devices.kind === "poison") return devices;
    if (devices.kind === "quantity") sizes.set(devices.value, (sizes.get(devices.value) ?? 0) + 1);
  }
  return { first, sizes };
}

/** Reason in words why a series has a row too many: another with as many devices as `own`; null where it has none. */
function repeated(sizes: Series["sizes"], own: Point): string | null {
  const count = sizes.get(own.devices) ?? 0;
  return count > 1 ? `${count} rows with ${own.devices} devices` : null;
}
