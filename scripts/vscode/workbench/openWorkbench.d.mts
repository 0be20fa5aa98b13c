import type { Browser, FrameLocator, Page } from "playwright-core";

/** VS Code's workbench in a page. */
export interface Workbench {
  readonly page: Page;
  /** Exceptions that nothing caught. */
  readonly errors: readonly string[];
  /** Addresses of requests to other hosts. */
  readonly outside: readonly string[];
  /** Starts a command. */
  run(command: string, ...given: readonly unknown[]): Promise<void>;
  /** Opens a file of the folder in an editor. */
  open(path: string): Promise<void>;
  /** Page of the webview whose address has a text, such as `extensionId=dtplan.dtplan`. */
  view(what: string): FrameLocator;
  close(): Promise<void>;
}

export function openWorkbench(
  browser: Browser,
  options: {
    /** Texts by their paths in the folder. */
    readonly files: Readonly<Record<string, string>>;
    /** Settings of VS Code. */
    readonly settings?: Readonly<Record<string, unknown>>;
    /** Size of the window, px. */
    readonly size?: { readonly width: number; readonly height: number };
    /** Pixels of a picture for one of the window. */
    readonly scale?: number;
  },
): Promise<Workbench>;
