// A keystroke in a document of 10,000 lines: the requests that an editor sends after it, by the language server of the
// build over its streams, each beside one parse of the whole text in the same process.
import { spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { printTable } from "./printTable.mjs";

const LINES = 10_000;
const RUNS = Number(process.env.RUNS ?? 15);
/** Longest time that an answer to a keystroke may take, ms. */
const GOAL = 50;

/** Prints the median time of each request, and its ratio to a parse of the text. */
export async function benchLsp({ parse }, root) {
  const text = await longText(root);
  const position = { line: LINES - 2, character: 0 };
  const uri = "file:///bench/long.dtp";
  const child = spawn(process.execPath, [join(root, "dist/dtp.js"), "lsp", "--stdio"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.listen();
  await connection.sendRequest("initialize", { processId: process.pid, rootUri: null, capabilities: {} });
  await connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri, languageId: "dtp", version: 1, text },
  });
  const textDocument = { uri };
  const last = { textDocument, previousResultId: "" };
  const requests = [
    ["completion", { textDocument, position: { ...position, character: 6 } }],
    ["documentHighlight", { textDocument, position }],
    [
      "semanticTokens/range",
      { textDocument, range: { start: { ...position, line: LINES - 80 }, end: position } },
    ],
    ["semanticTokens/full", { textDocument }],
    ["semanticTokens/full/delta", last],
    ["documentSymbol", { textDocument }],
    ["foldingRange", { textDocument }],
  ];
  const times = new Map(requests.map(([name]) => [name, []]));
  let version = 1;
  for (let run = -3; run < RUNS; run++)
    for (const [name, params] of requests) {
      await connection.sendNotification("textDocument/didChange", {
        textDocument: { uri, version: ++version },
        contentChanges: [
          { range: { start: position, end: { ...position, character: 99 } }, text: `show l${version}` },
        ],
      });
      const started = performance.now();
      const { resultId } = (await connection.sendRequest(`textDocument/${name}`, params)) ?? {};
      if (run >= 0) times.get(name).push(performance.now() - started);
      if (resultId) last.previousResultId = resultId;
    }
  const parses = Array.from({ length: RUNS + 3 }, (_, at) => {
    const started = performance.now();
    parse({ name: "long.dtp", text: `${text}# ${at}\n` }, "file");
    return performance.now() - started;
  });
  const one = median(parses.slice(3));
  printTable([
    ["request after a keystroke", "ms", "parses", `goal: < ${GOAL} ms`],
    ["parse of the whole text", one.toFixed(1), "1", ""],
    ...requests.map(([name]) => {
      const time = median(times.get(name));
      return [name, time.toFixed(1), (time / one).toFixed(2), time < GOAL ? "met" : "MISSED"];
    }),
  ]);
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  connection.dispose();
}

const median = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

/** Shipped programs without their heads, their names made different, up to 10,000 lines, and a line to edit. */
async function longText(root) {
  const blocks = [];
  for (const folder of ["examples", "src/std"])
    for (const name of (await readdir(join(root, folder))).sort())
      if (name.endsWith(".dtp")) {
        const text = await readFile(join(root, folder, name), "utf8");
        blocks.push(...text.split(/\n{2,}(?=\S)/).filter((one) => !/^(edition|import)\b/m.test(one)));
      }
  const lines = ["edition 2026", ""];
  for (let at = 0; lines.length < LINES - 3; at++) {
    const block = blocks[at % blocks.length]
      .trimEnd()
      .replace(/^(plan|model|device|cluster|let|sweep|search) (\w+)/gm, `$1 $2_${at}`);
    lines.push(...block.split("\n"), "");
  }
  lines.length = LINES - 3;
  while (lines.length > 0 && lines.at(-1) !== "") lines.pop();
  while (lines.length < LINES - 2) lines.push("");
  return `${lines.join("\n")}\nshow l\n`;
}
