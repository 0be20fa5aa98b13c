import type { Diagnostic } from "../../../dsl/diagnostics/diagnostic.ts";
import type { Output } from "../../../session/world/output.ts";
import type { Progress } from "../../../session/world/progress.ts";
import type { RunResult } from "../../../session/world/runResult.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { Failure } from "../evaluation/failure.ts";
import type { Platform } from "../evaluation/platform.ts";
import type { MagicCell, MagicOutcome } from "../magics/magic.ts";
import { type ReadCell, readMagics } from "../magics/readMagics.ts";
import { magicProblem, runMagic } from "../magics/runMagic.ts";
import type { Answer } from "../protocol/answer.ts";
import { isJsonObject, type JsonObject } from "../protocol/message.ts";
import { type CellOutputs, cellOutputs } from "./cellOutputs.ts";
import { bug, failureOf, INTERRUPTED, interruption } from "./failureOf.ts";
import type { History } from "./history.ts";
import { liveOutputs } from "./liveOutputs.ts";
import type { NotebookCell } from "./notebookCell.ts";
import { type OutputQueue, outputQueue } from "./outputQueue.ts";
import type { Publish } from "./publisher.ts";
import { reportedWarnings } from "./reportedWarnings.ts";
import { sentence, stampsOf, type Watches, watches } from "./watches.ts";

/** Functions of the running cell that receive the session's outputs and progress. */
export interface RunningCell {
  output(output: Output): void;
  readonly progress: Progress;
}

export interface Executor {
  execute(content: JsonObject, cell: NotebookCell, publish: Publish, evaluation: Evaluation): Promise<Answer>;
  /** Ends what runs between cells: an interrupt came while no cell ran. */
  interrupt(): void;
  /** Functions of the running cell. null between cells. */
  running(): RunningCell | null;
}

export function executor(history: History, platform: Platform): Executor {
  return new CellExecutor(history, platform);
}

/** Objects that one run of a cell needs: evaluator, outputs, messages to the front end. */
interface CellRun {
  readonly cell: NotebookCell;
  readonly evaluation: Evaluation;
  readonly outputs: CellOutputs;
  readonly queue: OutputQueue;
  readonly publish: Publish;
  /** Watch that `%watch` in the cell asks for. */
  watch: { readonly every: number; readonly files: readonly string[]; readonly stamps: string } | null;
}

class CellExecutor implements Executor {
  readonly #history: History;
  readonly #platform: Platform;
  readonly #page = liveOutputs();
  readonly #reported = reportedWarnings();
  readonly #watches: Watches;
  #count = 0;
  #running: RunningCell | null = null;

  constructor(history: History, platform: Platform) {
    this.#history = history;
    this.#platform = platform;
    this.#watches = watches(platform);
  }

  readonly interrupt = (): void => this.#watches.interrupt();

  readonly running = (): RunningCell | null => this.#running;

  readonly execute: Executor["execute"] = async (content, cell, publish, evaluation) => {
    const code = String(content.code ?? "");
    const silent = content.silent === true;
    if (cell.explain) return this.#explain(code, cell, evaluation);
    const store = !silent && content.store_history !== false;
    if (store) this.#count++;
    if (!silent) publish("execute_input", { code, execution_count: this.#count });

    // Programs that run notebooks answer no input requests. A person's notebook sends cell ids, a report its file.
    const console = cell.id === undefined && cell.file === undefined && content.allow_stdin === true;
    const { newId } = this.#platform;
    const outputs = cellOutputs(publish, { silent, console }, newId);
    const queue = outputQueue(evaluation, outputs, this.#count, {
      live: () =>
        run.watch !== null || this.#watches.active() || this.#page.on || evaluation.session.hasControls(),
      spare: () => (run.watch === null ? 0 : SPARE),
      newId,
    });
    const run: CellRun = { cell, evaluation, outputs, queue, publish, watch: null };
    const failure = await this.#runCell(code, run);
    if (store && code.trim() !== "") this.#history.add(this.#count, code, queue.resultText());

    const common = { execution_count: this.#count, payload: [] };
    // A control's choice is silent, and changes what is stale.
    // Our extension marks stale cells; other front ends show the notes.
    const metadata = {
      ...(cell.id === undefined && !silent ? {} : { dtp_stale: evaluation.session.staleCells() }),
    };
    if (failure) {
      if (!silent) publish("error", { ...failure });
      const reply = { status: "error", ...common, user_expressions: {}, ...failure };
      return {
        reply: { type: "execute_reply", content: reply, metadata },
        abortQueued: content.stop_on_error !== false,
      };
    }
    const values = await evaluateEach(content.user_expressions, evaluation, this.#platform);
    const reply = { status: "ok", ...common, user_expressions: values };
    return { reply: { type: "execute_reply", content: reply, metadata }, abortQueued: false };
  };

  /** Explains a number of a file's text, or of the notebook's names. The reply has it; nothing is published. */
  async #explain(
    code: string,
    { file, choices, explain }: NotebookCell,
    evaluation: Evaluation,
  ): Promise<Answer> {
    const asked = explain ? { explain } : {};
    const explained = await evaluateOne(
      () =>
        file === undefined
          ? evaluation.session.run("", { name: "[explain]", mode: "cell", aside: true, ...asked })
          : evaluation.session.run(code, { name: file, mode: "file", overrides: choices, ...asked }),
      evaluation,
      this.#platform,
    );
    const reply = {
      status: "ok",
      execution_count: this.#count,
      payload: [],
      user_expressions: { explained },
    };
    return { reply: { type: "execute_reply", content: reply, metadata: {} }, abortQueued: false };
  }

  /** Runs the text of a cell and publishes its outputs. Resolves to its failure, if any. */
  async #runCell(text: string, run: CellRun): Promise<Failure | null> {
    const { cell, evaluation, outputs } = run;
    const key = cell.id ?? text;
    try {
      this.#watches.end([key, ...cell.deleted]);
      if (cell.deleted.length > 0) {
        evaluation.session.forget(cell.deleted);
        this.#reported.forget(cell.deleted);
      }
      const read = cell.file === undefined ? readMagics(text, `cell [${this.#count}]`) : wholeFile(text);
      const magicCell = this.#magicCell(run);
      const kind = read.kind === "cell magic" ? "cell" : "line";
      const [before, after] = read.kind === "cell magic" ? [[read.magic], []] : [read.before, read.after];
      const problems = [...before, ...after].flatMap((one) => magicProblem(one, kind) ?? []);
      if (problems.length > 0) return failureOf(problems, evaluation);
      const runAll = async (magics: typeof before): Promise<Failure | null> => {
        for (const magic of magics) {
          const outcome = await runMagic(magic, kind, magicCell);
          const failure = isList(outcome) ? failureOf(outcome, evaluation) : outcome;
          if (failure) return failure;
        }
        return null;
      };
      const failure =
        (await runAll(before)) ??
        (read.kind === "cell magic" ? null : await this.#runCode(read.code, run)) ??
        (await runAll(after));
      if (failure === null && this.#page.on) await this.#refreshPage(run);
      if (failure === null && read.kind === "code") this.#watch(key, read.code, run);
      return failure;
    } catch (error) {
      return bug(error);
    } finally {
      this.#running = null;
      outputs.finish();
    }
  }

  /** Begins the watch that `%watch` in a cell asks for. */
  #watch(key: string, code: string, run: CellRun): void {
    const { cell, evaluation, outputs, publish, watch } = run;
    if (watch === null) return;
    if (!this.#platform.later || !evaluation.stamp) {
      outputs.stdout("%watch: a file of this page does not change while the notebook is open\n");
      return;
    }
    const name = `cell [${this.#count}]`;
    const statusId = this.#platform.newId();
    outputs.display(sentence(`watching ${watch.files.join(", ")} every ${watch.every} s`), statusId);
    const id = cell.id === undefined ? {} : { cell: cell.id };
    const renew = async (): Promise<string | null> => {
      const done = this.#platform.interruptible(() =>
        evaluation.session.run(code, { name, mode: "cell", live: this.#page.on, ...id }),
      );
      if (!done || done.value.interrupted) return "interrupted";
      const [error] = errorsOf(done.value);
      if (error) return error.message;
      if (!(await this.#page.renew(evaluation, publish, name, done.value)))
        return "its outputs are others now; run the cell again";
      await this.#page.refresh(evaluation, publish, (other) => {
        const again = this.#platform.interruptible(() => evaluation.session.again(other));
        return again?.value ?? null;
      });
      return null;
    };
    this.#watches.begin({ key, ...watch, publish, statusId, renew }, evaluation);
  }

  /** Cell as a magic sees it, with the functions that a magic may call. */
  #magicCell(run: CellRun): Omit<MagicCell, "magics"> {
    const { cell, evaluation, outputs, queue } = run;
    const [page, reported] = [this.#page, this.#reported];
    return {
      evaluation,
      pages: this.#platform,
      id: cell.id,
      live: {
        isOn: () => page.on,
        set(on) {
          page.on = on;
        },
        refresh: () => this.#refreshPage(run),
      },
      watch: {
        begin(every, files) {
          run.watch = { every, files, stamps: stampsOf(evaluation, files) };
        },
        end: () => this.#watches.end(),
      },
      reset: () => {
        this.#watches.end();
        page.reset();
        reported.clear();
      },
      display: outputs.display,
      result: (bundle) => queue.result(bundle),
      stdout: outputs.stdout,
      stderr: outputs.stderr,
      async show(document) {
        for (const bundle of await evaluation.bundles(document)) outputs.display(bundle);
      },
    };
  }

  /** Updates stale outputs of other cells: after each cell where `%live on` is set, and after `%control`. */
  async #refreshPage({ evaluation, outputs, publish }: CellRun): Promise<void> {
    const again = (run: string) => {
      // Its outputs go to their own places, and not below this cell.
      this.#running = { output: () => {}, progress: outputs.progress };
      const done = this.#platform.interruptible(() => evaluation.session.again(run));
      this.#running = null;
      return done?.value ?? null;
    };
    const left = await this.#page.refresh(evaluation, publish, again);
    if (left !== null) outputs.stdout(`${left}\n`);
  }

  /** Runs a cell's code in the DTP language. Resolves to its failure, if any. */
  async #runCode(code: string, { cell, evaluation, outputs, queue }: CellRun): Promise<Failure | null> {
    this.#running = { output: queue.add, progress: outputs.progress };
    const id = cell.id === undefined ? {} : { cell: cell.id };
    const name = cell.file ?? `cell [${this.#count}]`;
    const mode = cell.file === undefined ? "cell" : "file";
    const chosen = mode === "file" ? { overrides: cell.choices } : {};
    const done = this.#platform.interruptible(() =>
      evaluation.session.run(code, { name, mode, live: this.#page.on, ...id, ...chosen }),
    );
    // After a signal, tables keep the rows computed so far. A second signal also stops this step.
    const finished = done ?? this.#platform.interruptible(() => evaluation.session.finish());
    this.#running = null;
    const result = finished?.value ?? STOPPED;
    await queue.drain(result.outputs);
    if (mode === "cell") this.#page.sent(name, queue.displayIds());
    const stopped = result.diagnostics.filter(({ code }) => result.interrupted && code === INTERRUPTED);
    const asides = result.diagnostics.filter((one) => one.severity !== "error" && !stopped.includes(one));
    // A report shows its file anew each time.
    const { full, again } =
      mode === "cell" ? this.#reported.report(asides, name, cell.id) : { full: asides, again: null };
    if (again !== null) outputs.stdout(again);
    // All diagnostics go in one message: front ends count messages.
    if (full.length > 0)
      outputs.stderr(
        full.map((aside) => `${evaluation.renderDiagnostic(aside, { color: false })}\n`).join("\n"),
      );
    return result.interrupted ? interruption(stopped, evaluation) : failureOf(errorsOf(result), evaluation);
  }
}

/** Empty displays after each output of a watched cell. A log may get a table of levels, or remarks, as it grows. */
const SPARE = 3;

/**
 * Parts of a file's text that is evaluated whole: only code, no magics, so that `%%ts` on the first line is
 * an error.
 */
const wholeFile = (text: string): ReadCell => ({ kind: "code", code: text, before: [], after: [] });

/** Result of a run that a signal stopped before the session could return a result. */
const STOPPED: RunResult = { outputs: [], diagnostics: [], expectations: [], interrupted: true };

function errorsOf(result: RunResult): Diagnostic[] {
  return result.diagnostics.filter(({ severity }) => severity === "error");
}

/**
 * Values of the expressions that a front end wants after the cell. Each expression succeeds or fails
 * independently of the rest.
 */
async function evaluateEach(
  expressions: unknown,
  evaluation: Evaluation,
  platform: Platform,
): Promise<JsonObject> {
  if (!isJsonObject(expressions)) return {};
  const values: [string, unknown][] = [];
  for (const [name, text] of Object.entries(expressions)) {
    const run = () => evaluation.session.run(String(text), { name: `[${name}]`, mode: "cell", aside: true });
    values.push([name, await evaluateOne(run, evaluation, platform)]);
  }
  return Object.fromEntries(values);
}

async function evaluateOne(
  run: () => RunResult,
  evaluation: Evaluation,
  { interruptible }: Platform,
): Promise<JsonObject> {
  try {
    const done = interruptible(run);
    const result = done?.value ?? STOPPED;
    const failure = result.interrupted
      ? interruption([], evaluation)
      : failureOf(errorsOf(result), evaluation);
    if (failure) return { status: "error", ...failure };
    const output = result.outputs.at(-1);
    const data = output ? (await evaluation.bundles(output.document)).at(-1) : undefined;
    return { status: "ok", data: data ?? {}, metadata: {} };
  } catch (error) {
    return { status: "error", ...bug(error) };
  }
}

function isList(outcome: MagicOutcome): outcome is readonly Diagnostic[] {
  return Array.isArray(outcome);
}
