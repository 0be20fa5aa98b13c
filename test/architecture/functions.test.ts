import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { files, src } from "./imports.ts";

/** Most lines of a function, comments not counted. */
const MOST = 80;

test("the reader of functions finds every long one, and none that is short", () => {
  const body = (lines: number): string => "  work();\n".repeat(lines);
  const text = [
    `function long() {\n${body(MOST - 1)}}`,
    `const arrow = () => {\n${body(MOST - 1)}};`,
    `class Room {\n  method() {\n${body(MOST - 1)}  }\n}`,
    `function short() {\n${body(MOST - 2)}}`,
    `function explained() {\n${"  // Why.\n".repeat(MOST)}${body(MOST - 2)}}`,
    `const table = {\n${"  row: 1,\n".repeat(2 * MOST)}};`,
  ].join("\n");
  expect(longFunctions("probe.ts", text)).toEqual(["probe.ts long", "probe.ts arrow", "probe.ts method"]);
});

test(`no function has more than ${MOST} lines`, () => {
  const found = files.flatMap((file) => {
    const text = readFileSync(join(src, file), "utf8");
    return hasLongBlock(text) ? longFunctions(file, text) : [];
  });
  expect(found).toEqual([]);
});

/** Most lines of a signature, which stands before its function's block. */
const SIGNATURE = 20;

/**
 * True where some block may be a long function's. Lines are formatted, so a block ends at a brace with the indent of its first
 * line. Most files have no such block, and need not be parsed.
 */
function hasLongBlock(text: string): boolean {
  const opened = new Map<number, number>();
  return text.split("\n").some((line, at) => {
    const indent = line.search(/\S/);
    const start = line[indent] === "}" ? (opened.get(indent) ?? at) : at;
    if (/[{([]$/.test(line)) opened.set(indent, at);
    return at - start + 1 > MOST - SIGNATURE;
  });
}

function longFunctions(file: string, text: string): readonly string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const allLines = text.split("\n");
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && "body" in node && node.body) {
      const lines = allLines
        .slice(lineOf(node.getStart(source)), lineOf(node.end) + 1)
        .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line)).length;
      if (lines > MOST) found.push(`${file} ${nameOf(node)}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Name of a function, or of what it is assigned to. */
function nameOf(node: ts.SignatureDeclaration): string {
  const { parent } = node;
  if (node.name) return node.name.getText();
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name.getText() : "";
}
