import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { variables } from "../../../src/engine/compiled/variables.ts";

/**
 * A watched scenario takes the field that was read last for the one that an input is made of (watchedScenario.ts). That is so where a call
 * reads the field in its own argument, `alg.input("plan.tokens", plan.tokens, "token")`: nothing can look at the number on the way.
 */

/** A function that hands one of its parameters on as an input's value. */
interface Hands {
  readonly path: number;
  readonly value: number;
  /** What it writes before the path that it is given. */
  readonly head: string;
}

/** What is known of a path from the text: its beginning, and whether that is all of it. */
interface Path {
  readonly head: string;
  readonly whole: boolean;
}

const files = readdirSync("src/engine", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => {
    const text = readFileSync(`src/engine/${name}`, "utf8");
    return ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  });
const everywhere = new Map<string, Hands>([["input", { path: 0, value: 1, head: "" }]]);

type Made = ts.ArrowFunction | ts.FunctionDeclaration | ts.MethodDeclaration;
const isMade = (node: ts.Node): node is Made =>
  ts.isArrowFunction(node) || ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node);

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  node.forEachChild((child) => walk(child, visit));
}

/** Functions of a file by name; a local one's name means it in this file alone. */
function functionsOf(file: ts.SourceFile): readonly { readonly name: string; readonly made: Made }[] {
  const found: { name: string; made: Made }[] = [];
  walk(file, (node) => {
    if (ts.isFunctionDeclaration(node) && node.name) found.push({ name: node.name.text, made: node });
    if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name)) return;
    if (node.initializer && ts.isArrowFunction(node.initializer))
      found.push({ name: node.name.text, made: node.initializer });
  });
  return found;
}

const calleeOf = ({ expression: of }: ts.CallExpression): string =>
  ts.isPropertyAccessExpression(of) ? of.name.text : ts.isIdentifier(of) ? of.text : "";

function pathOf(of: ts.Expression | undefined, head: string): Path {
  if (of && ts.isStringLiteral(of)) return { head: head + of.text, whole: true };
  if (of && ts.isTemplateExpression(of)) return { head: head + of.head.text, whole: false };
  return { head, whole: false };
}

const parametersOf = (made: Made): readonly string[] => made.parameters.map(({ name }) => name.getText());

/** What the function hands on, found from those that are known. */
function handsOn(made: Made, known: ReadonlyMap<string, Hands>): Hands | null {
  const parameters = parametersOf(made);
  let found: Hands | null = null;
  walk(made, (node) => {
    if (!ts.isCallExpression(node)) return;
    const hands = known.get(calleeOf(node));
    const value = hands ? parameters.indexOf(node.arguments[hands.value]?.getText() ?? "") : -1;
    if (!hands || value < 0) return;
    const path = node.arguments[hands.path];
    const own = path?.getText() ?? "";
    const inner = path && ts.isTemplateExpression(path) ? path.templateSpans[0]?.expression.getText() : own;
    found = { value, path: parameters.indexOf(inner ?? ""), head: pathOf(path, hands.head).head };
  });
  return found;
}

/** `plan.tokens`, `scaleOut?.nicsPerNode ?? 0`: read where it stands. */
function isRead(of: ts.Expression): boolean {
  if (ts.isBinaryExpression(of) && of.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
    return isRead(of.left) && ts.isNumericLiteral(of.right);
  // A row's `read`: the rows themselves are looked through below.
  if (ts.isCallExpression(of) && of.expression.getText() === "read") return true;
  if (ts.isConditionalExpression(of)) return isRead(of.whenTrue) && isRead(of.whenFalse);
  return ts.isPropertyAccessExpression(of) || ts.isElementAccessExpression(of);
}

/** What a function does with a parameter that it hands on, besides: nothing, but to see whether there is a number. */
function looksAt(made: Made, { value }: Hands, known: ReadonlyMap<string, Hands>): readonly string[] {
  const name = parametersOf(made)[value];
  const found: string[] = [];
  if (made.body)
    walk(made.body, (node) => {
      if (!ts.isIdentifier(node) || node.text !== name) return;
      const { parent } = node;
      const handed = ts.isCallExpression(parent) && known.has(calleeOf(parent));
      const tested =
        ts.isTypeOfExpression(parent) ||
        (ts.isBinaryExpression(parent) && parent.right.kind === ts.SyntaxKind.NullKeyword);
      const field = ts.isElementAccessExpression(parent) || ts.isPropertyAccessExpression(parent);
      // What may be an object is one where it is not handed on.
      const maybe = !/^number( \| null)?$/.test(made.parameters[value]?.type?.getText() ?? "");
      const asObject = maybe && ts.isCallExpression(parent);
      if (!handed && !tested && !field && !asObject) found.push(parent.getText());
    });
  return found;
}

/** Bodies of the functions by which rows of fields read: the third argument of `field` and `varying`. */
function readersOf(file: ts.SourceFile): readonly ts.Expression[] {
  const found: ts.Expression[] = [];
  walk(file, (node) => {
    if (!ts.isCallExpression(node) || !/^(field|varying)$/.test(node.expression.getText())) return;
    const reader = node.arguments[2];
    if (reader && ts.isArrowFunction(reader) && !ts.isBlock(reader.body)) found.push(reader.body);
  });
  return found;
}

const mayBeVariable = ({ head, whole }: Path): boolean =>
  variables.some(({ path }) => (whole ? path === head : path.startsWith(head)));

/** Calls that hand over a number that something may have looked at since it was read. */
function wrongIn(file: ts.SourceFile): readonly string[] {
  const known = new Map(everywhere);
  const functions = functionsOf(file);
  for (let round = 0; round < 2; round++)
    for (const { name, made } of functions) {
      const hands = handsOn(made, known);
      if (hands) known.set(name, hands);
      if (hands && ts.isFunctionDeclaration(made)) everywhere.set(name, hands);
    }
  const wrong: string[] = functions.flatMap(({ made }) => {
    const hands = handsOn(made, known);
    return hands && mayBeVariable({ head: hands.head, whole: hands.path < 0 })
      ? looksAt(made, hands, known)
      : [];
  });
  const enclosing: Made[] = [];
  const visit = (node: ts.Node): void => {
    const made = isMade(node) ? node : null;
    if (made) enclosing.push(made);
    const hands = ts.isCallExpression(node) ? known.get(calleeOf(node)) : undefined;
    if (hands && ts.isCallExpression(node)) {
      const value = node.arguments[hands.value];
      const handed = enclosing.some(
        (one) => handsOn(one, known) && parametersOf(one).includes(value?.getText() ?? ""),
      );
      const path =
        hands.path < 0 ? { head: hands.head, whole: true } : pathOf(node.arguments[hands.path], hands.head);
      if (value && !handed && !isRead(value) && mayBeVariable(path))
        wrong.push(`${file.fileName}: ${node.getText()}`);
    }
    node.forEachChild(visit);
    if (made) enclosing.pop();
  };
  visit(file);
  return wrong;
}

describe("numbers handed to the algebra", () => {
  test("are read in the call, so that nothing has looked at them", () => {
    for (const file of files) wrongIn(file);
    expect(files.flatMap(wrongIn)).toEqual([]);
  });

  test("are read by a row of fields where it stands", () => {
    const found = files.flatMap(readersOf);
    expect(found.length).toBeGreaterThan(60);
    expect(found.filter((reader) => !isRead(reader)).map((reader) => reader.getText())).toEqual([]);
  });
});
