import type { Expr, Sweep } from "../../ast/ast.ts";
import { calculate, counted } from "../expressions/arithmetic.ts";
import { emptyScope } from "../expressions/fieldScope.ts";
import { member } from "../expressions/member.ts";
import { namesOf, pathExpr } from "../expressions/pathExpr.ts";
import { changeScenario, scenarioPart } from "../expressions/scenarioValue.ts";
import type { Context } from "../values/context.ts";
import type { Scope } from "../values/scope.ts";
import type { Poison, ScenarioValue } from "../values/value.ts";
import { pathText } from "./aims.ts";
import { scalingKind } from "./scalingColumn.ts";

/** Name of the batch per device in the batch's expression. No program can write it. */
const PER_DEVICE = "batch per device";

/**
 * Base of a statement with `scaling weak`: its global batch per device stays as it is, so that the batch grows with
 * the cluster. Returns the base unchanged for other statements, and where a `for` varies the batch itself.
 */
export function weakBatch(
  context: Context,
  statement: Sweep,
  base: ScenarioValue,
  scope: Scope,
): ScenarioValue | Poison {
  const sets = statement.clauses.some(
    (one) => one.kind === "for" && one.paths.some((path) => pathText(path) === "plan.global_batch"),
  );
  if (scalingKind(statement) !== "weak" || sets) return base;
  const clause = statement.clauses.find((one) => one.kind === "scaling");
  const place = { source: scope.source, span: clause?.span ?? statement.span };
  const cluster = scenarioPart(context, base, "cluster");
  const plan = scenarioPart(context, base, "plan");
  if (cluster.kind === "poison") return cluster;
  if (plan.kind === "poison") return plan;
  const batch = counted(context.readField(plan, "global_batch"));
  const devices = counted(member(context, cluster, "devices", place));
  const each = calculate("/", batch, devices, place);
  if (each.kind === "poison") return each;
  const at = place.span;
  const name = (text: string): Expr => ({ kind: "name", span: at, name: text });
  const expr: Expr = {
    kind: "binary",
    span: at,
    op: "*",
    opSpan: at,
    left: name(PER_DEVICE),
    right: pathExpr(namesOf("cluster.devices")),
  };
  const own: Scope = {
    ...emptyScope(scope.source),
    find: (_context, asked) => (asked === PER_DEVICE ? each : undefined),
  };
  return changeScenario(context, base, [
    {
      path: ["plan", "global_batch"],
      places: [place, place],
      binding: { kind: "expr", expr, scope: own, place },
    },
  ]);
}
