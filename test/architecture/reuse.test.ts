import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { code, files, imports, src, targetOf } from "./imports.ts";
import { contracts, contractTable, type ReuseContract, type ReuseRoom } from "./reuse.ts";

const root = join(src, "..");
const rooms = Object.entries(contracts) as readonly (readonly [ReuseRoom, ReuseContract])[];

const roomOf = (file: string): ReuseRoom | null =>
  rooms.find(([, { folders }]) => folders.some((folder) => file.startsWith(`${folder}/`)))?.[0] ?? null;

/** Imports of a file of the four rooms by a file outside its room. */
const entries = imports.flatMap((one) => {
  const target = targetOf(one);
  const to = target && roomOf(target);
  const from = roomOf(one.file);
  return target && to && to !== from ? [{ ...one, target, from, to }] : [];
});

const text = (file: string): string => readFileSync(join(src, file), "utf8");

describe("search, compiled, tables and threads give answers again under one contract", () => {
  test("code outside a room imports its doors only, and every door is used", () => {
    expect(entries.length).toBeGreaterThan(40);
    const wrong = entries
      .filter(({ target, to, typeOnly }) => {
        const door = contracts[to].doors[target];
        return door === undefined || (door === "types" && !typeOnly);
      })
      .map(({ file, target }) => `${file} imports ${target}`);
    expect(wrong).toEqual([]);
    const used = new Set(entries.map(({ target }) => target));
    const doors = rooms.flatMap(([, contract]) => Object.keys(contract.doors));
    expect(doors.filter((door) => !used.has(door))).toEqual([]);
  });

  test.each(rooms)("%s imports from the other three what its contract says", (room, { uses }) => {
    const found = entries.filter(({ from }) => from === room);
    const wrong = found.filter(
      ({ to, typeOnly }) => uses[to] !== "all" && !(uses[to] === "types" && typeOnly),
    );
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
    expect([...new Set(found.map(({ to }) => to))].sort()).toEqual(Object.keys(uses).sort());
  });

  test.each(rooms)("%s makes what it uses again in the named files only", (_, { maker }) => {
    const makers = files.filter((file) => maker.call.test(code(text(file))));
    expect(makers.sort()).toEqual([...maker.only].sort());
  });

  test("every memo of the search declares its name and its fields where it is made", () => {
    const inSearch = files.filter((file) => /\bmemo\b/.test(text(file)) && roomOf(file) === "search");
    const calls = inSearch.filter((file) => file !== "engine/search/memo.ts").flatMap(memoCalls);
    expect(calls.length).toBeGreaterThan(25);
    const silent = calls.filter(
      ({ declared }) => !["name", "fields", "make"].every((one) => declared.has(one)),
    );
    expect(silent.map(({ place }) => place)).toEqual([]);
  });

  test.each(rooms)("the promises of %s have tests", (_, { checkedBy }) => {
    const missing = checkedBy.filter(
      ([file, title]) => !readFileSync(join(root, file), "utf8").includes(title),
    );
    expect(missing).toEqual([]);
  });

  test("the document has the contract's words", () => {
    const document = readFileSync(join(root, "docs/decisions/memo-checks.md"), "utf8");
    expect(document).toContain(contractTable());
  });
});

/** Calls of `memo(…)` and of `….memo(…)` in a file, and the properties that their rows declare. */
function memoCalls(
  file: string,
): readonly { readonly place: string; readonly declared: ReadonlySet<string> }[] {
  const source = ts.createSourceFile(file, text(file), ts.ScriptTarget.Latest, false);
  const found: { place: string; declared: ReadonlySet<string> }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && calleeOf(node.expression) === "memo") {
      const row = node.arguments.at(-1);
      const properties = row && ts.isObjectLiteralExpression(row) ? row.properties : [];
      const declared = new Set(
        properties.map(({ name }) => (name && ts.isIdentifier(name) ? name.text : "")),
      );
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push({ place: `${file}:${line + 1}`, declared });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function calleeOf(callee: ts.Expression): string | null {
  if (ts.isIdentifier(callee)) return callee.text;
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : null;
}
