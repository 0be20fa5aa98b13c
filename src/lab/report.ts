import type { DocumentRegistry } from "@jupyterlab/docregistry";
import { OutputAreaModel, SimplifiedOutputArea } from "@jupyterlab/outputarea";
import type { IRenderMimeRegistry } from "@jupyterlab/rendermime";
import type { Kernel } from "@jupyterlab/services";
import { Panel, Widget } from "@lumino/widgets";
import { answering } from "./answering.ts";
import { choosing } from "./choosing.ts";

/** Time without a keystroke after which an edited text is evaluated, in ms. */
const PAUSE = 400;

/** Messages above the report, by its state relative to the text. */
const STATES = {
  running: "Evaluating…",
  edited: "Edited: these numbers belong to the earlier text.",
  failed: "The text has errors: the report below belongs to the last valid text.",
  done: "",
} as const;

/**
 * Widget with the report of a `.dtp` file. A kernel of its own evaluates the text whenever it changes, saved
 * or not. For a text with errors, the last valid report stays and is marked as old.
 */
export class Report extends Panel {
  private readonly status = new Widget();
  /** Area that shows the errors of the latest text. */
  private readonly problems: SimplifiedOutputArea;
  /** Latest report without errors. null before the first. */
  private good: SimplifiedOutputArea | null = null;
  private kernel: Promise<Kernel.IKernelConnection> | null = null;
  private runs = 0;
  /** Choices of the file's controls, by path. */
  private readonly choices = new Map<string, string>();
  private evaluated: string | null = null;
  /** Text of the report on view. */
  private shown = "";
  private pause: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly context: DocumentRegistry.Context,
    private readonly rendermime: IRenderMimeRegistry,
    private readonly kernels: Kernel.IManager,
  ) {
    super();
    this.addClass("dtp-report");
    this.node.style.cssText = "overflow: auto; padding: 12px 16px; background: var(--jp-layout-color0)";
    this.status.addClass("dtp-report-status");
    this.status.node.setAttribute("role", "status");
    this.status.node.style.cssText = "min-height: 1.5em; color: var(--jp-ui-font-color1)";
    this.problems = this.newArea();
    this.addWidget(this.status);
    this.addWidget(this.problems);
    answering(this.node, {
      kernel: () => this.startKernel(),
      // The numbers on view belong to the text that was evaluated last, and not to what is being typed.
      file: () => ({ text: this.shown, metadata: this.metadata(this.shown) }),
    });
    choosing(this.node, (path, choice) => this.choose(path, choice));
    context.saveState.connect(this.onSaveState, this);
    context.model.contentChanged.connect(this.onEdit, this);
    void context.ready.then(() => this.run());
  }

  /**
   * Evaluates the text as a file: magics do not run, and definitions of earlier texts are unknown. An
   * evaluation that is still running is abandoned.
   */
  async run(): Promise<void> {
    clearTimeout(this.pause);
    const run = ++this.runs;
    const given = (): boolean => this.isDisposed || run !== this.runs;
    const text = this.context.model.toString();
    this.evaluated = text;
    this.state("running");
    const area = this.newArea();
    try {
      const kernel = await this.startKernel();
      if (!given() && kernel.status === "busy") await kernel.interrupt();
      if (given()) return area.dispose();
      const future = kernel.requestExecute({ code: text, store_history: false, stop_on_error: true }, false, {
        ...this.metadata(text),
      });
      area.future = future;
      const reply = await future.done;
      if (given()) return area.dispose();
      const ok = reply?.content.status === "ok";
      if (ok || this.good === null) this.shown = text;
      this.take(area, ok);
    } catch (problem) {
      if (given()) return area.dispose();
      area.model.clear();
      const text = `No report: the DTP kernel did not answer (${String(problem)}).`;
      area.model.add({ output_type: "stream", name: "stderr", text });
      this.take(area, false);
    }
  }

  /**
   * Evaluates the text with another value of a control, and updates the report in place: a control that is being dragged keeps
   * its element. Resolves to the first error where the choice does not hold; the report then stays.
   */
  private async choose(path: string, choice: string): Promise<string | null> {
    const { good } = this;
    const text = this.context.model.toString();
    if (!good || text !== this.evaluated) return "The report does not belong to this text yet.";
    const before = this.choices.get(path);
    this.choices.set(path, choice);
    const run = ++this.runs;
    const area = this.newArea();
    try {
      const kernel = await this.startKernel();
      const request = { code: text, store_history: false, stop_on_error: true };
      const future = kernel.requestExecute(request, false, this.metadata(text));
      area.future = future;
      const content = (await future.done)?.content;
      if (content?.status !== "ok") {
        if (before === undefined) this.choices.delete(path);
        else this.choices.set(path, before);
        return content?.evalue ?? "The kernel did not answer.";
      }
      if (!this.isDisposed && run === this.runs) update(good, area);
      return null;
    } finally {
      area.dispose();
    }
  }

  /** Name of the file, and the choices of those controls that its text still has. */
  private metadata(text: string): Readonly<Record<string, unknown>> {
    for (const path of this.choices.keys())
      if (!new RegExp(`^control\\s+${path.replaceAll(".", "\\.")}(?![\\w.])`, "m").test(text))
        this.choices.delete(path);
    return {
      dtpFile: this.context.path.split("/").at(-1),
      dtpChoices: [...this.choices].map(([path, choice]) => `${path}=${choice}`),
    };
  }

  override dispose(): void {
    if (this.isDisposed) return;
    clearTimeout(this.pause);
    this.context.saveState.disconnect(this.onSaveState, this);
    this.context.model.contentChanged.disconnect(this.onEdit, this);
    const { kernel } = this;
    this.kernel = null;
    this.runs++;
    super.dispose();
    void kernel?.then((running) => running.shutdown()).catch(() => undefined);
  }

  /**
   * Shows a finished evaluation. A first one, or one without errors, replaces the report. Otherwise only its
   * errors show, above the last valid report.
   */
  private take(area: SimplifiedOutputArea, ok: boolean): void {
    this.problems.model.clear();
    if (ok || this.good === null) {
      this.good?.dispose();
      this.good = ok ? area : null;
      this.removeOlder();
      this.addWidget(area);
    } else {
      for (const output of area.model.toJSON())
        if (output.output_type === "error" || output.name === "stderr") this.problems.model.add(output);
      area.dispose();
    }
    const old = !ok && this.good !== null;
    if (this.good) this.good.node.style.opacity = old ? "0.55" : "";
    this.state(old ? "failed" : "done");
  }

  /** Removes reports other than the latest, such as a first one with errors, before a new one is added. */
  private removeOlder(): void {
    for (const widget of [...this.widgets])
      if (widget !== this.status && widget !== this.problems) widget.dispose();
  }

  private state(state: keyof typeof STATES): void {
    this.node.dataset.state = state;
    this.status.node.textContent = STATES[state];
  }

  private onEdit(): void {
    if (this.context.model.toString() === this.evaluated) return;
    clearTimeout(this.pause);
    this.state("edited");
    this.pause = setTimeout(() => void this.run(), PAUSE);
  }

  private onSaveState(_context: DocumentRegistry.Context, state: string): void {
    if (state === "completed" && this.context.model.toString() !== this.evaluated) void this.run();
  }

  /**
   * Starts the report's kernel in the file's folder, or returns the running one. A dead kernel is replaced.
   */
  private async startKernel(): Promise<Kernel.IKernelConnection> {
    const running = await this.kernel?.catch(() => null);
    if (running && !running.isDisposed && running.status !== "dead") return running;
    this.kernel = this.kernels.startNew({ name: "dtp", path: this.context.path });
    return this.kernel;
  }

  private newArea(): SimplifiedOutputArea {
    return new SimplifiedOutputArea({
      model: new OutputAreaModel({ trusted: true }),
      rendermime: this.rendermime.clone(),
    });
  }
}

/** Shows the outputs of `fresh` in the place of those of `shown`. An output that is the same keeps its elements. */
function update(shown: SimplifiedOutputArea, fresh: SimplifiedOutputArea): void {
  const before = shown.model.toJSON();
  const after = fresh.model.toJSON();
  if (before.length !== after.length) {
    shown.model.clear();
    for (const output of after) shown.model.add(output);
    return;
  }
  for (const [at, output] of after.entries())
    if (JSON.stringify(output) !== JSON.stringify(before[at])) shown.model.set(at, output);
}
