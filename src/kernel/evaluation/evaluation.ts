import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import type { Document } from "../../report/document/document.ts";
import type { Session } from "../../session/session.ts";
import type { World } from "../../session/world/world.ts";
import type { MimeBundle } from "./mimeBundle.ts";
import type { TsCells } from "./tsSide.ts";

/**
 * Everything that the kernel uses of the rest of the project. An interface, so that it loads late and tests
 * can replace it.
 */
export interface Evaluation {
  readonly session: Session;
  /** Jupyter bundles of a document: one per block that is displayed on its own. */
  bundles(document: Document): Promise<readonly MimeBundle[]> | readonly MimeBundle[];
  /** Text of a diagnostic with its code frame. */
  renderDiagnostic(diagnostic: Diagnostic, options: { readonly color: boolean | "weight" }): string;
  /** True where the running request should stop. */
  interrupted(): boolean;
  /** Saves the compiled code of plotly.js for the next kernel. Called while no request waits. */
  keepCompiled(): void;
  /** TypeScript support, loaded on first use. `load` rejects where tslab is not installed. */
  readonly typescript: {
    load(): Promise<TsCells>;
    /** Loaded support. null before the first use. */
    loaded(): Promise<TsCells> | null;
  };
}

/** Hooks that the session calls while it runs. */
export type Hooks = Required<Pick<World, "interrupted" | "begins" | "progress" | "output">>;
