import type { JupyterFrontEnd, JupyterFrontEndPlugin } from "@jupyterlab/application";
import { IEditorExtensionRegistry } from "@jupyterlab/codemirror";
import type { DocumentWidget } from "@jupyterlab/docregistry";
import { IEditorTracker } from "@jupyterlab/fileeditor";
import { INotebookTracker, type NotebookPanel } from "@jupyterlab/notebook";
import type { Widget } from "@lumino/widgets";
import { isWatched } from "../editor/watchedEndings.ts";
import { cellName, mistakesOfCell, type ShownDiagnostic } from "../web/index.ts";
import { Checker } from "./checker.ts";
import { DTP_MIME } from "./fileType.ts";
import { marks, showMarks } from "./marks.ts";

/** Time without an edit after which a document is checked, ms. */
const PAUSE = 300;

/**
 * JupyterLab plugin that marks mistakes in the editors of `.dtp` files and in the cells of DTP notebooks while one types. Nothing
 * runs in a kernel.
 */
export const problemsPlugin: JupyterFrontEndPlugin<void> = {
  id: "dtplan:problems",
  description: "Marks mistakes in .dtp files and in cells while one types, with ways to mend them.",
  autoStart: true,
  requires: [IEditorExtensionRegistry],
  optional: [IEditorTracker, INotebookTracker],
  activate(
    app: JupyterFrontEnd,
    extensions: IEditorExtensionRegistry,
    editors: IEditorTracker | null,
    notebooks: INotebookTracker | null,
  ) {
    const { contents } = app.serviceManager;
    const checker = new Checker(contents);
    const files = later((widget: FileWidget) => checkFile(widget, checker));
    const panels = later((panel: NotebookPanel) => checkNotebook(panel, checker));
    extensions.addExtension({
      name: "dtplan:problems",
      factory: ({ inline, model }) => ({
        instance: () =>
          marks(model, !inline, () => {
            const widget = editors?.find(({ context }) => context.model === model);
            if (widget) files(widget);
            const panel =
              inline && notebooks?.find(({ content }) => content.widgets.some((one) => one.model === model));
            if (panel) panels(panel);
          }),
        reconfigure: () => null,
      }),
    });
    editors?.widgetAdded.connect((_editors, widget) => {
      void widget.context.ready.then(() => files(widget));
    });
    notebooks?.widgetAdded.connect((_notebooks, panel) => {
      void panel.context.ready.then(() => {
        if (panel.isDisposed) return;
        panels(panel);
        panel.content.model?.cells.changed.connect(() => panels(panel));
        panel.sessionContext.kernelChanged.connect(() => panels(panel));
      });
    });
    contents.fileChanged.connect((_contents, { oldValue, newValue }) => {
      if (![oldValue, newValue].some((one) => isWatched(one?.path ?? ""))) return;
      editors?.forEach(files);
      notebooks?.forEach(panels);
    });
  },
};

type FileWidget = DocumentWidget<Widget>;

/**
 * Function that does `work` on a widget after a pause, and again for what happened meanwhile: never twice at once for the same
 * widget.
 */
function later<One extends Widget>(work: (widget: One) => Promise<void>): (widget: One) => void {
  const timers = new WeakMap<One, ReturnType<typeof setTimeout>>();
  const running = new WeakMap<One, { again: boolean }>();
  const begin = async (widget: One): Promise<void> => {
    const state = { again: false };
    running.set(widget, state);
    if (!widget.isDisposed) await work(widget);
    running.delete(widget);
    if (state.again) schedule(widget);
  };
  function schedule(widget: One): void {
    const state = running.get(widget);
    if (state) {
      state.again = true;
      return;
    }
    clearTimeout(timers.get(widget));
    timers.set(
      widget,
      setTimeout(() => void begin(widget), PAUSE),
    );
  }
  return schedule;
}

async function checkFile({ context }: FileWidget, checker: Checker): Promise<void> {
  if (!/\.dtp$/i.test(context.path)) return;
  const { model, path } = context;
  const text = model.toString();
  const mistakes = await checker.file(path, text);
  if (mistakes) showMarks(model, { text, name: path, mistakes });
}

async function checkNotebook(panel: NotebookPanel, checker: Checker): Promise<void> {
  const cells = panel.content.widgets.filter(({ model }) => model.type === "code");
  if (!cells.some(({ model }) => model.mimeType === DTP_MIME)) return;
  const texts = cells.map(({ model }) => model.sharedModel.getSource());
  const found = await checker.cells(panel.context.path, texts);
  if (!found) return;
  for (const [at, { model }] of cells.entries()) {
    const name = cellName(at);
    showMarks(model, { text: texts[at] ?? "", name, mistakes: mistakesIn(found, at) });
  }
}

/** Mistakes to mark in a cell. */
const mistakesIn = (found: readonly (readonly ShownDiagnostic[])[], at: number): readonly ShownDiagnostic[] =>
  mistakesOfCell(
    found,
    at,
    ({ range }) => range?.file ?? null,
    ({ code, message, range }) => JSON.stringify([code, message, range]),
  );
