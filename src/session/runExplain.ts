import type { Explain, Expr } from "../dsl/ast.ts";
import type { Place } from "../dsl/diagnostics/diagnostic.ts";
import { diagnostic } from "../dsl/diagnostics/index.ts";
import {
  asScenario,
  type CitedText,
  type Context,
  citedInside,
  counted,
  describe,
  evaluate,
  modelOrigins,
  originOf,
  type Poison,
  poison,
  type RecordValue,
  readField,
  resolve,
  resolveModel,
  type ScenarioValue,
  scenarioPart,
  textOf,
  type Value,
  type WorkedOut,
  workedOut,
} from "../dsl/evaluate/index.ts";
import type { Derivation } from "../engine/derivation.ts";
import { derivations } from "../engine/derivations.ts";
import type { Estimate } from "../engine/estimate.ts";
import {
  explainInference,
  explainModelParams,
  explainScenario,
  explainSimulation,
  latex,
} from "../engine/index.ts";
import { queueEstimate } from "../engine/queue/queueEstimate.ts";
import { queueOutputs } from "../engine/queue/queueOutputs.ts";
import type { Origin } from "../engine/scenario.ts";
import { type Block, derivationTree, intervalTree, type TreeNode } from "../report/index.ts";
import { boundsOf } from "../uncertainty/index.ts";
import { blocks, dataOf } from "./documents.ts";
import { answerOf, simulationIn, uncertaintyIn } from "./engineOutputs.ts";
import { sessionOutputs } from "./outputs.ts";
import { isQueuePath, queueAnswer, queueOrigins } from "./queueAnswer.ts";
import { placeIn, type Run } from "./run.ts";
import { textOfValue } from "./textOfValue.ts";

/** One `explain`: the derivation of a result, the origin of a field, or the parts of an expression, each explained. */
export function runExplain(run: Run, statement: Explain): void {
  const value = evaluate(run.context, statement.value, run.scope, null);
  if (value.kind === "poison") {
    run.reportAll(value);
    return;
  }
  const trees: Block[] = [];
  const found = explain(run, statement.value, unitOf(statement.value));
  if (Array.isArray(found)) trees.push(...found);
  else if ("kind" in found && found.kind === "poison") {
    run.reportAll(found);
    return;
  }
  if (trees.length === 0) {
    const what = {
      what: "`explain`",
      wanted: "a result such as `base.step_time`, or a field",
      found: describe(value),
    };
    run.report(diagnostic("wrong-kind", what, placeIn(run, statement.value)));
    return;
  }
  run.output("explain", statement.span.start, blocks(...trees), { value: dataOf(value), tree: trees });
}

function unitOf(expr: Expr): string | undefined {
  if (expr.kind === "paren") return unitOf(expr.inner);
  return expr.kind === "as" ? expr.unit : undefined;
}

type Explained = readonly Block[] | Poison;

function explain(run: Run, expr: Expr, unit: string | undefined): Explained {
  const { context, scope } = run;
  switch (expr.kind) {
    case "paren":
      return explain(run, expr.inner, unit);
    case "as":
      return explain(run, expr.value, unit);
    case "name":
    case "member": {
      const names: string[] = [];
      let object: Expr = expr;
      while (object.kind === "member") {
        names.unshift(object.member.name);
        object = object.object;
      }
      while (object.kind === "paren") object = object.inner;
      return ofPath(run, evaluate(context, object, scope, null), names, expr, unit);
    }
    default: {
      const value = evaluate(context, expr, scope, null);
      if (value.kind === "scenario") return ofPath(run, value, [], expr, unit);
      if (value.kind === "poison") return value;
      return [{ kind: "tree", root: computed(run, expr, value) }];
    }
  }
}

function ofPath(
  run: Run,
  object: Value,
  names: readonly string[],
  expr: Expr,
  unit: string | undefined,
): Explained {
  const { context } = run;
  const place = placeIn(run, expr);
  const queue = asScenario(object);
  if (queue?.parts.queue && names[0] !== undefined && isQueuePath(names[0]))
    return ofQueue(context, queue, names.join("."), place, unit);
  if (object.kind === "scenario") {
    const [first] = names;
    if (first === undefined) {
      return [
        ...list(ofOutput(context, object, "step_time", place, unit)),
        ...list(ofOutput(context, object, "memory.peak", place, undefined)),
      ];
    }
    if (first === "model" || first === "cluster" || first === "plan" || first === "queue") {
      const part = scenarioPart(context, object, first);
      if (part.kind === "poison") return part;
      if (first === "model" && names.length === 2 && isModelOutput(part, names[1] ?? ""))
        return ofModel(context, part, names[1] ?? "", unit);
      return ofField(context, part, names.slice(1), names.join("."));
    }
    return ofOutput(context, object, names.join("."), place, unit);
  }
  if (object.kind === "record") {
    if (names.length === 1 && isModelOutput(object, names[0] ?? ""))
      return ofModel(context, object, names[0] ?? "", unit);
    return ofField(context, object, names, [object.name, ...names].join("."));
  }
  const value = evaluate(context, expr, run.scope, null);
  if (value.kind === "poison") return value;
  const own = definitionOf(run, expr);
  return [{ kind: "tree", root: own ?? computed(run, expr, value) }];
}

const list = (explained: Explained): readonly Block[] => ("kind" in explained ? [] : explained);

function isModelOutput(record: RecordValue, name: string): boolean {
  return record.type.what === "model" && (name === "params" || name === "active_params");
}

/** A `let`: its own expression, taken apart. */
function definitionOf(run: Run, expr: Expr): TreeNode | null {
  if (expr.kind !== "name") return null;
  const statement = run.letOf(expr.name);
  if (!statement) return null;
  const value = evaluate(run.context, statement.expr, statement.scope, null);
  return computed({ ...run, scope: statement.scope }, statement.expr, value, expr.name);
}

/** An expression with its value, and each path in it explained below. */
function computed(run: Run, expr: Expr, value: Value, label?: string): TreeNode {
  const text = textOf(expr, run.scope);
  const children: TreeNode[] = [];
  for (const leaf of leaves(expr)) {
    const found = explain(run, leaf, unitOf(leaf));
    if (!Array.isArray(found)) continue;
    for (const block of found as readonly Block[]) {
      if (block.kind !== "tree") continue;
      const leafText = textOf(leaf, run.scope);
      children.push(
        block.root.text.startsWith(leafText)
          ? block.root
          : { ...block.root, text: `${leafText}: ${block.root.text}` },
      );
    }
  }
  const shown = textOfValue(value);
  return label === undefined || text === shown
    ? { text: text === shown ? (label ?? text) : `${text} = ${shown}`, children }
    : { text: `${label} = ${shown}`, formula: text, children };
}

/** The names and paths that an expression is made of. */
function leaves(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "member":
    case "name":
      return [expr];
    case "paren":
      return leaves(expr.inner);
    case "as":
      return leaves(expr.value);
    case "unary":
      return leaves(expr.operand);
    case "binary":
      return expr.op === "with" || expr.op === "on" ? [] : [...leaves(expr.left), ...leaves(expr.right)];
    case "call":
      return expr.args.flatMap((argument) => leaves(argument.value));
    case "if":
      return [...leaves(expr.condition), ...leaves(expr.yes), ...leaves(expr.no)];
    case "list":
      return expr.items.flatMap(leaves);
    default:
      return [];
  }
}

function ofOutput(
  context: Context,
  scenario: ScenarioValue,
  path: string,
  place: Place,
  unit: string | undefined,
): Explained {
  // The plain answer first: its refusals are diagnostics at the right places.
  const plain = answerOf(context, scenario, place);
  if (plain.kind === "poison") return plain;
  const resolved = resolve(context, scenario);
  if (resolved.kind === "poison") return resolved;
  const answer = explainScenario(resolved.scenario);
  const output = sessionOutputs.find((one) => one.path === path);
  if (!answer.ok || !output) return [];
  const { estimate } = answer;
  switch (output.kind) {
    case "number": {
      const derivation = output.read<Derivation>(estimate);
      if (derivation === null) return [];
      const interval = intervalTree(uncertaintyIn(plain), path, unit);
      return [treeOf(derivation, unit), ...(interval ? [interval] : [])];
    }
    case "inference":
    case "served": {
      const made = explainInference(resolved.scenario);
      if (!made.ok) return [];
      const of =
        output.kind === "served"
          ? [output.read(made.inference)]
          : [made.inference.memory, made.inference.decode];
      const numbers = of.flatMap((one) => (typeof one === "boolean" ? [made.inference.memory] : [one]));
      return numbers.map((one) => treeOf(one, unit));
    }
    case "simulation":
    case "simulated": {
      const made = simulationIn(plain);
      if (made === null) return [];
      const [value, unit_] =
        output.kind === "simulated" ? [output.read(made), output.unit] : [made.mean, "s"];
      const derivation = explainSimulation(phrase(output.doc), unit_, value, resolved.scenario, estimate);
      return derivation ? [treeOf(derivation, unit)] : [];
    }
    case "chapter":
      return chapterNumbers(estimate, path).map((one) => treeOf(one, unit));
    case "bound": {
      const basis = uncertaintyIn(plain)[output.of.of];
      const algebra = derivations(resolved.scenario.origins);
      const ends = basis && boundsOf(algebra, output.of, estimate, basis);
      return ends ? [treeOf(ends[output.end], unit)] : [];
    }
    case "uncertainty":
    case "extrapolated":
      return ["step_time", "memory.peak"].flatMap((one) => intervalTree(uncertaintyIn(plain), one) ?? []);
    case "breakdown": {
      const tree = output.read<Derivation>(estimate);
      return tree ? [treeOf(tree.value, unit)] : [];
    }
    case "memory":
      return [treeOf(estimate.memory.peak, unit)];
    case "timeline":
      return [estimate.time.forward, estimate.time.backward].map((one) => treeOf(one, unit));
    case "truth":
      return [treeOf(estimate.memory.peak, unit), treeOf(estimate.memory.capacity, unit)];
    case "comm":
      return estimate.comm.map((one) => treeOf(one.totalSeconds, unit));
    default:
      return [treeOf(estimate.time.step.value, unit)];
  }
}

/** A sentence as the name of what it says. */
const phrase = (sentence: string): string => `${sentence[0]?.toLowerCase()}${sentence.slice(1, -1)}`;

/** The numbers that a chapter of the estimate comes down to. */
function chapterNumbers(estimate: Estimate<Derivation>, path: string): readonly Derivation[] {
  const { reliability, checkpoint } = estimate;
  if (path === "reliability") return reliability ? [reliability.mtbf] : [];
  return checkpoint ? [checkpoint.size, checkpoint.blocking, checkpoint.unsafe, checkpoint.load] : [];
}

function ofModel(context: Context, model: RecordValue, name: string, unit: string | undefined): Explained {
  const resolved = resolveModel(context, model);
  if (resolved.kind === "poison") return resolved;
  const { params, activeParams } = explainModelParams(resolved.data, modelOrigins(context, model));
  return [treeOf(name === "params" ? params.value : activeParams, unit)];
}

/** A queue's number, over the algebra of derivations. */
function ofQueue(
  context: Context,
  scenario: ScenarioValue,
  path: string,
  place: Place,
  unit: string | undefined,
): Explained {
  const answer = queueAnswer(context, scenario, place);
  if (answer.kind === "poison") return answer;
  const output = queueOutputs.find((one) => one.path === path);
  const algebra = derivations(queueOrigins(context, scenario));
  const explained = queueEstimate(algebra, answer.workload, answer.run);
  switch (output?.kind) {
    case "number":
      return [treeOf(output.read<Derivation>(explained), unit)];
    case "breakdown":
      return [treeOf(output.read<Derivation>(explained).value, unit)];
    default:
      return [];
  }
}

function treeOf(derivation: Derivation, unit: string | undefined): Block {
  return derivationTree(derivation, { latex, ...(unit === undefined ? {} : { unit }) });
}

/** A plain field: its value, and where it was written or what default it follows. */
function ofField(context: Context, record: RecordValue, names: readonly string[], label: string): Explained {
  let holder = record;
  let cited: CitedText | null = null;
  for (const [at, name] of names.entries()) {
    const value = readField(context, holder, name);
    if (value.kind === "poison") return value;
    if (at === names.length - 1) {
      const origin = originOf(holder, name, cited, context);
      const node = fieldNode(label, value, origin, holder.type.fields.get(name)?.row.doc);
      return [{ kind: "tree", root: withSum(node, value, workedOut(context, holder, name)) }];
    }
    if (value.kind !== "record") return poison();
    cited = citedInside(context, holder, name, value, cited);
    holder = value;
  }
  const children = [...holder.fields.keys()].map((name) =>
    fieldNode(name, readField(context, holder, name), originOf(holder, name, cited, context), undefined),
  );
  const source = holder.type.what === "tagged" ? (cited?.cite ?? null) : holder.cite;
  return [{ kind: "tree", root: { text: label, ...(source === null ? {} : { source }), children } }];
}

/** `dp = fill` is a sum of other fields: how it goes, and what stands in it. */
function withSum(node: TreeNode, value: Value, worked: WorkedOut | null): TreeNode {
  if (worked === null || value.kind !== "quantity") return node;
  const parts = worked.of.map((one) => ({
    text: `${one.label} = ${textOfValue(counted(one.value))}`,
    children: [],
  }));
  return { ...node, formula: worked.sum, children: [...parts, ...node.children] };
}

function fieldNode(label: string, value: Value, origin: Origin | null, doc: string | undefined): TreeNode {
  const where = origin?.file === undefined ? null : `${origin.file}:${origin.line}`;
  const source = [
    ...(origin === null ? [] : [origin.kind === "given" ? (where ?? "given") : origin.kind]),
    ...(origin?.cite === undefined ? [] : [origin.cite]),
  ].join("; ");
  const shown = textOfValue(counted(value));
  return {
    text: `${label} = ${shown}`,
    ...(origin?.text === undefined || origin.text === shown ? {} : { formula: origin.text }),
    ...(source === "" ? {} : { source }),
    children: doc === undefined ? [] : [{ text: doc, children: [] }],
  };
}
