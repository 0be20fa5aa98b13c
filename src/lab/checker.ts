import { PageConfig } from "@jupyterlab/coreutils";
import type { Contents } from "@jupyterlab/services";
import { resolvePath } from "../web/files/resolvePath.ts";
import {
  cellName,
  type Files,
  LastingRuntime,
  type RuntimeAnswers,
  type RuntimeCalls,
  type ShownDiagnostic,
  type WorkerPort,
} from "../web/index.ts";
import { folderFiles } from "./folderFiles.ts";

/** Time that a check may compute, ms. Longer tables and searches are left to runs. */
const BUDGET = { file: 1_000, notebook: 3_000 } as const;
/** Number of workers that fail before any has answered, after which none is started: a page may forbid them. */
const MOST_FAILURES = 2;

/** Finds mistakes of files and notebooks in a worker of the page. One check runs at a time; no kernel is asked. */
export class Checker {
  private readonly runtime: LastingRuntime;
  private readonly files: Files & { isUnread(path: string): boolean };
  private turn: Promise<unknown> = Promise.resolve();
  private failures = 0;

  constructor(contents: Contents.IManager) {
    this.files = folderFiles(contents);
    this.runtime = new LastingRuntime(() => new Worker(workerAddress()) as WorkerPort, this.files);
  }

  /** Mistakes of a file's text; null where there is no answer. `path` is the file's place on the server. */
  async file(path: string, text: string): Promise<readonly ShownDiagnostic[] | null> {
    const found = await this.ask("check", { name: path, text, budget: BUDGET.file });
    return (
      found?.filter(
        // Where a project begins is known to the command only.
        (one) => one.code !== "import-outside-project" && !this.isUnread(one, path, text),
      ) ?? null
    );
  }

  /** Mistakes that each cell of a notebook shows; null where there is no answer. `path` is the notebook's place on the server. */
  async cells(
    path: string,
    cells: readonly string[],
  ): Promise<readonly (readonly ShownDiagnostic[])[] | null> {
    const found = await this.ask("checkCells", { name: path, cells, budget: BUDGET.notebook });
    return (
      found?.map((all, at) =>
        all.filter((one) => !this.isUnread(one, path, cells[at] ?? "", cellName(at))),
      ) ?? null
    );
  }

  /** True for an import of a file that is there, and that a page cannot read as a text. */
  private isUnread({ code, range }: ShownDiagnostic, path: string, text: string, name = path): boolean {
    if (code !== "unknown-import" || range?.file !== name) return false;
    const specifier = text.slice(range.start, range.end).replaceAll('"', "");
    return this.files.isUnread(resolvePath(specifier, path) ?? "");
  }

  private async ask<Name extends "check" | "checkCells">(
    name: Name,
    call: RuntimeCalls[Name],
  ): Promise<RuntimeAnswers[Name] | null> {
    const before = this.turn;
    const asked = (async () => {
      await before;
      if (this.failures >= MOST_FAILURES) return null;
      const answer = await this.runtime.ask(name, call);
      if (answer !== null) this.failures = Number.NEGATIVE_INFINITY;
      else this.failures++;
      return answer;
    })();
    this.turn = asked;
    return asked;
  }
}

/** Address of the worker, which the build puts beside the extension's own scripts. */
const workerAddress = (): string =>
  new URL(`${PageConfig.getOption("fullLabextensionsUrl")}/dtplan/static/runtimeWorker.js`, document.baseURI)
    .href;
