import type { Diagnostic } from "../../../dsl/diagnostics/diagnostic.ts";
import type { Document } from "../../../report/document/document.ts";
import type { Session } from "../../../session/session.ts";
import type { World } from "../../../session/world/world.ts";
import type { MimeBundle } from "./mimeBundle.ts";
import type { TsCells } from "./tsSide.ts";

/**
 * Everything of the rest of the project (session, reports) that the kernel uses. It is an interface, so that
 * the implementation loads late and tests can replace it.
 */
export interface Evaluation {
  readonly session: Session;
  /** Documents as which a document is displayed, each on its own. They are cheap: nothing is drawn. */
  parts(document: Document): readonly Document[];
  /** Jupyter bundles (data by mime type) of a document: one for each of its parts. */
  bundles(document: Document): Promise<readonly MimeBundle[]> | readonly MimeBundle[];
  /** Text of a diagnostic with its code frame. */
  renderDiagnostic(diagnostic: Diagnostic, options: { readonly color: boolean | "weight" }): string;
  /** Text that changes with a file that a cell imports; null for a missing one. Absent where files do not change: in a page. */
  readonly stamp?: (specifier: string) => string | null;
  /** True where the front end has asked the running request to stop. */
  interrupted(): boolean;
  /**
   * Saves the compiled code of plotly.js, so that the next kernel loads faster. Called while no request
   * waits.
   */
  keepCompiled(): void;
  /** Support for TypeScript cells, loaded on first use. `load` rejects where tslab is not installed. */
  readonly typescript: {
    load(): Promise<TsCells>;
    /** TypeScript support if a cell has loaded it. null before the first use. */
    loaded(): Promise<TsCells> | null;
  };
}

/** Functions of the kernel that the session calls while it runs a cell. */
export type Hooks = Required<Pick<World, "interrupted" | "begins" | "progress" | "output">>;
