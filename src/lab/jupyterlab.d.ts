/**
 * Types of JupyterLab 4 that the extension uses. JupyterLab's packages are not installed: there are some
 * hundred, and only their types are needed.
 */

declare module "@lumino/disposable" {
  export interface IDisposable {
    readonly isDisposed: boolean;
    dispose(): void;
  }
}

declare module "@lumino/signaling" {
  export interface ISignal<Sender, Args> {
    connect(slot: (sender: Sender, args: Args) => void, context?: object): boolean;
    disconnect(slot: (sender: Sender, args: Args) => void, context?: object): boolean;
  }
  export class Signal<Sender, Args> implements ISignal<Sender, Args> {
    constructor(sender: Sender);
    connect(slot: (sender: Sender, args: Args) => void, context?: object): boolean;
    disconnect(slot: (sender: Sender, args: Args) => void, context?: object): boolean;
    emit(args: Args): void;
  }
}

declare module "@lumino/messaging" {
  export interface Message {
    readonly type: string;
  }
}

declare module "@lumino/widgets" {
  import type { IDisposable } from "@lumino/disposable";
  import type { Message } from "@lumino/messaging";
  export class Title {
    label: string;
    caption: string;
    className: string;
    closable: boolean;
    icon: unknown;
  }
  export class Widget implements IDisposable {
    readonly node: HTMLElement;
    readonly title: Title;
    readonly isDisposed: boolean;
    readonly isVisible: boolean;
    id: string;
    readonly parent: Widget | null;
    addClass(name: string): void;
    dispose(): void;
    protected onAfterAttach(message: Message): void;
    protected onAfterShow(message: Message): void;
    protected onResize(message: Message): void;
  }
  export class Panel extends Widget {
    readonly widgets: readonly Widget[];
    addWidget(widget: Widget): void;
  }
}

declare module "@jupyterlab/rendermime-interfaces" {
  import type { Widget } from "@lumino/widgets";
  export namespace IRenderMime {
    interface IMimeModel {
      readonly trusted: boolean;
      readonly data: Readonly<Record<string, unknown>>;
    }
    interface IRenderer extends Widget {
      renderModel(model: IMimeModel): Promise<void>;
    }
    interface IRendererFactory {
      readonly safe: boolean;
      readonly mimeTypes: readonly string[];
      readonly defaultRank?: number;
      createRenderer(options: { readonly mimeType: string }): IRenderer;
    }
    interface IExtension {
      readonly id: string;
      readonly description?: string;
      readonly rendererFactory: IRendererFactory;
      readonly rank?: number;
      readonly dataType: "json" | "string";
    }
  }
}

declare module "@jupyterlab/rendermime" {
  import type { IRenderMime } from "@jupyterlab/rendermime-interfaces";
  export interface IRenderMimeRegistry {
    clone(): IRenderMimeRegistry;
    preferredMimeType(
      data: Readonly<Record<string, unknown>>,
      safe: "ensure" | "prefer" | "any",
    ): string | undefined;
    createRenderer(mimeType: string): IRenderMime.IRenderer;
    createModel(options: {
      data: Readonly<Record<string, unknown>>;
      trusted: boolean;
    }): IRenderMime.IMimeModel;
  }
  export const IRenderMimeRegistry: { readonly name: string };
}

declare module "@jupyterlab/services" {
  import type { IDisposable } from "@lumino/disposable";
  import type { ISignal } from "@lumino/signaling";
  export namespace Kernel {
    interface IAnyMessage {
      readonly direction: "send" | "recv";
      readonly msg: {
        readonly header: { readonly msg_type: string };
        readonly metadata: Readonly<Record<string, unknown>>;
      };
    }
    interface IShellFuture extends IDisposable {
      readonly done: Promise<
        | {
            readonly content: {
              readonly status: string;
              readonly ename?: string;
              readonly evalue?: string;
              readonly user_expressions?: Readonly<
                Record<
                  string,
                  { readonly evalue?: string; readonly data?: Readonly<Record<string, unknown>> }
                >
              >;
            };
            readonly metadata: Readonly<Record<string, unknown>>;
          }
        | undefined
      >;
    }
    interface IKernelConnection extends IDisposable {
      readonly status: string;
      readonly anyMessage: ISignal<IKernelConnection, IAnyMessage>;
      readonly statusChanged: ISignal<IKernelConnection, string>;
      requestInspect(content: { code: string; cursor_pos: number; detail_level: 0 | 1 }): Promise<{
        readonly content:
          | {
              readonly status: "ok";
              readonly found: boolean;
              readonly data: Readonly<Record<string, unknown>>;
            }
          | { readonly status: "error" };
      }>;
      requestExecute(
        content: {
          code: string;
          silent?: boolean;
          store_history?: boolean;
          stop_on_error?: boolean;
          user_expressions?: Readonly<Record<string, string>>;
        },
        disposeOnDone?: boolean,
        metadata?: Readonly<Record<string, unknown>>,
      ): IShellFuture;
      interrupt(): Promise<void>;
      shutdown(): Promise<void>;
    }
    interface IManager {
      startNew(options: { name: string; path?: string }): Promise<IKernelConnection>;
    }
  }
  export namespace Contents {
    interface IModel {
      readonly name: string;
      readonly path: string;
      readonly type: string;
      readonly content: unknown;
      /** Size in bytes, where the server tells it. */
      readonly size?: number | null;
      readonly last_modified: string;
    }
    interface IManager {
      /** Hears of files that this page has written, moved or removed. */
      readonly fileChanged: ISignal<
        IManager,
        {
          readonly oldValue: { readonly path?: string } | null;
          readonly newValue: { readonly path?: string } | null;
        }
      >;
      get(
        path: string,
        options: { readonly type: string; readonly format?: string; readonly content: boolean },
      ): Promise<IModel>;
    }
  }
}

declare module "@jupyterlab/outputarea" {
  import type { IRenderMimeRegistry } from "@jupyterlab/rendermime";
  import type { Kernel } from "@jupyterlab/services";
  import type { Widget } from "@lumino/widgets";
  export class OutputAreaModel {
    constructor(options: { trusted?: boolean });
    readonly length: number;
    clear(wait?: boolean): void;
    add(output: Readonly<Record<string, unknown>>): number;
    set(index: number, output: Readonly<Record<string, unknown>>): void;
    toJSON(): readonly Readonly<Record<string, unknown>>[];
    dispose(): void;
  }
  export class SimplifiedOutputArea extends Widget {
    constructor(options: { model: OutputAreaModel; rendermime: IRenderMimeRegistry });
    readonly model: OutputAreaModel;
    future: Kernel.IShellFuture;
  }
}

declare module "@jupyterlab/ui-components" {
  import type { Widget } from "@lumino/widgets";
  export class LabIcon {
    constructor(options: { name: string; svgstr: string });
    readonly name: string;
  }
  export const refreshIcon: LabIcon;
  export class ToolbarButton extends Widget {
    constructor(options: { icon: LabIcon; tooltip: string; onClick: () => void });
  }
}

declare module "@jupyterlab/docregistry" {
  import type { LabIcon } from "@jupyterlab/ui-components";
  import type { IDisposable } from "@lumino/disposable";
  import type { ISignal } from "@lumino/signaling";
  import type { Widget } from "@lumino/widgets";
  export namespace DocumentRegistry {
    interface Context extends IDisposable {
      readonly path: string;
      /** Promise that resolves when the file has been read. */
      readonly ready: Promise<void>;
      readonly model: {
        toString(): string;
        readonly mimeType: string;
        readonly contentChanged: ISignal<unknown, void>;
      };
      readonly saveState: ISignal<Context, "started" | "completed" | "failed" | "completed manually">;
      readonly pathChanged: ISignal<Context, string>;
    }
    interface IFileType {
      readonly name: string;
      readonly displayName: string;
      readonly extensions: readonly string[];
      readonly mimeTypes: readonly string[];
      readonly icon: LabIcon;
      readonly contentType: "file";
      readonly fileFormat: "text";
    }
  }
  export class DocumentWidget<T extends Widget> extends Widget {
    constructor(options: { content: T; context: DocumentRegistry.Context });
    readonly content: T;
    readonly context: DocumentRegistry.Context;
    readonly toolbar: { addItem(name: string, widget: Widget): boolean };
  }
  export abstract class ABCWidgetFactory<T extends Widget> {
    constructor(options: {
      name: string;
      label: string;
      fileTypes: readonly string[];
      readOnly: boolean;
    });
    readonly widgetCreated: ISignal<this, DocumentWidget<T>>;
    protected abstract createNewWidget(context: DocumentRegistry.Context): DocumentWidget<T>;
  }
}

declare module "@jupyterlab/codemirror" {
  import type { LanguageSupport } from "@codemirror/language";
  import type { Extension } from "@codemirror/state";
  export interface IEditorLanguage {
    readonly name: string;
    readonly displayName?: string;
    readonly mime: string | readonly string[];
    readonly extensions?: readonly string[];
    load?(): Promise<LanguageSupport>;
    readonly support?: LanguageSupport;
  }
  export interface IEditorLanguageRegistry {
    addLanguage(language: IEditorLanguage): void;
    getLanguage(name: string): Promise<IEditorLanguage | null>;
  }
  export const IEditorLanguageRegistry: { readonly name: string };
  export interface IEditorExtensionRegistry {
    addExtension(factory: {
      readonly name: string;
      /**
       * Function that gives the extension of a new editor, or null for none. `inline` is true in a notebook's
       * cell.
       */
      factory(options: { readonly inline: boolean; readonly model: { readonly mimeType: string } }): {
        instance(value: unknown): Extension;
        reconfigure(value: unknown): null;
      } | null;
    }): void;
  }
  export const IEditorExtensionRegistry: { readonly name: string };
}

declare module "@jupyterlab/notebook" {
  import type { DocumentRegistry } from "@jupyterlab/docregistry";
  import type { Kernel } from "@jupyterlab/services";
  import type { ISignal } from "@lumino/signaling";
  import type { Widget } from "@lumino/widgets";
  export interface CodeCell extends Widget {
    readonly model: {
      readonly id: string;
      readonly type: string;
      readonly mimeType: string;
      readonly sharedModel: { getSource(): string };
    };
  }
  export interface SessionContext {
    readonly ready: Promise<void>;
    readonly session: { readonly kernel: Kernel.IKernelConnection | null } | null;
    readonly kernelChanged: ISignal<SessionContext, { readonly newValue: Kernel.IKernelConnection | null }>;
  }
  export interface NotebookPanel extends Widget {
    readonly content: Widget & {
      readonly widgets: readonly CodeCell[];
      readonly model: { readonly cells: { readonly changed: ISignal<unknown, unknown> } } | null;
    };
    readonly context: DocumentRegistry.Context;
    readonly sessionContext: SessionContext;
  }
  export interface INotebookTracker {
    readonly widgetAdded: ISignal<INotebookTracker, NotebookPanel>;
    find(matches: (panel: NotebookPanel) => boolean): NotebookPanel | undefined;
    forEach(act: (panel: NotebookPanel) => void): void;
  }
  export const INotebookTracker: { readonly name: string };
  export const NotebookActions: {
    runCells(
      notebook: NotebookPanel["content"],
      cells: readonly CodeCell[],
      sessionContext: SessionContext,
    ): Promise<boolean>;
  };
}

declare module "@jupyterlab/coreutils" {
  export const PageConfig: { getOption(name: string): string };
}

declare module "@jupyterlab/fileeditor" {
  import type { DocumentWidget } from "@jupyterlab/docregistry";
  import type { ISignal } from "@lumino/signaling";
  import type { Widget } from "@lumino/widgets";
  export interface IEditorTracker {
    readonly widgetAdded: ISignal<IEditorTracker, DocumentWidget<Widget>>;
    find(matches: (widget: DocumentWidget<Widget>) => boolean): DocumentWidget<Widget> | undefined;
    forEach(act: (widget: DocumentWidget<Widget>) => void): void;
  }
  export const IEditorTracker: { readonly name: string };
}

declare module "@jupyterlab/launcher" {
  export interface ILauncher {
    add(item: {
      command: string;
      category: string;
      rank: number;
      args: Readonly<Record<string, unknown>>;
    }): unknown;
  }
  export const ILauncher: { readonly name: string };
}

declare module "@jupyterlab/apputils" {
  import type { ISignal } from "@lumino/signaling";
  import type { Widget } from "@lumino/widgets";
  export interface ICommandPalette {
    addItem(options: {
      command: string;
      category: string;
      args?: Readonly<Record<string, unknown>>;
    }): unknown;
  }
  export const ICommandPalette: { readonly name: string };
  export class WidgetTracker<T extends Widget> {
    constructor(options: { namespace: string });
    readonly currentChanged: ISignal<this, T | null>;
    add(widget: T): Promise<void>;
    save(widget: T): Promise<void>;
  }
}

declare module "@jupyterlab/filebrowser" {
  export interface IFileBrowserFactory {
    readonly tracker: {
      readonly currentWidget: { selectedItems(): Iterable<{ readonly path: string }> } | null;
    };
  }
  export const IFileBrowserFactory: { readonly name: string };
}

declare module "@jupyterlab/application" {
  import type { WidgetTracker } from "@jupyterlab/apputils";
  import type { DocumentRegistry } from "@jupyterlab/docregistry";
  import type { Contents, Kernel } from "@jupyterlab/services";
  import type { Widget } from "@lumino/widgets";
  export interface JupyterFrontEnd {
    readonly commands: {
      addCommand(
        id: string,
        options: {
          label: string;
          caption?: string;
          icon?: unknown;
          isEnabled?(): boolean;
          isVisible?(): boolean;
          execute(args: Readonly<Record<string, unknown>>): unknown;
          describedBy?: { args: Readonly<Record<string, unknown>> };
        },
      ): unknown;
      execute(id: string, args?: Readonly<Record<string, unknown>>): Promise<unknown>;
    };
    readonly contextMenu: {
      addItem(options: { command: string; selector: string; rank?: number }): unknown;
    };
    readonly docRegistry: {
      addFileType(fileType: DocumentRegistry.IFileType): unknown;
      addWidgetFactory(factory: object): unknown;
    };
    readonly serviceManager: {
      readonly kernels: Kernel.IManager;
      readonly sessions: {
        /** Session of a notebook with a kernel. `name` is the notebook's file name. */
        startNew(
          options: { readonly path: string; readonly name: string; readonly type: string },
          connection?: unknown,
        ): Promise<unknown>;
      };
      readonly contents: Contents.IManager;
    };
    readonly shell: { readonly currentWidget: Widget | null };
  }
  export interface ILayoutRestorer {
    restore<T extends Widget>(
      tracker: WidgetTracker<T>,
      options: {
        command: string;
        args(widget: T): Readonly<Record<string, unknown>>;
        name(widget: T): string;
      },
    ): Promise<unknown>;
  }
  export const ILayoutRestorer: { readonly name: string };
  export interface JupyterFrontEndPlugin<T> {
    readonly id: string;
    readonly description: string;
    readonly autoStart: boolean;
    readonly requires?: readonly { readonly name: string }[];
    readonly optional?: readonly { readonly name: string }[];
    activate(app: JupyterFrontEnd, ...services: never[]): T;
  }
}
