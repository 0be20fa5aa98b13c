import { Console } from "node:console";
import { Writable } from "node:stream";
import { inspect } from "node:util";
import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import { toText } from "../../report/index.ts";
import { plotOf, SheetError, tableOf } from "../../session/index.ts";
import type { PlotOptions, TableOptions } from "../../session/sheet/sheetTypes.ts";
import type { Evaluation } from "../core/evaluation/evaluation.ts";
import type { Failure } from "../core/evaluation/failure.ts";
import type { MagicCall } from "../core/evaluation/magicCall.ts";
import type { TsCells } from "../core/evaluation/tsSide.ts";
import type { TsSink } from "../core/evaluation/tsSink.ts";
import { failureOf, interruption } from "../core/requests/failureOf.ts";
import { ambientDeclarations } from "./ambient.ts";
import { bundlesOf } from "./bundlesOf.ts";
import type { Mistake } from "./conversion.ts";
import { loadConverter } from "./converter.ts";
import { declarations } from "./declarations.ts";
import { dtpText, runDtp } from "./dtpText.ts";
import { tsExecutor } from "./executor.ts";
import { nodeOnDemand } from "./nodeOnDemand.ts";
import { type OrderedOutputs, orderedOutputs } from "./orderedOutputs.ts";
import { sheetReads } from "./sheetReads.ts";
import { type RanCell, thrownFailure } from "./thrown.ts";
import { watchedSink } from "./watchedSink.ts";

/** TypeScript support of a notebook. Creating it takes about a second, so it is made on first use. */
export function tsCells(evaluation: Evaluation): TsCells {
  const { session } = evaluation;
  const { sheet } = session;
  const ambient = ambientDeclarations();
  const converter = nodeOnDemand((surroundings) => loadConverter(ambient, surroundings));
  const known = declarations(sheet);
  const reads = sheetReads();
  let running: OrderedOutputs | null = null;
  const executor = tsExecutor(evaluation.interrupted, outerNames(sheet, known, reads), () =>
    running?.flushLate(),
  );
  const ran = new Map<string, RanCell>();
  /** Run that last declared each variable, by name. */
  const origins = new Map<string, string>();
  let count = 0;

  async function run(call: MagicCall, sink: TsSink): Promise<Failure | null> {
    const watched = watchedSink(sink);
    reads.begin();
    const failure = await runIn(call, watched.sink);
    const { cell } = sink;
    session.shown({
      name: call.source.name,
      ...(cell === undefined ? {} : { cell }),
      names: watched.used() ? reads.names() : [],
    });
    return failure;
  }

  async function runIn(call: MagicCall, sink: TsSink): Promise<Failure | null> {
    const { body, source, bodyStart } = call;
    const made = converter.convert(known.before(body, true), body);
    if (made.kind === "wrong") {
      const mistakes = made.mistakes.map((one) => mistake(one, call));
      return failureOf(mistakes, evaluation);
    }
    const file = `dtp-cell-${++count}`;
    ran.set(file, { source, bodyStart, original: made.original });
    const outputs = orderedOutputs(sink);
    running = outputs;
    try {
      const done = await executor.run(
        { ...made, file },
        globals({ evaluation, reads, outputs, name: source.name, live: sink.live === true }),
      );
      if (done.kind === "interrupted") return interruption([], evaluation);
      // A failed cell keeps its assignments, but later cells do not see its names.
      known.keep(made.declarations, made.declared);
      reads.declare(made.declared);
      for (const name of made.declared) origins.set(name, source.name);
      if (done.value !== undefined) await showValue(done.value, evaluation, outputs, sink);
      await outputs.drain();
      return null;
    } catch (error) {
      await outputs.drain().catch(() => {});
      if (evaluation.interrupted()) return interruption([], evaluation);
      return thrownFailure(error, ran, evaluation.renderDiagnostic);
    } finally {
      running = null;
    }
  }

  return {
    run,
    complete: (body, offset) => converter.complete(known.before(body, false), body, offset),
    inspect: (body, offset) => converter.inspect(known.before(body, false), body, offset),
    isComplete: converter.isComplete,
    names: () =>
      known.names().map(({ name, type }) => {
        const value = inOneLine(executor.exports.get(name), type);
        return { name, kind: "TypeScript", detail: type, value, from: origins.get(name) ?? "" };
      }),
    reset() {
      origins.clear();
      reads.clear();
      known.clear();
      executor.exports.clear();
    },
  };
}

/** DTP definitions as names that TypeScript cells read. Each read is recorded. */
const outerNames = (
  sheet: Evaluation["session"]["sheet"],
  known: ReturnType<typeof declarations>,
  reads: ReturnType<typeof sheetReads>,
): Parameters<typeof tsExecutor>[1] => ({
  has: sheet.has,
  read: (name) => (sheet.has(name) ? sheet.read(name) : undefined),
  noted: (name, exported) => (exported ? reads.variable(name) : reads.sheet([name])),
  hides: known.hides,
});

/** Shows a cell's value after its other outputs. The last mime bundle of the value is the cell's result. */
async function showValue(
  value: unknown,
  evaluation: Evaluation,
  outputs: OrderedOutputs,
  sink: TsSink,
): Promise<void> {
  const bundles = await bundlesOf(value, evaluation);
  await outputs.drain();
  bundles.forEach((bundle, at) => {
    if (at === bundles.length - 1) sink.result(bundle);
    else sink.display(bundle);
  });
}

/**
 * Objects that the helper functions of a running cell use: the session, the recorded reads, the outputs and
 * the cell's name.
 */
interface CellWorld {
  readonly evaluation: Evaluation;
  readonly reads: ReturnType<typeof sheetReads>;
  readonly outputs: OrderedOutputs;
  readonly name: string;
  /** True where stale outputs are updated after the cell (`%live on`), so that no note reports them. */
  readonly live: boolean;
}

/** Helper functions and names that a cell sees besides variables; `ambient.ts` declares them. */
function globals({ evaluation, reads, outputs, name, live }: CellWorld): Readonly<Record<string, unknown>> {
  const { session } = evaluation;
  const { sheet } = session;
  const show = (document: Parameters<Evaluation["bundles"]>[0]) => outputs.show(evaluation.bundles(document));
  return {
    console: consoleTo(outputs),
    SheetError,
    display: (value: unknown, mimeType = "text/plain") =>
      outputs.show(typeof value === "string" ? [{ [mimeType]: value }] : bundlesOf(value, evaluation)),
    table: (rows: Parameters<typeof tableOf>[0], options?: TableOptions) => show(tableOf(rows, options)),
    plot: (rows: Parameters<typeof plotOf>[0], options: PlotOptions) => show(plotOf(rows, options)),
    dtp: (parts: readonly string[], ...values: readonly unknown[]) => {
      const text = dtpText(parts, values, session);
      reads.sheet(sheet.readBy(text));
      return runDtp(session, text, name, {
        live,
        show: ({ kind, document }) => {
          // A note on stale outputs is printed next to the output, as after a cell of the language.
          if (kind === "note") outputs.print("stdout", `${toText(document)}\n`);
          else show(document);
        },
        aside: (one) => outputs.print("stderr", `${evaluation.renderDiagnostic(one, { color: false })}\n`),
      });
    },
  };
}

/**
 * Value of a variable in one line for `%who`: a plain value as it is, any other by its type, truncated to a
 * table column.
 */
function inOneLine(value: unknown, type: string): string {
  const text =
    typeof value === "object" || typeof value === "function"
      ? type
      : inspect(value, { breakLength: Infinity });
  return text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text;
}

const WIDEST = 60;

/** Diagnostic that carries TypeScript's own message, at the mistake's place in the cell. */
function mistake({ code, message, span, file }: Mistake, { source, bodyStart }: MagicCall): Diagnostic {
  const place = span && { source, span: { start: bodyStart + span.start, end: bodyStart + span.end } };
  return {
    code: `TS${code}`,
    severity: "error",
    message: file === null ? message : `${file}: ${message}`,
    related: [],
    notes: [],
    ...(place ? { place } : {}),
  };
}

function consoleTo(outputs: OrderedOutputs): Console {
  const stream = (name: "stdout" | "stderr") =>
    new Writable({
      decodeStrings: false,
      write(chunk: unknown, _encoding, done) {
        outputs.print(name, String(chunk));
        done();
      },
    });
  return new Console({ stdout: stream("stdout"), stderr: stream("stderr"), inspectOptions: { depth: 4 } });
}
