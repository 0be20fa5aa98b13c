import type { Diagnostic } from "../dsl/diagnostics/diagnostic.ts";
import type { Document } from "../report/document.ts";
import type { Session } from "../session/session.ts";
import type { World } from "../session/world.ts";
import type { MimeBundle } from "./mimeBundle.ts";
import type { TsCells } from "./ts/tsSide.ts";

/** What the kernel needs from the rest of the project. Behind an interface, so that it loads late and tests can bring their own. */
export interface Evaluation {
  readonly session: Session;
  /** A document as Jupyter shows it: one bundle per block that stands for itself. */
  bundles(document: Document): Promise<readonly MimeBundle[]> | readonly MimeBundle[];
  /** A diagnostic with its code frame. */
  renderDiagnostic(diagnostic: Diagnostic, options: { readonly color: boolean | "weight" }): string;
  /** Whether the request under way is to stop. */
  interrupted(): boolean;
  /** Keeps for the next kernel what has been compiled of the drawing library; for a moment when nobody waits. */
  keepCompiled(): void;
  /** The notebook's TypeScript, loaded on first use; `load` rejects where tslab is not installed. */
  readonly typescript: {
    load(): Promise<TsCells>;
    /** Null before the first use. */
    loaded(): Promise<TsCells> | null;
  };
}

/** What the session asks and tells while it runs. */
export type Hooks = Required<Pick<World, "interrupted" | "begins" | "progress" | "output">>;
