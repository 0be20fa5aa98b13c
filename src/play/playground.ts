import type { Explained } from "../editor/explain/explainedNumbers.ts";
import { make } from "../editor/make.ts";
import type { ShownDiagnostic, ShownOutput } from "../web/index.ts";
import { type Dialogs, loadDialogs } from "./dialogs/loadDialogs.ts";
import { button } from "./dom/button.ts";
import { Editor } from "./editing/editor.ts";
import type { Gallery } from "./gallery/gallery.ts";
import { imported, pastedConfig } from "./importing/imported.ts";
import { Results } from "./results/results.ts";
import { toFragment } from "./share/shareLink.ts";
import { askName } from "./shell/askName.ts";
import { dialog } from "./shell/dialog.ts";
import type { Parts } from "./shell/parts.ts";
import { drawTabs } from "./shell/tabs.ts";
import type { Theme } from "./shell/theme.ts";
import { renamed, without, withText } from "./state/changes.ts";
import { fileName } from "./state/fileName.ts";
import { type Project, type ProjectFile, textOf } from "./state/project.ts";
import { isProgram, MOST_TEXT } from "./state/readProject.ts";
import { Runs } from "./workers/runs.ts";
import { Services } from "./workers/services.ts";

/** Time without a keystroke after which a program runs, ms; a shorter one where its latest run took less than `QUICK`. */
const PAUSE = 300;
const SHORT_PAUSE = 40;
const QUICK = 250;
/** Time after which a run that nobody asked for is stopped, ms. */
const LIMIT = 6_000;

/** Surroundings of the playground in its page. */
export interface PlaygroundHost {
  readonly parts: Parts;
  readonly theme: Theme;
  /** Address of the page, without its query and fragment. */
  readonly page: string;
  /** Folder of the scripts that load late. */
  readonly scripts: string;
  /** Project of an earlier visit; null for none. */
  readonly earlier: Project | null;
  createWorker(): Worker;
  /** Keeps the project for the next visit. */
  keep(project: Project): void;
}

/** Playground: files in an editor, and the results of one of them beside it. */
export class Playground {
  private readonly editor: Editor;
  private readonly results: Results;
  private readonly runs: Runs;
  private readonly services: Services;
  private pause: ReturnType<typeof setTimeout> | undefined;
  /** Time of the latest keystroke, ms of the page's clock. */
  private typed = Number.NEGATIVE_INFINITY;
  private turn = 0;
  /** Duration of the latest run that ended by itself and without mistakes, ms. */
  private took = Number.POSITIVE_INFINITY;
  private notes = new Set<string>();
  /** Latest run that ended by itself, with all mistakes of its program. */
  private ran:
    | (Pick<Project, "files" | "choices" | "main"> & { readonly diagnostics: readonly ShownDiagnostic[] })
    | null = null;
  /** Project that the gallery brings back. */
  private previous: Project | null;

  constructor(
    private project: Project,
    private readonly host: PlaygroundHost,
  ) {
    this.previous = host.earlier;
    const files = { read: async (path: string) => textOf(this.project, path) };
    const create = (): Worker => host.createWorker();
    this.runs = new Runs(create, files, (notes) => this.note(notes));
    this.runs.warm();
    this.services = new Services(create, files, () => this.names());
    this.results = new Results(host.parts.results, this.resultsHost());
    this.editor = new Editor(host.parts.editor, this.editorHost());
    this.listen();
    this.show();
    void this.run(LIMIT);
  }

  /** Says something to the reader, also to one who does not see it. */
  say(words: string): void {
    this.host.parts.status.textContent = words;
  }

  /** Shows sentences above the results until they are closed. Each is said once. */
  note(sentences: readonly string[]): void {
    const { notice } = this.host.parts;
    for (const one of sentences) {
      if (this.notes.has(one)) continue;
      this.notes.add(one);
      const line = make(
        "p",
        {},
        one,
        " ",
        button("×", () => line.remove(), { class: "close", "aria-label": "Close the note" }),
      );
      notice.append(line);
    }
  }

  /** Opens another project in the place of this one. */
  open(project: Project): void {
    for (const name of this.names()) this.editor.forget(name);
    this.results.clear();
    this.set(project);
    this.show();
    void this.run(LIMIT);
  }

  /** Takes files that a reader dropped, chose or pasted. */
  take(files: readonly ProjectFile[]): void {
    const next = files.reduce(imported, this.project);
    if (next.files.reduce((sum, { text }) => sum + text.length, 0) > MOST_TEXT) {
      this.say("These files are too large: all together may have 2 MB.");
      return;
    }
    this.set(next);
    this.show();
    void this.run(LIMIT);
  }

  /** Reads files of the reader's disk. */
  async read(files: Iterable<File>): Promise<void> {
    const read = [...files].filter(({ size }) => size <= MOST_TEXT);
    const texts = await Promise.all(read.map(async (file) => ({ name: file.name, text: await file.text() })));
    if (texts.length > 0) this.take(texts);
    else this.say("The file is larger than 2 MB.");
  }

  private names(): readonly string[] {
    return this.project.files.map(({ name }) => name);
  }

  private set(project: Project): void {
    this.project = project;
    this.host.keep(project);
    void this.link();
  }

  /** Keeps the link of an embedded page up to date, so that it carries what the reader changed. */
  private async link(): Promise<void> {
    const { parts, page } = this.host;
    if (parts.edit.hidden) return;
    parts.edit.href = `${page}${await toFragment(this.project)}`;
  }

  private show(): void {
    const { project, host } = this;
    drawTabs(host.parts.tabs, project, {
      open: (name) => {
        this.set({ ...this.project, open: name });
        this.show();
      },
      close: (name) => this.close(name),
      rename: (name) => this.rename(name),
      create: () => {
        const name = fileName("part.dtp", this.names());
        this.set({ ...this.project, files: [...this.project.files, { name, text: "" }], open: name });
        this.show();
        this.editor.focus();
      },
    });
    this.editor.open(project.open, textOf(project, project.open) ?? "");
  }

  private close(name: string): void {
    const next = without(this.project, name);
    if (next === null) {
      this.say("The last program stays.");
      return;
    }
    if (textOf(this.project, name)?.trim() !== "" && !confirm(`Close ${name} and lose its text?`)) return;
    this.editor.forget(name);
    this.set(next);
    this.show();
    void this.run(LIMIT);
  }

  private rename(name: string): void {
    const others = this.names().filter((one) => one !== name);
    askName("Rename the file", name, others, (chosen) => {
      const next = renamed(this.project, name, chosen);
      if (next === null) {
        this.say("One file must be a program (.dtp).");
        return;
      }
      this.editor.forget(name);
      this.set(next);
      this.show();
      void this.run(LIMIT);
    });
  }

  private edited(text: string): void {
    this.set(withText(this.project, this.project.open, text));
    clearTimeout(this.pause);
    this.typed = performance.now();
    this.pause = setTimeout(() => void this.run(LIMIT), this.took < QUICK ? SHORT_PAUSE : PAUSE);
  }

  /** True where the latest run has all mistakes of the text in the editor. */
  private knowsAll(): boolean {
    const { ran, project } = this;
    return (
      ran !== null &&
      ran.main === project.open &&
      ran.files === project.files &&
      ran.choices === project.choices
    );
  }

  /** Mistakes of the text in the editor: those of its run, and until it has one, those that a short look finds. */
  private async check(text: string): Promise<readonly ShownDiagnostic[]> {
    const call = { text, name: this.project.open, overrides: this.overrides() };
    const found = this.knowsAll() ? null : await this.services.check(call);
    return (this.knowsAll() ? this.ran?.diagnostics : found) ?? [];
  }

  /** Waits until the reader has paused. Resolves to false where the text has changed, or another run begun meanwhile. */
  private async paused(turn: number): Promise<boolean> {
    const { typed } = this;
    const left = typed + PAUSE - performance.now();
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    return turn === this.turn && typed === this.typed;
  }

  private overrides(): readonly string[] {
    return Object.entries(this.project.choices).map(([path, text]) => `${path}=${text}`);
  }

  /** Runs the program whose results are shown. `limit` is for runs that nobody asked for, ms. */
  private async run(limit: number | null): Promise<void> {
    clearTimeout(this.pause);
    const turn = ++this.turn;
    const { parts } = this.host;
    const { files, choices, main } = this.project;
    const text = textOf(this.project, main) ?? "";
    const begun = performance.now();
    parts.stop.disabled = false;
    parts.results.setAttribute("aria-busy", "true");
    // While the reader types, outputs wait for the end of the run: a half-typed name is no reason to take a result away.
    let early: ShownOutput[] | null = [];
    const flush = (): void => {
      if (early === null) return;
      this.results.begin();
      for (const output of early) this.results.add(output);
      early = null;
    };
    try {
      const call = { text, name: main, overrides: this.overrides(), limit };
      const end = await this.runs.run(call, (event) => {
        if (event.kind === "output") {
          if (early !== null && performance.now() < this.typed + PAUSE) early.push(event.output);
          else {
            flush();
            this.results.add(event.output);
          }
        } else
          this.say(
            `${event.label}: ${event.done.toLocaleString("en")} of ${event.total.toLocaleString("en")}`,
          );
      });
      if (end === null) return;
      const ms = performance.now() - begun;
      const diagnostics = end.diagnostics.filter(({ code }) => code !== "interrupted");
      const failed = diagnostics.some(({ severity }) => severity === "error");
      if (!end.interrupted && !failed) this.took = ms;
      // A word that is half typed is no mistake yet: the results before it stay until the reader pauses.
      if (failed && !(await this.paused(turn))) return;
      flush();
      this.results.end(diagnostics);
      if (!end.interrupted) {
        this.ran = { files, choices, main, diagnostics };
        if (this.knowsAll()) this.editor.mark(diagnostics);
      }
      const took = `${(ms / 1_000).toFixed(2)} s`;
      const held = end.expectations.length === 0 ? "" : ` · ${expectationWords(end.expectations)}`;
      const words = end.cut
        ? `Stopped after ${took}: "Run" runs it to the end.`
        : end.interrupted
          ? `Stopped after ${took}`
          : `${main} · ${took}${held}`;
      // Screen readers read the status aloud: it does not follow each keystroke.
      void this.paused(turn).then((still) => still && this.say(words));
    } catch (error) {
      this.say(`The program could not run: ${error instanceof Error ? error.message : String(error)}`);
    }
    parts.stop.disabled = true;
    parts.results.setAttribute("aria-busy", "false");
  }

  /** Finds where a number of the shown program comes from, with the choices that hold. A run that goes on ends first. */
  private async explain(path: string, stage?: number): Promise<Explained> {
    const { files, main } = this.project;
    return this.runs.explain({
      ...(stage === undefined ? {} : { stage }),
      ...{ path, text: textOf(this.project, main) ?? "", name: main, overrides: this.overrides() },
      files: Object.fromEntries(files.map(({ name, text }) => [name, text])),
    });
  }

  private async format(): Promise<void> {
    const { open } = this.project;
    if (!isProgram(open)) return;
    const formatted = await this.services.format(textOf(this.project, open) ?? "");
    if (formatted === null) this.say("Not formatted: the text has errors.");
    if (formatted === null || this.project.open !== open) return;
    this.editor.replace(formatted);
    this.edited(formatted);
    this.say("Formatted");
  }

  /** Opens a dialog of the script that loads late. */
  private withDialogs(open: (dialogs: Dialogs) => void): void {
    loadDialogs(this.host.scripts).then(open, (error: Error) => this.say(error.message));
  }

  private async gallery({ showGallery }: Dialogs): Promise<void> {
    const place = make("div", {}, "Loading…");
    const close = dialog("Examples", place);
    const { previous } = this;
    const { page } = this.host;
    const response = await fetch(`${this.host.scripts}gallery.json`).catch(() => null);
    if (!response?.ok) {
      place.textContent = `The examples did not load from ${page}.`;
      return;
    }
    showGallery(place, (await response.json()) as Gallery, this.host.scripts, (files) => {
      close();
      const main = files.find(({ name }) => isProgram(name))?.name ?? "";
      this.previous = this.project;
      this.open({ files, main, open: main, choices: {} });
    });
    if (previous) {
      const back = button(`Back to ${previous.main}, as it was before`, () => {
        close();
        this.previous = this.project;
        this.open(previous);
      });
      place.prepend(make("p", {}, back));
    }
  }

  private resultsHost(): ConstructorParameters<typeof Results>[1] {
    const { host } = this;
    const into = (file: string, act: () => void): void => {
      if (this.project.open !== file) {
        this.set({ ...this.project, open: file });
        this.show();
      }
      act();
    };
    return {
      scripts: host.scripts,
      isDark: () => host.theme.isDark(),
      say: (words) => this.say(words),
      owns: (file) => this.names().includes(file),
      goTo: ({ file, start, end }) => into(file, () => this.editor.goTo(start, end)),
      goToLine: (line) => into(this.project.main, () => this.editor.goTo(this.editor.startOf(line))),
      mend: ({ file, start, end, text }) =>
        into(file, () => {
          const before = textOf(this.project, file) ?? "";
          const after = `${before.slice(0, start)}${text}${before.slice(end)}`;
          this.editor.replace(after);
          this.edited(after);
        }),
      explain: (path, stage) => this.explain(path, stage),
      choose: (path, text) => {
        this.set({ ...this.project, choices: { ...this.project.choices, [path]: text } });
        void this.run(LIMIT);
      },
    };
  }

  private editorHost(): ConstructorParameters<typeof Editor>[1] {
    return {
      edited: (text) => this.edited(text),
      run: () => this.runOpen(),
      format: () => void this.format(),
      complete: (text, offset) => this.services.complete(text, offset),
      check: (text) => this.check(text),
      inspect: async (text, offset) => {
        const html = (await this.services.inspect(text, offset))?.[0]?.["text/html"];
        return typeof html === "string" ? html : null;
      },
      pasted: (text) => {
        const file = pastedConfig(text);
        if (file) this.take([file]);
        return file !== null;
      },
    };
  }

  /** Runs the program in the editor to its end; another file leaves the program that runs as it is. */
  private runOpen(): void {
    const { open, main } = this.project;
    if (isProgram(open) && open !== main) {
      this.results.clear();
      this.set({ ...this.project, main: open });
      this.show();
    }
    void this.run(null);
  }

  private listen(): void {
    const { parts, page } = this.host;
    parts.run.addEventListener("click", () => this.runOpen());
    parts.stop.addEventListener("click", () => this.runs.stop());
    parts.format.addEventListener("click", () => void this.format());
    parts.examples.addEventListener("click", () => this.withDialogs((dialogs) => void this.gallery(dialogs)));
    parts.share.addEventListener("click", async () => {
      const fragment = await toFragment(this.project);
      this.withDialogs(({ shareDialog }) => shareDialog(page, fragment));
    });
    parts.add.addEventListener("click", () =>
      this.withDialogs(({ addDialog }) =>
        addDialog(
          (files) => this.take(files),
          (files) => void this.read(files),
        ),
      ),
    );
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      const { files } = event.dataTransfer ?? {};
      if (files && files.length > 0) void this.read(files);
    });
  }
}

function expectationWords(all: readonly { readonly pass: boolean }[]): string {
  const held = all.filter(({ pass }) => pass).length;
  return `${held} of ${all.length} expectations hold`;
}
