import type { Project } from "./project.ts";
import { readProject, type UnreadProject } from "./readProject.ts";

/** Store of a browser: of one tab, or of all tabs of the site. */
export interface TextStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const KEY = "dtp:play:1";

/** Project as it was left, and the link that it began from. */
export interface Left {
  /** Fragment of the address that the project was opened with; empty without one. */
  readonly from: string;
  readonly project: Project;
}

/** Keeps a project in a store. A store that is full or forbidden keeps nothing. */
export function keep(store: TextStore | null, { from, project }: Left): void {
  const { files, ...rest } = project;
  const text = JSON.stringify({ from, ...rest, files: files.map(({ name, text }) => [name, text]) });
  try {
    store?.setItem(KEY, text);
  } catch {
    // Nothing depends on it: the text is still in the editor.
  }
}

/** Project that a store has kept; null where there is none. */
export function kept(store: TextStore | null): Left | null {
  try {
    const found = JSON.parse(store?.getItem(KEY) ?? "null") as (UnreadProject & { from?: unknown }) | null;
    const project = found === null ? null : readProject(found);
    return project && { from: String(found?.from ?? ""), project };
  } catch {
    return null;
  }
}
