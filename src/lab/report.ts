import type { DocumentRegistry } from "@jupyterlab/docregistry";
import { OutputAreaModel, SimplifiedOutputArea } from "@jupyterlab/outputarea";
import type { IRenderMimeRegistry } from "@jupyterlab/rendermime";
import type { Kernel } from "@jupyterlab/services";
import { Panel } from "@lumino/widgets";

/** What a `.dtp` file shows, worked out by a kernel of its own each time the file is saved. */
export class Report extends Panel {
  private readonly area: SimplifiedOutputArea;
  private kernel: Promise<Kernel.IKernelConnection> | null = null;
  private runs = 0;

  constructor(
    private readonly context: DocumentRegistry.Context,
    rendermime: IRenderMimeRegistry,
    private readonly kernels: Kernel.IManager,
  ) {
    super();
    this.addClass("dtp-report");
    this.node.style.cssText = "overflow: auto; padding: 12px 16px; background: var(--jp-layout-color0)";
    this.area = new SimplifiedOutputArea({
      model: new OutputAreaModel({ trusted: true }),
      rendermime: rendermime.clone(),
    });
    this.addWidget(this.area);
    context.saveState.connect(this.onSaveState, this);
    void context.ready.then(() => this.run());
  }

  /** Evaluates the text as it stands, without what an earlier text had defined; a run under way is given up. */
  async run(): Promise<void> {
    const run = ++this.runs;
    try {
      const kernel = await this.startKernel();
      if (this.isDisposed || run !== this.runs) return;
      if (kernel.status === "busy") await kernel.interrupt();
      if (this.isDisposed || run !== this.runs) return;
      const future = kernel.requestExecute(
        { code: this.context.model.toString(), store_history: false, stop_on_error: true },
        false,
        { cellId: `report-${run}`, deletedCells: [`report-${run - 1}`] },
      );
      this.node.dataset.state = "running";
      this.area.future = future;
      await future.done;
    } catch (problem) {
      if (this.isDisposed || run !== this.runs) return;
      this.show(`No report: the DTP kernel did not answer (${String(problem)}).`);
    }
    if (!this.isDisposed && run === this.runs) this.node.dataset.state = "done";
  }

  override dispose(): void {
    if (this.isDisposed) return;
    this.context.saveState.disconnect(this.onSaveState, this);
    const { kernel } = this;
    this.kernel = null;
    this.runs++;
    super.dispose();
    this.area.model.dispose();
    void kernel?.then((running) => running.shutdown()).catch(() => undefined);
  }

  private onSaveState(_context: DocumentRegistry.Context, state: string): void {
    if (state === "completed") void this.run();
  }

  /** The report's kernel, which works in the file's folder; another one when it has died. */
  private async startKernel(): Promise<Kernel.IKernelConnection> {
    const running = await this.kernel?.catch(() => null);
    if (running && !running.isDisposed && running.status !== "dead") return running;
    this.kernel = this.kernels.startNew({ name: "dtp", path: this.context.path });
    return this.kernel;
  }

  private show(text: string): void {
    this.area.model.clear();
    this.area.model.add({ output_type: "stream", name: "stderr", text });
  }
}
