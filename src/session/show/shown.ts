import type { Block, Document, NamedTimeline } from "../../report/index.ts";

/** Output of a value: a document to display, and data in base units for programs. */
export interface Shown {
  readonly kind: "shown";
  readonly document: Document;
  readonly data: unknown;
  readonly timeline?: NamedTimeline;
}

export const shown = (document: Document, data: unknown): Shown => ({ kind: "shown", document, data });
export const blocks = (...all: readonly Block[]): Document => ({ blocks: all });
