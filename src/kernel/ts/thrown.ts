import { inspect } from "node:util";
import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import { position } from "../../dsl/diagnostics/index.ts";
import { SheetError } from "../../session/index.ts";
import type { Failure } from "../core/evaluation/failure.ts";
import type { Position } from "./sourceMaps.ts";

/** TypeScript cell that has run, for translating stack traces to its source. */
export interface RanCell {
  readonly source: { readonly name: string; readonly text: string };
  /** Offset in the cell's text where the TypeScript begins, below the `%%ts` line. */
  readonly bodyStart: number;
  original(place: Position): Position | null;
}

type Render = (diagnostic: Diagnostic, options: { readonly color: "weight" }) => string;

/** Failure of a cell that threw an error, with the place and the call stack: cells by line, files by path. */
export function thrownFailure(error: unknown, cells: ReadonlyMap<string, RanCell>, render: Render): Failure {
  const isError = error instanceof Error;
  const ename = isError ? error.name : "thrown";
  const evalue = isError ? error.message : inspect(error);
  const frames = isError ? framesOf(error, cells) : [];
  const place = frames.find((frame) => frame.place)?.place;
  const diagnostic: Diagnostic = {
    code: ename,
    severity: "error",
    message: evalue,
    related: [],
    notes: frames.length > 1 ? frames.map(({ text }) => text) : [],
    ...(place ? { place } : {}),
  };
  const inner = error instanceof SheetError ? error.diagnostics : [];
  const traceback = [diagnostic, ...inner].flatMap((one) => render(one, { color: "weight" }).split("\n"));
  return { ename, evalue, traceback };
}

interface Frame {
  readonly text: string;
  readonly place?: NonNullable<Diagnostic["place"]>;
}

const FRAME = /^\s+at (?:(.*?) \()?(?:file:\/\/)?([^()]+?):(\d+):(\d+)\)?$/;
const MAX_FRAMES = 12;

function framesOf(error: Error, cells: ReadonlyMap<string, RanCell>): readonly Frame[] {
  const frames: Frame[] = [];
  for (const line of (error.stack ?? "").split("\n")) {
    const [, name, file = "", row = "", column = ""] = FRAME.exec(line) ?? [];
    const cell = cells.get(file);
    // A cell's function is called on the object that holds the cells' names.
    const called = name?.replace(/^(async )?(Proxy|Object)\./, "");
    const who = called === undefined || called === "<anonymous>" ? "" : ` in ${called}`;
    if (!cell) {
      // Frames below the first cell's frame belong to the kernel itself.
      if (file !== "" && !file.startsWith("node:") && !frames.some(({ place }) => place))
        frames.push({ text: `${file}:${row}${who}` });
      continue;
    }
    const at = cell.original({ line: Number(row) - 1, column: Number(column) - 1 });
    if (!at) continue;
    const span = spanAt(cell, at);
    const { line: shown } = position(cell.source, span.start);
    const text = `${cell.source.name}:${shown}${who}`;
    // The cell's own code is inside a function of the converter.
    if (frames.at(-1)?.text !== text) frames.push({ text, place: { source: cell.source, span } });
    if (frames.length === MAX_FRAMES) break;
  }
  return frames;
}

/** Span of the word at a position of a cell. */
function spanAt({ source, bodyStart }: RanCell, { line, column }: Position) {
  let start = bodyStart;
  for (let at = 0; at < line; at++) start = source.text.indexOf("\n", start) + 1 || source.text.length;
  start = Math.min(start + column, source.text.length);
  const word = /^[\w$]+/.exec(source.text.slice(start))?.[0].length ?? 1;
  return { start, end: Math.min(start + word, source.text.length) };
}
